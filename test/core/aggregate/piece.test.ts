import { describe, expect, test } from 'bun:test'
import {
  packIp,
  packPiece,
  type RecordPiece,
  unpackIp,
  unpackPiece,
} from '../../../src/core/aggregate/piece.ts'
import { reportUidFrom } from '../../../src/core/aggregate/report-uid.ts'
import { dice, report } from '../../store/sqlite/dmarc/scene.ts'
import { random } from '../../support/builders.ts'

describe('a piece of a report', () => {
  test.each(Array.from({ length: 30 }, (_, seed) => seed))('is what was packed, piece %d', (seed) => {
    const number = dice(seed)
    const recipe = { policyDomain: 'a.test', reporter: 'r', reportId: 'i', day: 1, variant: seed }
    const { pieces, records } = report({ ...recipe, pieces: [number.below(40)] })
    expect(pieces.map((piece) => unpackPiece(piece).records)).toEqual([records])
    for (const piece of pieces.map(unpackPiece)) expect(unpackPiece(packPiece(piece))).toEqual(piece)
  })

  test('has texts of any kind', () => {
    const odd = 'line\nbreak "quoted" \u2028 \\ 😀'
    const piece: RecordPiece = {
      results: [
        { dkim: [{ domain: odd, selector: odd, result: odd }], spf: [], reasons: [] },
        { dkim: [], spf: [], reasons: [{ type: 'other', comment: odd }] },
      ],
      records: [
        {
          ip: '2001:db8::1',
          count: 2 ** 31 - 1,
          dkim: true,
          spf: false,
          disposition: 'reject',
          headerFrom: odd,
          envelopeFrom: '',
          results: 1,
        },
      ],
    }
    expect(unpackPiece(packPiece(piece))).toEqual(piece)
  })

  test.each([
    '0.0.0.0',
    '9.8.7.6',
    '255.255.255.255',
    '192.0.2.1',
    '::1',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.-4',
    '1..2.3',
    'a.b.c.d',
  ])('has the address %s as it is', (ip) => {
    expect(unpackIp(packIp(ip))).toBe(ip)
  })
})

test('uids of reports are in the order in which they came', () => {
  const times = [0, 1, 61, 62, 1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000, 3_000_000_000_000]
  const uids = times.map((time) => reportUidFrom(random, new Date(time)))
  expect(uids.toSorted()).toEqual(uids)
  for (const uid of uids) expect(uid).toMatch(/^dmr_[0-9A-Za-z]{16}$/)
})
