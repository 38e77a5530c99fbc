import { describe, expect, test } from 'bun:test'
import { subject } from '../../../src/analysis/analyzers/content/subject.ts'
import { judge, mail } from '../message-scene.ts'

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const BODY =
  'The garden opens again on Saturday, and the gardeners show how roses are cut and tied, and how they are planted in the autumn.\r\n'
const QUOTED = `${BODY}\r\n> When does it open?\r\n`

test.each([
  ['an ordinary one', mail({ Subject: 'The garden opens again' }, BODY), 'passed', 0, ''],
  ['none', mail({ Subject: '' }, BODY), 'failed', -0.3, 'subject-missing'],
  ['an empty one', `Subject: \r\n${mail({ Subject: '' }, BODY)}`, 'failed', -0.3, 'subject-empty'],
  [
    'one of characters that show nothing',
    mail({ Subject: encoded('\u200b\u00a0') }, BODY),
    'failed',
    -0.3,
    'subject-empty',
  ],
  ['78 characters', mail({ Subject: 'x'.repeat(78) }, BODY), 'passed', 0, ''],
  ['79 characters', mail({ Subject: 'x'.repeat(79) }, BODY), 'passed', 0, 'subject-long'],
  ['79 characters above a word', mail({ Subject: 'x'.repeat(79) }, 'test'), 'passed', 0, ''],
  [
    'letters of several code points count once',
    mail({ Subject: encoded('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(70)) }, BODY),
    'passed',
    0,
    '',
  ],
  ['capitals', mail({ Subject: 'OPEN THE DOOR NOW' }, BODY), 'failed', -0.2, 'shouting'],
  [
    'capitals of Russian',
    mail({ Subject: encoded('ОТКРОЙТЕ ДВЕРЬ СЕЙЧАС') }, BODY),
    'failed',
    -0.2,
    'shouting',
  ],
  ['nine letters of capitals', mail({ Subject: 'OPEN DOORS' }, BODY), 'passed', 0, ''],
  ['one long word', mail({ Subject: 'CONFIDENTIAL' }, BODY), 'passed', 0, ''],
  [
    'names and numbers',
    mail({ Subject: 'CVE-2026-1234 EXAMPLE.ORG SHA256 in openssl' }, BODY),
    'passed',
    0,
    '',
  ],
  ['seven capitals of ten', mail({ Subject: 'ABCD EFG hij' }, BODY), 'passed', 0, ''],
  ['eight capitals of ten', mail({ Subject: 'ABCDE FGH ij' }, BODY), 'failed', -0.2, 'shouting'],
  ['abbreviations', mail({ Subject: 'NASA, ESA and JAXA: ISS EVA in NOV' }, BODY), 'passed', 0, ''],
  ['a monitor', mail({ Subject: 'PROBLEM: the load is CRITICAL' }, BODY), 'passed', 0, ''],
  ['short words alone', mail({ Subject: 'BUY NOW AND SAVE' }, BODY), 'failed', -0.2, 'shouting'],
  ['Japanese', mail({ Subject: encoded('庭園は土曜日に再び開きます') }, BODY), 'passed', 0, ''],
  ['two exclamation marks', mail({ Subject: 'Open!!' }, BODY), 'passed', 0, ''],
  ['three exclamation marks', mail({ Subject: 'Open!!!' }, BODY), 'failed', -0.1, 'repeated-marks'],
  ['three of Japanese', mail({ Subject: encoded('開園！！！') }, BODY), 'failed', -0.1, 'repeated-marks'],
  ['currency signs', mail({ Subject: 'Earn $$$ today' }, BODY), 'failed', -0.1, 'repeated-marks'],
  [
    'an order turned round',
    mail({ Subject: encoded('Invoice \u202efdp.exe') }, BODY),
    'failed',
    -0.3,
    'bidi-override',
  ],
  [
    'isolated names, as software writes them',
    mail({ Subject: encoded('Hello \u2068Ada\u2069') }, BODY),
    'passed',
    0,
    '',
  ],
  ['Hebrew with marks', mail({ Subject: encoded('\u200fהגן נפתח\u200f!') }, BODY), 'passed', 0, ''],
  [
    'zero-width characters',
    mail({ Subject: encoded('Inv\u200boice') }, BODY),
    'failed',
    -0.2,
    'zero-width-characters',
  ],
  [
    'an emoji of several',
    mail({ Subject: encoded('Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467} day') }, BODY),
    'passed',
    0,
    '',
  ],
  [
    'two alphabets',
    mail({ Subject: encoded('P\u0430ypal invoice') }, BODY),
    'failed',
    -0.3,
    'mixed-script-words',
  ],
  [
    'mathematical letters',
    mail({ Subject: encoded('\u{1d5d9}\u{1d5e5}\u{1d5d8}\u{1d5d8} offer') }, BODY),
    'failed',
    -0.2,
    'fancy-letters',
  ],
  ['two of them', mail({ Subject: encoded('The \u{1d465} and \u{1d466} axis') }, BODY), 'passed', 0, ''],
  [
    'several faults',
    mail({ Subject: 'OPEN THE DOOR NOW!!! $$$' }, BODY),
    'failed',
    -0.3,
    'shouting,repeated-marks',
  ],
])('%s', async (_name, message, status, score, findings) => {
  const check = await judge(subject, message)
  expect({ status: check.status as string, score: check.score, findings: check.findings.join() }).toEqual({
    status,
    score,
    findings,
  })
})

describe('replies and forwards', () => {
  const html = (body: string) => ({ 'MIME-Version': '1.0', 'Content-Type': 'text/html', body })
  test.each([
    ['a reply that nothing stands behind', { Subject: 'Re: your account' }, BODY, 'fake-reply'],
    ['in German', { Subject: 'AW: Ihr Konto' }, BODY, 'fake-reply'],
    ['in Chinese', { Subject: encoded('回复：您的帐户') }, BODY, 'fake-reply'],
    ['in Swedish, counted', { Subject: 'SV[2]: konto' }, BODY, 'fake-reply'],
    ['behind the tag of a list', { Subject: '[news] RE: account' }, BODY, 'fake-reply'],
    [
      'a forward in bulk mail',
      { Subject: 'Fwd: account', 'List-Unsubscribe': '<https://example.org/u>', Precedence: 'bulk' },
      BODY,
      'fake-forward',
    ],
    ['a forward by a person, copied by hand', { Subject: 'Fwd: account' }, BODY, ''],
    ['a reply', { Subject: 'Re: garden', 'In-Reply-To': '<a@example.net>' }, BODY, ''],
    ['a reply with references', { Subject: 'Re: garden', References: '<a@example.net>' }, BODY, ''],
    ['an empty In-Reply-To', { Subject: 'Re: garden', 'In-Reply-To': ' ' }, BODY, 'fake-reply'],
    ['a reply that quotes', { Subject: 'Re: garden' }, QUOTED, 'reply-without-reference'],
    [
      'a reply above the header of the other',
      { Subject: 'VS: puutarha' },
      `${BODY}\r\nFrom: Ada\r\nSent: today\r\n`,
      'reply-without-reference',
    ],
    ['a forward that quotes', { Subject: 'WG: Garten' }, `${BODY}\r\n-----Original Message-----\r\n`, ''],
    ['a ticket', { Subject: 'Re: [Ticket #48213] garden' }, BODY, ''],
    ['an automatic answer', { Subject: 'Re: garden', 'Auto-Submitted': 'auto-replied' }, BODY, ''],
    ['an answer on a list', { Subject: 'Re: garden', 'List-Id': '<garden.example.org>' }, BODY, ''],
    [
      'a newsletter that answers nobody',
      {
        Subject: 'Re: the garden',
        'List-Id': '<n.example.org>',
        'List-Unsubscribe': '<https://example.org/u>',
      },
      BODY,
      'fake-reply',
    ],
    ['a word that only begins so', { Subject: 'Regarding: the garden' }, BODY, ''],
    ['no colon', { Subject: 'Re garden' }, BODY, ''],
    [
      'shouting that somebody else began',
      { Subject: 'Re: OPEN THE DOOR NOW!!!', 'In-Reply-To': '<a@example.net>' },
      BODY,
      '',
    ],
  ])('%s', async (_name, fields, body, findings) => {
    expect((await judge(subject, mail(fields, body))).findings.join()).toBe(findings)
  })

  test('a quotation in HTML', async () => {
    const { body, ...fields } = html(`<p>${BODY}</p><blockquote type="cite">When does it open?</blockquote>`)
    const check = await judge(subject, mail({ ...fields, Subject: 'Re: garden' }, body))
    expect(check.findings).toEqual(['reply-without-reference'])
  })
})

test('the detail tells counts, and the words are the owner’s', async () => {
  const check = await judge(subject, mail({ Subject: `Re: zebra ${encoded('\u{1f993}')}` }, BODY))
  expect(check.detail).toMatchObject({ length: '11', emoji: '1', prefix: 'reply', earlier_message: 'none' })
  expect(JSON.stringify(check.detail)).not.toMatch(/zebra/i)
  expect(check.quotes?.['Subject']).toContain('zebra')
})

test.each(['Re: ', '[a]', '!', '$', 'A ', '\u200b', '(', '-- a '])(
  'a subject of %p again and again',
  async (piece) => {
    const started = process.cpuUsage()
    await judge(subject, mail({ Subject: encoded(piece.repeat(200_000)) }, piece.repeat(500_000)))
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
  },
)
