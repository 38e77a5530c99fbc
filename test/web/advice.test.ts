import { expect, test } from 'bun:test'
import { adviceLines } from '../../src/web/advice.ts'

const code = (line: string) =>
  adviceLines(line).flatMap((pieces) => pieces.filter(({ kind }) => kind === 'code'))

test.each([
  [
    'a record in quotes at the end stands alone, without its quotes',
    'Publish "mail.example.org. IN A 192.0.2.1".',
    [{ kind: 'code', text: 'mail.example.org. IN A 192.0.2.1', block: true }],
  ],
  [
    'a record amid a sentence stays in it',
    'Publish "mail.example.org. IN A 192.0.2.1", or name another host.',
    [{ kind: 'code', text: 'mail.example.org. IN A 192.0.2.1' }],
  ],
  [
    'a record after its name and type',
    'Publish: _dmarc.example.org TXT "v=DMARC1; p=none; rua=mailto:postmaster@example.org"',
    [
      {
        kind: 'code',
        text: 'v=DMARC1; p=none; rua=mailto:postmaster@example.org',
        block: true,
        place: '_dmarc.example.org TXT',
      },
    ],
  ],
  [
    'a record of several strings keeps its quotes',
    'Publish: s._domainkey.example.org TXT "v=DKIM1; k=rsa; p=MIIB" "IjAN" "BgkqA".',
    [
      {
        kind: 'code',
        text: '"v=DKIM1; k=rsa; p=MIIB" "IjAN" "BgkqA"',
        block: true,
        place: 's._domainkey.example.org TXT',
      },
    ],
  ],
  [
    'a record with its place amid a sentence',
    'Publish example.org TXT "v=spf1 -all" and no other.',
    [{ kind: 'code', text: 'v=spf1 -all' }],
  ],
  ['words in quotes are words', 'It is under "reverse DNS" in the panel.', []],
  [
    'a bare SPF record ends with its terms',
    'Publish this at example.org: v=spf1 a mx ip4:192.0.2.0/28 include:_spf.example.net -all',
    [{ kind: 'code', text: 'v=spf1 a mx ip4:192.0.2.0/28 include:_spf.example.net -all', block: true }],
  ],
  [
    'a DMARC record ends before the sentence goes on',
    'Publish v=DMARC1; p=none; rua=mailto:d@example.org at _dmarc.example.org.',
    [{ kind: 'code', text: 'v=DMARC1; p=none; rua=mailto:d@example.org' }],
  ],
  [
    'a tag alone is not a record',
    'p= should follow v=DMARC1 directly: older receivers demand it.',
    [{ kind: 'code', text: 'v=DMARC1' }],
  ],
  [
    'a header field announced by a colon',
    'Add this field: List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    [{ kind: 'code', text: 'List-Unsubscribe-Post: List-Unsubscribe=One-Click', block: true }],
  ],
  ['a colon before ordinary words', 'Mend it in two steps: first the key.', []],
  ['an odd backtick is no pair', 'Remove the ` from the record.', []],
  ['backticks', 'Set `myhostname` to it.', [{ kind: 'code', text: 'myhostname' }]],
] as const)('%s', (_name, line, pieces) => {
  expect(code(line)).toEqual([...pieces])
})

test('nothing of the advice is lost or doubled', () => {
  const line =
    'Publish "a.example. IN A 192.0.2.1" and see https://example.org/x, then `reload`. Done: v=spf1 -all'
  const text = adviceLines(line)
    .flat()
    .map((piece) => piece.text)
    .join('')
  expect(text).toBe(line.replaceAll(/["`]/g, ''))
})

test('an address of a page becomes a link without the stop behind it', () => {
  expect(adviceLines('Ask for removal: https://example.org/remove?a=1.')[0]?.[1]).toEqual({
    kind: 'link',
    text: 'https://example.org/remove?a=1',
  })
})

test('the scheme by itself is no link', () => {
  for (const line of [
    'Write the address in full, with https://.',
    'Begin it with https://, not "https://"',
  ]) {
    expect(adviceLines(line)).toEqual([[{ kind: 'words', text: line }]])
  }
})

test('each line is one thing to do, and empty lines are none', () => {
  expect(adviceLines('One.\n\n  Two.  \n').map((pieces) => pieces[0]?.text)).toEqual(['One.', 'Two.'])
})

test('a line that is only a record, a field or a command goes with the line before it', () => {
  const advice = [
    'Publish the name, which must lead back:',
    '10.2.0.192.in-addr.arpa PTR mail.example.org.',
    'example.org MX 10 mail.example.org.',
    'List-Unsubscribe: <https://example.org/u>',
    'EHLO mail.example.org',
    'Then send again.',
  ].join('\n')
  const [first, second, ...rest] = adviceLines(advice)
  expect(first?.slice(1)).toEqual([
    {
      kind: 'code',
      text: 'mail.example.org.',
      place: '10.2.0.192.in-addr.arpa PTR',
      whole: true,
      block: true,
    },
    { kind: 'code', text: '10 mail.example.org.', place: 'example.org MX', whole: true, block: true },
    { kind: 'code', text: 'List-Unsubscribe: <https://example.org/u>', whole: true, block: true },
    { kind: 'code', text: 'EHLO mail.example.org', whole: true, block: true },
  ])
  expect(second).toEqual([{ kind: 'words', text: 'Then send again.' }])
  expect(rest).toEqual([])
})

test.each([
  'Note: this is a sentence.',
  'Give example.org A record of 192.0.2.1.',
  'Postfix: set myhostname',
  'x A y',
  'one.example A sentence that goes on and on.',
  'one.example A sentence',
  'one.example MX record of yours',
])('a sentence is not a record: %s', (line) => {
  expect(adviceLines(line)[0]?.some(({ whole }) => whole)).toBe(false)
})
