import { expect, test } from 'bun:test'
import { readListUnsubscribe } from '../../../../src/mail/content/list-unsubscribe/list-unsubscribe.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const read = (...fields: string[]) =>
  readListUnsubscribe(parseMessage(Buffer.from(['From: a@b.example', ...fields, '', 'x'].join('\r\n'))))

test.each([
  [
    'https and mailto',
    '<https://example.org/u?a=1,2&b=(3)>, <mailto:u@example.org?subject=leave>',
    'https example.org|mailto example.org',
    '',
  ],
  [
    'folded',
    '<https://example.org/u>,\r\n <mailto:u@example.org>',
    'https example.org|mailto example.org',
    '',
  ],
  ['white space inside the brackets', '<https://example.org/\r\n u>', 'https example.org', ''],
  [
    'comments',
    '(leave) <mailto:u@example.org> (or), (this) <http://example.org/>',
    'mailto example.org|http example.org',
    '',
  ],
  ['no brackets', 'https://example.org/u', '', 'no-brackets'],
  [
    'no brackets around the second',
    '<mailto:u@example.org>, https://example.org/u',
    'mailto example.org',
    'no-brackets',
  ],
  ['brackets not closed', '<https://example.org/u', 'https example.org', 'no-brackets'],
  ['words outside', 'Click <https://example.org/u>', 'https example.org', 'stray-text'],
  ['no address', '<unsubscribe>', '', 'bad-uri'],
  ['a host without a dot', '<https://localhost/u>', '', 'bad-uri'],
  ['mailto without an address', '<mailto:>', '', 'bad-uri'],
  ['encoded words', '=?utf-8?Q?=3Chttps=3A//example.org=3E?=', '', 'encoded,stray-text'],
  ['empty', '', '', 'empty'],
  ['IDN', '<https://xn--mnchen-3ya.example/u>', 'https xn--mnchen-3ya.example', ''],
  ['another scheme beside', '<ftp://example.org/>, <https://example.org/u>', 'https example.org', 'bad-uri'],
])('%s', (_name, value, ways, faults) => {
  const list = read(`List-Unsubscribe: ${value}`)
  expect(list.ways.map(({ scheme, host }) => `${scheme} ${host}`).join('|')).toBe(ways)
  expect([...list.faults].join()).toBe(faults)
})

test.each([
  ['List-Unsubscribe=One-Click', 'one-click'],
  ['  List-Unsubscribe=One-Click  ', 'one-click'],
  ['list-unsubscribe=one-click', 'wrong'],
  ['List-Unsubscribe = One-Click', 'wrong'],
  ['"List-Unsubscribe=One-Click"', 'wrong'],
  ['One-Click', 'wrong'],
  ['', 'wrong'],
])('List-Unsubscribe-Post: "%s"', (value, post) => {
  expect(read(`List-Unsubscribe-Post: ${value}`).post).toBe(post as 'wrong')
})

test('nothing there', () => {
  expect(read()).toMatchObject({ fields: 0, ways: [], postFields: 0 })
  expect(read().post).toBeUndefined()
})
