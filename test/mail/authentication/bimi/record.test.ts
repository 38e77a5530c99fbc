import { describe, expect, test } from 'bun:test'
import { type BimiSubject, discoverBimi } from '../../../../src/mail/authentication/bimi/discovery.ts'
import {
  isBimiRecord,
  isNearMiss,
  localPartSelector,
  readBimiRecord,
} from '../../../../src/mail/authentication/bimi/record.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'

test.each<[string, boolean, boolean]>([
  ['v=BIMI1; l=https://example.org/a.svg', true, false],
  ['v=BIMI1', true, false],
  ['v = BIMI1 ;', true, false],
  ['v=bimi1; l=', false, true],
  ['v=BIMI2; l=', false, true],
  ['V=BIMI1; l=', false, true],
  ['"v=BIMI1; l="', false, true],
  [' v=BIMI1; l=', false, true],
  ['l=; v=BIMI1', false, false],
  ['v=spf1 -all', false, false],
  ['', false, false],
])('%p', (text, isRecord, isNear) => {
  expect([isBimiRecord(text), isNearMiss(text)]).toEqual([isRecord, isNear])
})

test.each<[string, number]>([
  ['v=BIMI1; l=https://example.org/a.svg; a=https://example.org/a.pem; avp=brand; future=x;', 0],
  ['v=BIMI1; l=; a=;', 0],
  ['v=BIMI1; l=', 0],
  ['v=BIMI1; l=https://example.org/a%2Cb.svg', 0],
  ['v=BIMI1', 1],
  ['v=BIMI1; a=https://example.org/a.pem', 1],
  ['v=BIMI1; l=http://example.org/a.svg', 1],
  ['v=BIMI1; l=//example.org/a.svg', 1],
  ['v=BIMI1; l=https://localhost/a.svg', 1],
  ['v=BIMI1; l=https://example.org/a.svg,https://example.org/b.svg', 1],
  ['v=BIMI1; l=https://example.org/a.svg; a=self', 1],
  ['v=BIMI1; l=; l=', 1],
  ['v=BIMI1; l=; nonsense', 1],
  [`v=BIMI1; l=;${'nonsense;'.repeat(10_000)}`, 1],
])('%p has %d faults', (text, faults) => {
  expect(readBimiRecord(text).faults).toHaveLength(faults)
})

test.each<[string, string | undefined]>([
  ['news', 'news'],
  ['News+tag', 'news'],
  ['a..b__c', 'a-b-c'],
  ['-a-', 'a'],
  ['müller', undefined],
  ['+tag', undefined],
  ['a'.repeat(64), undefined],
])('the local part %p', (localPart, selector) => {
  expect(localPartSelector(localPart)).toBe(selector)
})

describe('where the record is', () => {
  const at = (name: string, ...texts: string[]): ZoneLiteral => ({ [name]: { TXT: texts } })
  const RECORD = 'v=BIMI1; l='
  const SUBJECT: BimiSubject = {
    domain: 'news.example.org',
    organisation: 'example.org',
    selector: 'default',
    localPart: 'Ann.B',
  }
  const find = (records: ZoneLiteral, more: Partial<BimiSubject> = {}, fail: ZoneFailures = []) =>
    discoverBimi({ ...SUBJECT, ...more }, zone(records, fail))

  test.each<[string, ZoneLiteral, Partial<BimiSubject>, object]>([
    ['nowhere', {}, {}, { state: 'none' }],
    [
      'at the domain',
      at('default._bimi.news.example.org', RECORD),
      {},
      { state: 'record', at: 'news.example.org' },
    ],
    [
      'at the organization',
      at('default._bimi.example.org', RECORD),
      {},
      { state: 'record', at: 'example.org' },
    ],
    [
      'by a selector at the organization',
      at('b._bimi.example.org', RECORD),
      { selector: 'b' },
      { state: 'record', selector: 'b' },
    ],
    [
      'a selector does not fall back to default',
      at('default._bimi.example.org', RECORD),
      { selector: 'b' },
      { state: 'none' },
    ],
    [
      'two',
      at('default._bimi.news.example.org', RECORD, RECORD),
      {},
      { state: 'several', at: 'news.example.org' },
    ],
    ['one among others', at('default._bimi.example.org', 'v=spf1 -all', RECORD), {}, { state: 'record' }],
    [
      'a near miss',
      at('default._bimi.news.example.org', 'v=bimi1; l='),
      {},
      { state: 'not-a-record', at: 'news.example.org' },
    ],
    [
      'by the local part',
      { ...at('default._bimi.example.org', `${RECORD}; lps=true`), ...at('ann-b._bimi.example.org', RECORD) },
      {},
      { state: 'record', selector: 'ann-b' },
    ],
    [
      'not by the local part without lps',
      { ...at('default._bimi.example.org', RECORD), ...at('ann-b._bimi.example.org', RECORD) },
      {},
      { state: 'record', selector: 'default' },
    ],
    [
      'no record for the local part',
      at('default._bimi.example.org', `${RECORD}; lps=true`),
      {},
      { selector: 'default' },
    ],
  ])('%s', async (_name, records, more, expected) => {
    expect(await find(records, more)).toMatchObject(expected)
  })

  test('a question without an answer is neither', async () => {
    const records = at('default._bimi.example.org', RECORD)
    expect(await find(records, {}, ['TXT default._bimi.news.example.org'])).toMatchObject({ state: 'failed' })
    expect(await find({}, {}, ['TXT default._bimi.example.org'])).toMatchObject({ state: 'failed' })
  })
})
