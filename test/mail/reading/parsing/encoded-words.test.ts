import { expect, test } from 'bun:test'
import { decodeEncodedWords } from '../../../../src/mail/reading/mime/encoded-words.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const octets = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['plain text', 'plain text', 'plain text'],
  ['quoted-printable', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
  ['base64', '=?UTF-8?B?R3LDvMOfZQ==?=', 'Grüße'],
  ['lower-case encodings', '=?utf-8?q?a_b?= =?utf-8?b?Yw==?=', 'a bc'],
  ['adjacent words lose the space between', '=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
  ['adjacent words over a fold', '=?utf-8?Q?a?=  \t =?utf-8?Q?b?=', 'ab'],
  ['a space inside is an underscore', '=?utf-8?Q?a_?= =?utf-8?Q?b?=', 'a b'],
  ['text between keeps its spaces', '=?utf-8?Q?a?= x =?utf-8?Q?b?=', 'a x b'],
  ['a character split over two words', '=?utf-8?Q?=C3?= =?utf-8?Q?=BC?=', 'ü'],
  ['base64 split inside a character', '=?utf-8?B?4pg=?= =?utf-8?B?ug==?=', '☺'],
  ['two charsets in a row', '=?iso-8859-1?Q?=FC?= =?utf-8?Q?=C3=BC?=', 'üü'],
  ['words without white space between', '=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
  ['a word against text', 'x=?utf-8?Q?=C3=BC?=y', 'xüy'],
  ['a word in quotation marks', '"=?utf-8?Q?=C3=BC?="', '"ü"'],
  ['spaces in a word', '=?utf-8?Q?a b c?=', 'a b c'],
  ['a question mark in a word', '=?utf-8?Q?what?no??=', 'what?no?'],
  ['base64 without padding', '=?utf-8?B?R3LDvA?=', 'Grü'],
  ['base64 with foreign characters', '=?utf-8?B?R3L D-vA==?=', 'Grü'],
  ['an equals sign that is no escape', '=?utf-8?Q?a=b?=', 'a=b'],
  ['a language', '=?utf-8*de?Q?=C3=BC?=', 'ü'],
  ['a charset nobody knows', '=?x-nobody?Q?=41?=', 'A'],
  ['iso-2022-jp', '=?ISO-2022-JP?B?GyRCJDMkcxsoQg==?=', 'こん'],
  [
    'iso-2022-jp in two words, each complete',
    '=?iso-2022-jp?B?GyRCJDMkcxsoQg==?= =?iso-2022-jp?B?GyRCJDMkcxsoQg==?=',
    'こんこん',
  ],
  ['utf-7', '=?utf-7?Q?Hi_+Jjo-?=', 'Hi ☺'],
  ['never closed', '=?utf-8?Q?abc', '=?utf-8?Q?abc'],
  ['another encoding', '=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
  ['a line end inside a word does not get out', '=?utf-8?Q?a=0D=0AX-Evil:_b?=', 'a  X-Evil: b'],
  ['raw UTF-8', octets('Grüße'), 'Grüße'],
  ['raw Latin-1', 'Gr\xfc\xdfe', 'Grüße'],
  ['raw UTF-8 beside a word', `${octets('ü')} =?utf-8?Q?=C3=BC?=`, 'ü ü'],
  ['raw Latin-1 in a word', '=?iso-8859-1?Q?Caf\xe9?=', 'Café'],
  ['raw Cyrillic in a word', '=?koi8-r?Q?\xf0\xd2=C9\xd7\xc5\xd4?=', 'Привет'],
  ['raw EUC-KR in a word', '=?euc-kr?Q?\xb1\xa4=B0\xed?=', '광고'],
  ['raw UTF-8 in a word', `=?utf-8?Q?Caf${octets('é')}_=C3=BC?=`, 'Café ü'],
  ['raw Latin-1 in a word that says UTF-8', '=?utf-8?Q?Caf\xe9?=', 'Café'],
  ['raw Latin-1 in a word that says ASCII', '=?us-ascii?Q?Caf\xe9?=', 'Café'],
  ['octets that are no base64 in a word', '=?utf-8?B?R3L\xe9Dv\xffA==?=', 'Grü'],
  ['empty', '', ''],
])('%s', (_name, written, text) => {
  expect(decodeEncodedWords(written).text).toBe(text)
})

test('words that cannot be decoded are counted', () => {
  expect(decodeEncodedWords('=?utf-8?Q?ok?=').broken).toBe(0)
  expect(decodeEncodedWords('=?x-nobody?Q?a?=').broken).toBe(1)
  expect(decodeEncodedWords('=?utf-8?Q?=FF?= x =?utf-8?Q?=FF?=').broken).toBe(2)
})

test('a subject over several folded lines', () => {
  const raw =
    'From: a@b.example\r\nSubject: =?utf-8?Q?Ein_l=C3=A4ngerer_?=\r\n =?utf-8?Q?Betreff?=\r\n\tund Text\r\n\r\nx'
  expect(parseMessage(Buffer.from(raw)).subject).toBe('Ein längerer Betreff\tund Text')
})

test('a header full of openings is read once', () => {
  expect(decodeEncodedWords('=?a?q?'.repeat(50_000)).text.length).toBe(300_000)
  expect(decodeEncodedWords('=?a?q?x?= '.repeat(50_000)).text.trim().length).toBe(50_000)
})
