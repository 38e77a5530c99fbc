import { describe, expect, test } from 'bun:test'
import { compareFields } from '../../../src/services/comparing/header-fields.ts'
import { compareRecords } from '../../../src/services/comparing/records.ts'
import { processorTime } from '../../support/processor-time.ts'

describe('header fields', () => {
  const fields = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))

  test('are compared by name, whatever their order, case of name and folding', () => {
    const changes = compareFields(
      fields(
        ['Subject', 'Hello'],
        ['X-Old', '1'],
        ['To', 'a@b\n c'],
        ['Received', 'one'],
        ['Received', 'two'],
      ),
      fields(['received', 'two'], ['to', 'a@b c'], ['Subject', 'Bye'], ['received', 'three'], ['X-New', '']),
    )
    expect(changes.map(({ name, state, before, after, kept }) => [name, state, before, after, kept])).toEqual(
      [
        ['received', 'changed', ['one'], ['three'], 1],
        ['to', 'same', [], [], 1],
        ['Subject', 'changed', ['Hello'], ['Bye'], 0],
        ['X-New', 'added', [], [''], 0],
        ['X-Old', 'removed', ['1'], [], 0],
      ],
    )
    expect(changes.filter(({ always }) => always).map(({ name }) => name)).toEqual(['received'])
  })

  test('of equal values those too many differ', () => {
    const [change] = compareFields(fields(['X', 'a'], ['X', 'a'], ['X', 'a']), fields(['X', 'a']))
    expect(change).toEqual({ name: 'X', state: 'changed', before: ['a', 'a'], after: [], kept: 1 })
  })

  test('of two equal messages none differs, and a flood of them takes no time', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ name: `X-${i % 7}`, value: 'v'.repeat(i * 13) }))
    const began = processorTime()
    expect(compareFields(many, many).every(({ state }) => state === 'same')).toBeTrue()
    expect(processorTime() - began).toBeLessThan(1_000)
  })
})

describe('DNS records', () => {
  const answered = { ttl: 60, ad: false, chain: [] }
  const txt = (name: string, ...texts: string[]) => ({
    name,
    type: 'TXT',
    took: 1,
    answer: { kind: 'records', records: texts.map((text) => ({ text, strings: 1 })), ...answered },
  })
  const none = (name: string, type = 'TXT') => ({
    name,
    type,
    took: 1,
    answer: { kind: 'nxdomain', ...answered },
  })
  const fails = (name: string, reason: string) => ({
    name,
    type: 'TXT',
    took: 1,
    answer: { kind: 'failure', reason },
  })
  const mx = (name: string, ...exchanges: string[]) => ({
    name,
    type: 'MX',
    took: 1,
    answer: {
      kind: 'records',
      records: exchanges.map((exchange) => ({ preference: 10, exchange })),
      ...answered,
    },
  })
  const compared = (before: object[], after: object[]) => {
    const changes = compareRecords({ dns: before }, { dns: after })
    return changes?.records.map(({ use, name, state }) => `${use} ${name}: ${state}`)
  }

  test('tell what is new, gone, changed and the same, what differs first', () => {
    expect(
      compared(
        [
          txt('a.example', 'v=spf1 -all', 'site-verification=1'),
          none('_dmarc.a.example'),
          txt('s1._domainkey.a.example', 'p=old'),
          mx('a.example', 'mx1.a.example', 'mx2.a.example'),
          txt('_mta-sts.a.example', 'v=STSv1; id=1'),
        ],
        [
          txt('A.example', 'site-verification=2', 'v=spf1 -all'),
          txt('_dmarc.a.example', 'v=DMARC1; p=none'),
          txt('s1._domainkey.a.example', 'p=new'),
          mx('a.example', 'mx2.a.example', 'mx1.a.example'),
          none('_mta-sts.a.example'),
        ],
      ),
    ).toEqual([
      'DKIM key s1._domainkey.a.example: changed',
      'DMARC _dmarc.a.example: added',
      'MTA-STS _mta-sts.a.example: removed',
      'SPF A.example: same',
      'MX a.example: same',
    ])
  })

  test('what was not asked, or got no answer, is not known to have changed', () => {
    const dmarc = txt('_dmarc.a.example', 'v=DMARC1; p=none')
    const sides = (before: object[], after: object[]) => {
      const [record] = compareRecords({ dns: before }, { dns: after })?.records ?? []
      return [record?.state, record?.before.kind, record?.after.kind]
    }
    expect(sides([], [dmarc])).toEqual(['unknown', 'not_asked', 'records'])
    expect(sides([dmarc], [fails('_dmarc.a.example', 'timeout')])).toEqual(['unknown', 'records', 'failure'])
    expect(sides([fails('_dmarc.a.example', 'limit')], [dmarc])).toEqual(['unknown', 'not_asked', 'records'])
  })

  test('of a question that was asked twice the answer counts', () => {
    const dmarc = txt('_dmarc.a.example', 'v=DMARC1; p=none')
    expect(compared([fails('_dmarc.a.example', 'limit'), dmarc], [dmarc])).toEqual([
      'DMARC _dmarc.a.example: same',
    ])
  })

  test('are left out where neither has one, and where they are of lists and links', () => {
    expect(compared([none('_dmarc.a.example'), none('a.example')], [none('_dmarc.a.example')])).toEqual([])
    expect(compared([{ ...none('2.0.0.127.list.example', 'A') }], [txt('link.example', 'hello')])).toEqual([])
  })

  test('are not known where one side kept none, or what is no evidence', () => {
    expect(compareRecords(undefined, { dns: [] })).toBeUndefined()
    expect(compareRecords({ dns: [] }, { dns: 'no' })).toBeUndefined()
    expect(compareRecords({ dns: [null, 1, { name: 1 }, { name: 'x', type: 'TXT' }] }, { dns: [] })).toEqual({
      records: [],
      more: 0,
    })
  })

  test('are bounded, and octets read as UTF-8 where they are', () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      txt(`s${i}._domainkey.a.example`, 'p='.padEnd(9_000, 'x')),
    )
    const changes = compareRecords({ dns: many }, { dns: [] })
    expect(changes?.records).toHaveLength(40)
    expect(changes?.more).toBe(460)
    const before = changes?.records[0]?.before
    expect(before?.kind === 'records' && before.records[0]).toHaveLength(4_096)
    const latin1 = Buffer.from('v=DMARC1; é', 'utf8').toString('latin1')
    const side = compareRecords({ dns: [txt('_dmarc.a', latin1)] }, { dns: [] })?.records[0]?.before
    expect(side?.kind === 'records' && side.records).toEqual(['v=DMARC1; é'])
  })
})
