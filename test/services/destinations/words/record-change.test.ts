import { expect, test } from 'bun:test'
import { factsOf } from '../../../../src/services/destinations/words/facts.ts'
import { changeInWords } from '../../../../src/services/destinations/words/record-change.ts'

const said = (record: string, before: string[], after: string[], name = 'example.org') =>
  changeInWords(factsOf({ record, name, before, after }))

test.each<[string, string[], string[], string[]]>([
  ['spf', [], ['v=spf1 -all'], ['A new SPF record at example.org: v=spf1 -all']],
  ['spf', ['v=spf1 -all'], [], ['The SPF record at example.org is gone. It was: v=spf1 -all']],
  [
    'spf',
    ['v=spf1 a mx -all'],
    ['v=spf1 a ip4:192.0.2.1 ~all'],
    ['The SPF record at example.org changed.', 'Removed: mx, -all', 'Added: ip4:192.0.2.1, ~all'],
  ],
  [
    'spf',
    ['v=spf1 a mx -all'],
    ['v=spf1 mx a -all'],
    ['The SPF record at example.org is now: v=spf1 mx a -all'],
  ],
  [
    'mx',
    ['10 mx1.example.org', '20 mx2.example.org'],
    ['10 mx1.example.org', '20 mx3.example.net'],
    ['The MX record at example.org changed.', 'Removed: 20 mx2.example.org', 'Added: 20 mx3.example.net'],
  ],
  [
    'dmarc',
    ['v=DMARC1; p=none'],
    ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
    ['The DMARC record at example.org changed.', 'Added: v=DMARC1; p=reject'],
  ],
  [
    'bimi',
    ['v=BIMI1; l=https://example.org/a.svg'],
    ['v=BIMI1; l=https://example.org/b.svg'],
    [
      'The BIMI record at example.org changed.',
      'Removed: l=https: //example.org/a.svg',
      'Added: l=https: //example.org/b.svg',
    ],
  ],
  [
    'sts_policy',
    ['version: STSv1\nmode: enforce\nmx: a.example.org\nmax_age: 604800'],
    ['version: STSv1\nmode: testing\nmx: a.example.org\nmax_age: 604800'],
    ['The MTA-STS policy file at example.org changed.', 'Removed: mode: enforce', 'Added: mode: testing'],
  ],
  [
    'dkim',
    ['CNAME s1.provider.example', 'v=DKIM1; p=AAAA'],
    ['CNAME s1.provider.example'],
    ['The DKIM key at example.org is gone. It was: CNAME s1.provider.example, v=DKIM1; p=AAAA'],
  ],
  ['something', ['a'], ['b'], ['A record at example.org changed.']],
])('%s %j becomes %j', (record, before, after, lines) => {
  expect(said(record, before, after)).toEqual(lines)
})

test('of many parts the first are said', () => {
  const many = Array.from({ length: 30 }, (_, at) => `${at} mx${at}.example.org`)
  expect(said('mx', ['5 old.example.org'], many)[2]).toMatch(/^Added: .*, and 24 more$/)
})
