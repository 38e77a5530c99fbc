import { expect, test } from 'bun:test'
import { beginningOf } from '../../../src/mail/fixing/changes.ts'
import { listedAddresses, readLoosely } from '../../../src/mail/fixing/tag-list.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

test.each([
  ['brackets', 'mailto:<a@x.example>,<mailto:b@x.example>'],
  ['a name before it', 'Reports <a@x.example>,b@x.example'],
  ['a link that an editor made', 'a@x.example<mailto:a@x.example>,mailto:b@x.example'],
  ['an equals sign', 'mailto=a@x.example,mailto=b@x.example'],
  ['slashes', 'mailto://a@x.example,mailto://b@x.example'],
  ['the scheme twice', 'mailto:mailto:a@x.example,mailto:b@x.example'],
  ['the scheme alone', 'mailto,a@x.example,mailto:,b@x.example'],
  ['blanks', 'mailto: a@x.example mailto: b@x.example'],
  ['words', 'a@x.example and b@x.example'],
])('addresses with %s', (_what, value) => {
  expect(listedAddresses(value)).toEqual(['mailto:a@x.example', 'mailto:b@x.example'])
})

test.each([
  'mailto:a@x.example https://r.example/v1',
  'mailto:a@x.example, https://r.example/v1',
  'mailto:a@x.example and https://r.example/v1',
])('an https address stays beside others: %s', (value) => {
  expect(listedAddresses(value)).toEqual(['mailto:a@x.example', 'https://r.example/v1'])
})

test('a blank inside an address is for its owner to explain', () => {
  expect(listedAddresses('https://r.example/one file')).toEqual(['https://r.example/one file'])
})

test.each([
  ['a line of a zone file', '_x.example.org. 3600 IN TXT ( "v=X1; p=none; rua=a" )'],
  ['its name', '_x v=X1; p=none; rua=a'],
  ['brackets', '(v=X1; p=none; rua=a)'],
  ['the quotes of a web page', '&quot;v=X1; p=none; rua=a&quot;'],
  ['wide marks', utf8('v=X1； p＝none； rua=a')],
  ['the Greek question mark', utf8('v=X1\u037e p=none\u037e rua=a')],
  ['colons', 'v:X1; p:none; rua:a'],
  ['colons without semicolons', 'v:X1 p=none rua=a'],
])('a record with %s', (_what, text) => {
  expect(readLoosely(text, ['v', 'p', 'rua'])).toEqual([
    { name: 'v', value: 'X1' },
    { name: 'p', value: 'none' },
    { name: 'rua', value: 'a' },
  ])
})

test('what goes on with a list may have a tag behind it', () => {
  const text = 'rua=mailto:a@x.example;mailto:b@x.example ruf=mailto:c@x.example p=none'
  expect(readLoosely(text, ['v', 'p', 'rua', 'ruf'])).toEqual([
    { name: 'rua', value: 'mailto:a@x.example' },
    { name: '', value: 'mailto:b@x.example' },
    { name: 'ruf', value: 'mailto:c@x.example' },
    { name: 'p', value: 'none' },
  ])
})

test.each([
  [['v=dmarc1; p=none', 'V=DMARC1 p=none'], 'v=DMARC1'],
  [['"v=DMARC1; p=none"'], '"v=dmarc1; p=none"'],
  [['"v=DMARC1; p=none"', '"v=DMARC1; sp=none"'], '"v=dmarc1; '],
  [['p=none', 'v=DMARC1'], undefined],
])('what replaced records begin with: %p', (texts, beginning) => {
  expect(beginningOf(texts, 'v=DMARC1')?.toLowerCase()).toBe(beginning?.toLowerCase() as string)
})
