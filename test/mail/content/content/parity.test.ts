import { expect, test } from 'bun:test'
import { compareParts } from '../../../../src/mail/content/content/parity.ts'
import { illegibleShare, looksEncoded } from '../../../../src/mail/content/content/readability.ts'
import { extractLinks } from '../../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'

function compare(text: string, markup: string) {
  const html = parseHtml(markup)
  return compareParts({ text }, html, extractLinks(html, undefined))
}

const LETTER =
  'Dear reader, the garden opens again on Saturday. Bring your family, walk under the old trees, and stay for tea in the ' +
  'glass house. Our gardeners show you how roses are cut, and every child may plant a seed and take it home. The gates ' +
  'are open from nine in the morning until the sun goes down, and there is room for bicycles beside the western wall.'
const OTHER =
  'Quarterly figures were published yesterday. Revenue grew by four percent while costs fell slightly. The board proposes ' +
  'a dividend of two euros per share, to be paid in June after approval by the annual meeting in Frankfurt next month.'
const asHtml = (text: string) => `<html><body><p>${text.replaceAll('. ', '.</p><p>')}</p></body></html>`
const JAPANESE =
  '庭園は土曜日に再び開きます。ご家族と一緒に古い木の下を歩き、温室でお茶をお楽しみください。庭師がバラの切り方をお見せします。'

test.each([
  ['the same words', LETTER, asHtml(LETTER), 'alike'],
  [
    'links written out',
    `${LETTER}\n\nhttps://example.org/garden?x=1`,
    asHtml(`${LETTER} <a href="https://example.org/garden">More</a>`),
    'alike',
  ],
  ['a summary', LETTER.split('. ').slice(0, 3).join('. '), asHtml(LETTER), 'alike'],
  ['other words', OTHER, asHtml(LETTER), 'differs'],
  ['the browser', 'View this email in your browser: https://example.org/v', asHtml(LETTER), 'stub'],
  ['no HTML, no reading', 'Please use an HTML compatible email viewer!', asHtml(LETTER), 'stub'],
  ['the browser, in German', 'Newsletter im Browser ansehen: https://example.org/v', asHtml(LETTER), 'stub'],
  ['a fragment', 'Dear reader', asHtml(LETTER), 'stub'],
  ['too short to compare', 'Hello there', '<p>Hi you</p>', 'too-short'],
  ['the same in Japanese', JAPANESE, asHtml(JAPANESE), 'alike'],
  [
    'something else in Japanese',
    '四半期の決算が昨日発表されました。売上高は四パーセント増加し、費用はわずかに減少しました。取締役会は配当を提案しています。',
    asHtml(JAPANESE),
    'differs',
  ],
  ['text for images alone', LETTER, '<img src="a.png"><img src="b.png">', 'too-short'],
])('%s', (_name, text, html, verdict) => {
  expect(compare(text, html).verdict).toBe(verdict as 'alike')
})

test('linked hosts are compared', () => {
  const html = '<a href="https://a.example/">x</a><a href="https://b.example/">y</a>'
  expect(compare('https://a.example/', html).linkOverlap).toBe(0.5)
  expect(compare('', '<p>no link').linkOverlap).toBe(1)
})

test('illegible characters', () => {
  expect(illegibleShare('Grüße, 你好, 👍\r\n\t')).toBe(0)
  expect(illegibleShare('')).toBe(0)
  expect(illegibleShare('\ufffd\u0001ab')).toBe(0.5)
})

test.each([
  ['base64', Buffer.from(LETTER.repeat(3)).toString('base64').replaceAll(/.{76}/g, '$&\n'), 'base64'],
  ['base64 in one line', Buffer.from(LETTER).toString('base64'), 'base64'],
  [
    'quoted-printable',
    Buffer.from('Grüße, schöne Öfen für Müller. '.repeat(10))
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase()}`),
    'quoted-printable',
  ],
  ['a letter', LETTER, undefined],
  ['a letter with addresses', `${LETTER} https://example.org/?a=20&b=3D&c=C3`, undefined],
  ['a long word', 'a'.repeat(500), undefined],
  [
    'a signed message',
    `-----BEGIN PGP MESSAGE-----\n\n${Buffer.from(LETTER).toString('base64')}\n-----END PGP MESSAGE-----`,
    undefined,
  ],
])('text that still stands in its transfer encoding: %s', (_name, text, encoding) => {
  expect(looksEncoded(text)).toBe(encoding as 'base64' | undefined)
})
