import { expect, test } from 'bun:test'
import { judgeKind } from '../../../../src/mail/reading/kind/kind.ts'
import { extractLinks } from '../../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { wrapped } from '../../../analysis/message-scene.ts'

function kindOf(fields: Record<string, string>, body: string, type = 'text/plain') {
  const head = { From: 'Example <hello@example.org>', To: 'r@example.net', ...fields }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const raw = [
    ...lines,
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(body),
  ].join('\r\n')
  const message = parseMessage(Buffer.from(raw))
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  return judgeKind(message, html, extractLinks(html, message.text))
}

const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const FOOTER = '<p><a href="https://example.org/u/1">Unsubscribe</a></p>'
const SHOP = '<p>Spring sale: 30% off. <a href="https://example.org/s">Shop now</a></p>'

test.each<[string, string, Record<string, string>, string, string?]>([
  ['personal', 'a test', { Subject: 'test' }, 'This is a test mailing'],
  [
    'personal',
    'a letter',
    { Subject: 'Lunch?', 'User-Agent': 'Mozilla Thunderbird' },
    'Shall we meet? I have a coupon, 20% off.',
  ],
  [
    'personal',
    'an answer about an offer',
    { Subject: 'Re: your offer', 'In-Reply-To': '<a@b.example>' },
    'The discount is fine: https://example.org/',
  ],
  ['transactional', 'an order', { Subject: 'Your order 1234 has shipped' }, 'Your order has shipped.'],
  [
    'transactional',
    'an order that praises other goods',
    { Subject: 'Order confirmation', 'List-Unsubscribe': '<https://example.org/u>' },
    `<p>Your order number 1.</p>${SHOP}${FOOTER}`,
    'text/html',
  ],
  [
    'transactional',
    'a code',
    { Subject: '123456 is your verification code', From: 'noreply@example.org' },
    'Your verification code is 123456.',
  ],
  [
    'transactional',
    'a password',
    { Subject: word('Passwort zurücksetzen') },
    'Klicken Sie hier: https://example.org/r',
  ],
  [
    'transactional',
    'a bill in French',
    { Subject: word('Votre facture de novembre') },
    'Votre facture est disponible.',
  ],
  ['transactional', 'an order in Japanese', { Subject: word('ご注文ありがとうございます') }, '注文番号 123'],
  [
    'transactional',
    'a cron job',
    { Subject: 'Cron <root@host> backup', 'Auto-Submitted': 'auto-generated' },
    'done',
  ],
  [
    'marketing',
    'a newsletter with all fields',
    {
      Subject: 'Our news',
      'List-Unsubscribe': '<https://example.org/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    `<p>Our newsletter</p>${FOOTER}`,
    'text/html',
  ],
  [
    'marketing',
    'a newsletter without any field',
    { Subject: 'Our spring newsletter' },
    `${SHOP}${FOOTER}`,
    'text/html',
  ],
  [
    'marketing',
    'a short offer',
    { Subject: 'Spring sale' },
    '<p>50% off. <a href="https://example.org/x">Shop now</a></p>',
    'text/html',
  ],
  [
    'personal',
    'a letter about an offer',
    { Subject: 'Look' },
    'They have it on sale with a coupon: https://example.org/ See you tomorrow',
  ],
  [
    'marketing',
    'an offer without any unsubscribe link',
    { Subject: 'Sale: 50% off everything' },
    SHOP,
    'text/html',
  ],
  [
    'marketing',
    'bulk by Precedence and campaign fields',
    { Subject: 'Hello', Precedence: 'bulk', 'X-Campaign-ID': '7' },
    'Text',
  ],
  [
    'marketing',
    'German',
    { Subject: word('Nur heute: 20 % Rabatt') },
    '<p>Jetzt shoppen: <a href="https://example.org/">zum Shop</a></p><a href="https://example.org/a">Abmelden</a>',
    'text/html',
  ],
  [
    'marketing',
    'Russian',
    { Subject: word('Скидка 30% до пятницы') },
    '<a href="https://example.org/">Распродажа</a> <a href="https://example.org/x">Отписаться</a>',
    'text/html',
  ],
  [
    'marketing',
    'Chinese',
    { Subject: word('限时优惠') },
    '<p>折扣 <a href="https://example.org/">立即购买</a></p><a href="https://example.org/x">退订</a>',
    'text/html',
  ],
  [
    'list',
    'Mailman',
    {
      Subject: '[dev] Re: a patch',
      'List-Id': '<dev.example.org>',
      'List-Post': '<mailto:dev@example.org>',
      Precedence: 'list',
      'List-Unsubscribe': '<mailto:dev-leave@example.org>',
    },
    'To unsubscribe: https://example.org/',
  ],
  [
    'transactional',
    'a tracker that names its project',
    {
      Subject: 'app | Failed pipeline for main',
      'List-Id': '<7.app.git.example.org>',
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<https://git.example.org/u>',
    },
    'Pipeline 99 has failed.',
  ],
  [
    'list',
    'Google Groups',
    {
      Subject: 'Hi',
      'List-Id': '<g.googlegroups.com>',
      'Mailing-list': 'list g@googlegroups.com',
      'List-Unsubscribe': '<https://groups.google.com/u>',
    },
    'text',
  ],
])('%s: %s', (kind, _name, fields, body, type = 'text/plain') => {
  expect(kindOf(fields, body, type).kind).toBe(kind as 'personal')
})

test('a bounce is transactional', () => {
  const raw =
    'From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--'
  const message = parseMessage(Buffer.from(raw))
  expect(judgeKind(message, undefined, []).kind).toBe('transactional')
})

test('the reasons say why and repeat none of the message', () => {
  const verdict = kindOf({ Subject: 'Zebra sale 50% off' }, `${SHOP}<p>Zebra</p>${FOOTER}`, 'text/html')
  expect(verdict.reasons.length).toBeGreaterThan(0)
  expect(verdict.reasons.join(' ')).not.toContain('Zebra')
  expect(kindOf({}, 'x').reasons).toEqual(['Nothing marks it as automatic, bulk or list mail.'])
})

const PIXEL = '<img src="https://t.sales.example/o/abc" width="1" height="1" alt="">'
const LETTER = '<p>Hi Ann, do you have 15 minutes next week?</p>'

test.each<[string, Record<string, string>, string, string | undefined]>([
  ['a tracking pixel', {}, LETTER + PIXEL, 'reports when it is opened (tracking pixel)'],
  [
    'counted links beside it',
    {},
    `${LETTER}${PIXEL}<a href="https://ct.sendgrid.net/ls/click?upn=1">our site</a>`,
    'reports when it is opened (tracking pixel) and counts clicks on its links',
  ],
  [
    'a way to unsubscribe alone',
    {},
    `${LETTER}<p>Not interested? <a href="https://s.example/x">Unsubscribe</a></p>`,
    'offers to unsubscribe',
  ],
  ['a tool for sales mail', { 'X-Mailer': 'lemlist' }, LETTER, 'was sent by a tool for sales mail'],
  [
    'written with a mail program, tracked all the same',
    { 'User-Agent': 'Mozilla Thunderbird' },
    LETTER + PIXEL,
    'reports when it is opened (tracking pixel)',
  ],
  ['a plain letter', {}, LETTER, undefined],
  ['an answer with a pixel', { 'In-Reply-To': '<a@b.example>' }, LETTER + PIXEL, undefined],
  [
    'a receipt that a mail program asks for',
    { 'Disposition-Notification-To': 'ann@example.org' },
    LETTER,
    undefined,
  ],
  [
    'the pixel of a mail program',
    {},
    `${LETTER}<img src="https://r.superhuman.com/x" width="1" height="1">`,
    undefined,
  ],
  [
    'a signature with a logo',
    {},
    `${LETTER}<img src="https://example.org/logo.png" width="120" height="40" alt="Example">`,
    undefined,
  ],
])('a letter that may be sales mail: %s', (_name, fields, body, doubt) => {
  const verdict = kindOf({ Subject: 'Quick question', ...fields }, body, 'text/html')
  expect(verdict.kind).toBe('personal')
  expect(verdict.doubt).toBe(doubt as string)
  expect(verdict.reasons.join(' ').includes('marketing mail')).toBe(doubt !== undefined)
})

const BILLS = [
  'Rechnung 2026-4711',
  'Invoice 4711',
  'Factura 4711',
  'Facture n° 4711',
  'Fattura n. 4711',
  'Factuur 4711',
  'Faktura 4711',
  'Fatura 4711',
  'Lasku 4711',
  'Számla 4711',
  'Счёт № 4711',
  'Рахунок № 4711',
  '請求書 4711',
  '发票 4711',
  '청구서 4711',
  'فاتورة رقم 4711',
  'Lieferschein 4711',
  'Auftragsbestätigung 4711',
  'Zahlungserinnerung 4711',
]

test.each(BILLS)('%s is a bill where software sends it', (subject) => {
  const body = 'Betrag / Total: 120,00 EUR\r\n'
  expect(kindOf({ Subject: word(subject) }, body).kind).toBe('transactional')
})

test.each<[string, Record<string, string>, string]>([
  ['a person who attaches it', {}, 'Hi Ann, I have the invoice attached. Tom'],
  ['a person who writes with a mail program', { 'User-Agent': 'Mozilla Thunderbird' }, 'Total 120 EUR'],
  ['an answer', { 'In-Reply-To': '<a@b.example>' }, 'Total 120 EUR'],
  ['free mail', { From: 'Ann <ann@gmail.com>' }, 'Total 120 EUR'],
])('%s stays a letter', (_, fields, body) => {
  expect(kindOf({ Subject: 'Fattura 4711', ...fields }, body).kind).toBe('personal')
})
