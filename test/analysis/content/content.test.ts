import { expect, test } from 'bun:test'
import { content } from '../../../src/analysis/analyzers/content/content.ts'
import { alternative, judge, mail, wrapped } from '../message-scene.ts'

const LETTER =
  'Dear reader, the garden opens again on Saturday. Bring your family, walk under the old trees, and stay for tea in the ' +
  'glass house. Our gardeners show you how roses are cut, and every child may plant a seed and take it home.'
const OTHER =
  'Quarterly figures were published yesterday. Revenue grew by four percent while costs fell slightly. The board proposes ' +
  'a dividend of two euros per share, to be paid in June after approval by the annual meeting.'
const HTML = `<html><body><h1>Garden</h1><p>${LETTER}</p></body></html>`
const MIME = { 'MIME-Version': '1.0', 'Content-Transfer-Encoding': 'base64' }
const htmlOnly = (html: string) =>
  mail({ ...MIME, 'Content-Type': 'text/html; charset=utf-8' }, wrapped(html))
const text = (body: string, charset = 'utf-8') =>
  mail({ ...MIME, 'Content-Type': `text/plain; charset=${charset}` }, wrapped(body))

const GERMAN =
  'Grüße aus München, wir können am Dienstag früh kommen und möchten gern zwei Türen anschauen, die Sie uns zeigen.'
const twice = (words: string) => Buffer.from(words).toString('latin1')

test.each([
  ['a letter in both parts', alternative(LETTER, HTML), 'passed', 0, ''],
  ['a letter in plain text', text(LETTER), 'passed', 0, ''],
  [
    'a letter in Japanese, both parts',
    alternative(
      '庭園は土曜日に再び開きます。ご家族と一緒に古い木の下を歩き、お茶をお楽しみください。',
      '<p>庭園は土曜日に再び開きます。</p><p>ご家族と一緒に古い木の下を歩き、お茶をお楽しみください。</p>',
    ),
    'passed',
    0,
    '',
  ],
  [
    'a letter in Arabic',
    text(
      'عزيزي القارئ، تفتح الحديقة أبوابها مرة أخرى يوم السبت. أحضر عائلتك وتمش تحت الأشجار القديمة وابق لتناول الشاي في البيت الزجاجي مع الأطفال.',
    ),
    'passed',
    0,
    '',
  ],
  ['a test', text('test'), 'neutral', 0, ''],
  ['nineteen words', text('word '.repeat(19)), 'neutral', 0, ''],
  ['twenty words', text('word '.repeat(20)), 'passed', 0, ''],
  ['an empty body', mail({}, ''), 'neutral', 0, ''],
  [
    'a file alone',
    mail({ ...MIME, 'Content-Type': 'application/pdf; name=a.pdf' }, wrapped('x')),
    'neutral',
    0,
    '',
  ],
  ['an image alone', mail({ ...MIME, 'Content-Type': 'image/png' }, wrapped('x')), 'neutral', 0, ''],
  ['HTML alone', htmlOnly(HTML), 'failed', -0.5, 'text-missing'],
  [
    'HTML of an image alone',
    htmlOnly('<img src="https://example.org/a.png">'),
    'failed',
    -0.5,
    'text-missing',
  ],
  [
    'HTML that shows nothing',
    htmlOnly('<html><body>&nbsp;</body></html>'),
    'failed',
    -1,
    'html-shows-nothing,text-missing',
  ],
  ['an empty text part', alternative(' \r\n', HTML), 'failed', -0.5, 'text-empty'],
  [
    'a text part that only points elsewhere',
    alternative('View this email in your browser: https://example.org/v', HTML),
    'failed',
    -0.4,
    'text-stub',
  ],
  ['a text part about something else', alternative(OTHER, HTML), 'failed', -0.4, 'text-differs'],
  ['two short parts', alternative('Hello there', '<p>Hello there</p>'), 'passed', 0, ''],
  [
    'base64 that nobody declared',
    mail({ 'MIME-Version': '1.0', 'Content-Type': 'text/plain; charset=utf-8' }, wrapped(LETTER)),
    'failed',
    -1,
    'still-encoded',
  ],
  ['letters encoded twice', text(twice(GERMAN)), 'failed', -0.3, 'encoded-twice'],
  ['four of them', text(`Four of them: ${twice('üüüü')}. ${LETTER}`), 'passed', 0, ''],
  [
    'letters of Portuguese and Icelandic',
    text('NÃO, ÂNGELO, RÁÐ, PÃO, MÃE, ÐAÐ. '.repeat(5)),
    'passed',
    0,
    '',
  ],
  ['bytes that are no text', text('\u0001\u0002\u0003\u0004'.repeat(50)), 'failed', -1, 'illegible'],
])('%s', async (_name, message, status, score, findings) => {
  const check = await judge(content, message)
  expect({ status: check.status as string, score: check.score, findings: check.findings.join() }).toEqual({
    status,
    score,
    findings,
  })
})

test.each([
  [
    'wording-advance-fee',
    'I am writing as the next of kin to the late engineer, who left the inheritance fund of fifteen million US dollars in your country for a foreign beneficiary to claim.',
  ],
  [
    'wording-lottery',
    'Herzlichen Glückwunsch, Sie sind der glückliche Gewinner unserer Ziehung. Ihr Gewinn wartet auf Sie, bitte senden Sie uns Ihre Daten noch heute zu, damit wir ihn auszahlen können.',
  ],
  [
    'wording-extortion',
    'I hacked your computer some weeks ago and recorded a video of you. Send bitcoin to the address below within two days or all of your contacts will see what you did there.',
  ],
  [
    'wording-pills',
    'Buy viagra and cialis online without a prescription from our Canadian pharmacy. Cheap pills and replica watches are delivered to your door within a week, and you pay only when they arrive.',
  ],
  [
    'wording-easy-money',
    'Быстрый заработок для каждого без опыта и знаний. Гарантированная прибыль каждый день, начните сегодня и получите первые деньги уже завтра утром на свою карту без проверок и документов вообще.',
  ],
  [
    'wording-pills',
    'Order your cheap meds today, no prescription needed, and they are with you within a week. Every order comes in a plain box, and we are glad to answer whatever you want to know before.',
  ],
  [
    'wording-account-threat',
    'Dear customer, your account has been suspended. Verify your account within 24 hours or it will be closed permanently. We thank you for your attention to this matter and for your trust.',
  ],
  [
    'wording-account-threat',
    '您的邮箱已满，您的账户将被暂停，请立即登录并确认您的个人资料，否则我们将无法继续为您提供服务，感谢您的理解与配合，祝您生活愉快，万事如意，身体健康。',
  ],
])('%s', async (code, body) => {
  const check = await judge(content, text(body))
  expect(check.findings).toEqual([code])
  expect(check.score).toBeLessThan(0)
  expect(check.score).toBeGreaterThanOrEqual(-0.3)
  expect(Object.keys(check.quotes ?? {})).toEqual([code.slice('wording-'.length)])
})

test('one phrase that honest services use too costs nothing', async () => {
  const body =
    'Your card was declined. Please pay the open bill, or your account will be suspended at the end of the month. You find the bill in your profile.'
  expect((await judge(content, text(body))).status).toBe('passed')
})

test('the detail repeats no word of the body', async () => {
  const check = await judge(
    content,
    alternative(`${OTHER} Zebra I hacked your`, `${HTML}<p>I hacked your</p>`),
  )
  expect(JSON.stringify(check.detail)).not.toMatch(/Zebra|hacked|garden/i)
})
