import { expect, test } from 'bun:test'
import { parseMailboxes } from '../../../../src/mail/reading/mime/mailboxes.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

type Case = [name: string, value: string, boxes: [name: string, address: string][], faults?: string]

const octets = (text: string) => Buffer.from(text).toString('latin1')

test.each<Case>([
  ['a bare address', 'a@b.example', [['', 'a@b.example']]],
  ['a name', 'John Smith <a@b.example>', [['John Smith', 'a@b.example']]],
  ['a quoted name with a comma', '"Smith, John" <a@b.example>', [['Smith, John', 'a@b.example']]],
  ['quoted pairs', '"John \\"Q\\" Smith" <a@b.example>', [['John "Q" Smith', 'a@b.example']]],
  ['a comment as the name', 'a@b.example (John Smith)', [['John Smith', 'a@b.example']]],
  ['nested comments', 'John (a (b) c) Smith <a@b.example>', [['John Smith', 'a@b.example']]],
  [
    'several',
    'a@b.example, X <c@d.example>',
    [
      ['', 'a@b.example'],
      ['X', 'c@d.example'],
    ],
  ],
  [
    'a group',
    'Team: a@b.example, "X, Y" <c@d.example>;',
    [
      ['', 'a@b.example'],
      ['X, Y', 'c@d.example'],
    ],
  ],
  ['an empty group', 'undisclosed-recipients:;', []],
  [
    'a group among others',
    'a@b.example, G: c@d.example;, e@f.example',
    [
      ['', 'a@b.example'],
      ['', 'c@d.example'],
      ['', 'e@f.example'],
    ],
  ],
  ['a quoted local part', '"a b"@c.example', [['', '"a b"@c.example']]],
  ['an angle bracket in a quoted local part', '<"a>b"@c.example>', [['', '"a>b"@c.example']]],
  ['a route', '<@one.example,@two.example:a@b.example>', [['', 'a@b.example']]],
  ['white space around the parts', 'a @ b . example', [['', 'a@b.example']]],
  ['an address literal', 'a@[192.0.2.1]', [['', 'a@[192.0.2.1]']]],
  ['an encoded name', '=?utf-8?Q?J=C3=B6rg?= <a@b.example>', [['Jörg', 'a@b.example']]],
  ['a comma inside an encoded word', '=?utf-8?Q?Smith=2C_J?= <a@b.example>', [['Smith, J', 'a@b.example']]],
  ['an encoded word in quotation marks', '"=?utf-8?Q?J=C3=B6rg?=" <a@b.example>', [['Jörg', 'a@b.example']]],
  ['an encoded address is a name', '=?utf-8?B?YUBiLmV4YW1wbGU=?=', [['a@b.example', '']], 'no-address'],
  [
    'an address as the name',
    '"boss@bank.example" <a@evil.example>',
    [['boss@bank.example', 'a@evil.example']],
  ],
  ['an unquoted comma', 'Smith, John <a@b.example>', [['Smith, John', 'a@b.example']], 'unquoted-comma'],
  ['an unclosed quotation mark', '"John <a@b.example>', [['John', 'a@b.example']], 'unclosed-quote'],
  ['an unclosed angle bracket', 'John <a@b.example', [['John', 'a@b.example']], 'unclosed-angle'],
  ['a stray closing bracket', 'a@b.example>', [['', 'a@b.example']], 'unclosed-angle'],
  ['no brackets around the address', 'John Smith a@b.example', [['John Smith', 'a@b.example']], 'no-angle'],
  ['two pairs of brackets', '<x@y.example> <a@b.example>', [['', 'a@b.example']], 'several-angles'],
  ['a name alone', 'John Smith', [['John Smith', '']], 'no-address'],
  ['empty brackets', '<>', [['', '']], 'no-address'],
  ['two at signs', 'a@b@c.example', [['', 'a@b@c.example']], 'bad-address'],
  ['two dots', 'a@b..example', [['', 'a@b..example']], 'bad-address'],
  ['a colon in the name', 'Note: John <a@b.example>', [['Note: John', 'a@b.example']], 'stray-separator'],
  [
    'semicolons instead of commas',
    'a@b.example; c@d.example',
    [
      ['', 'a@b.example'],
      ['', 'c@d.example'],
    ],
    'stray-separator',
  ],
  ['mailto:', '<mailto:a@b.example>', [['', 'a@b.example']]],
  [
    'empty elements',
    'a@b.example, , c@d.example,',
    [
      ['', 'a@b.example'],
      ['', 'c@d.example'],
    ],
  ],
  ['raw UTF-8', octets('Jörg <jörg@exämple.example>'), [['Jörg', 'jörg@exämple.example']]],
  ['nothing', '', []],
])('%s', (_name, value, boxes, faults = '') => {
  const list = parseMailboxes(value, 100)
  expect(list.mailboxes.map(({ name, address }) => [name, address])).toEqual(boxes)
  expect([...list.faults].join()).toBe(faults)
})

test.each([
  ['a@EXAMPLE.org.', 'example.org'],
  ['a@münchen.example', 'xn--mnchen-3ya.example'],
  ['a@xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['a@例え.example', 'xn--r8jz45g.example'],
  ['a@[192.0.2.1]', '[192.0.2.1]'],
  ['a@b c.example', ''],
  ['a@', ''],
  ['a', ''],
])('the domain of %s', (address, domain) => {
  expect(parseMailboxes(`<${octets(address)}>`, 1).mailboxes[0]?.domain).toBe(domain)
})

test('several From fields are all read', () => {
  const message = parseMessage(Buffer.from('From: a@b.example\r\nFrom: c@d.example, e@f.example\r\n\r\n'))
  expect(message.from.map(({ address }) => address)).toEqual(['a@b.example', 'c@d.example', 'e@f.example'])
})

test('forty thousand recipients are bounded, and it is said', () => {
  const to = Array.from({ length: 40_000 }, (_, i) => `"User ${i}" <u${i}@example.org>`).join(',\r\n ')
  const message = parseMessage(Buffer.from(`From: a@b.example\r\nTo: ${to}\r\n\r\nx`))
  expect(message.to).toHaveLength(1_000)
  expect(message.to[999]?.address).toBe('u999@example.org')
  expect(message.limits.join()).toContain('1000 addresses')
})

test.each(['(', '<', '"', ':', ',', 'a:', '"\\', '<"', '()', 'a@b '])(
  'a field of nothing but %s ends',
  (piece) => {
    expect(parseMailboxes(piece.repeat(100_000), 100).mailboxes.length).toBeLessThanOrEqual(100)
  },
)
