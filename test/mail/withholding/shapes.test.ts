import { describe, expect, test } from 'bun:test'
import { judgeRaw, judgeWords } from './cases.ts'

const LEGAL =
  'Example Holdings plc is registered in England under number 01234567 and authorised by the Financial Conduct Authority under reference 206049. Calls may be recorded. '

describe('a secret in any shape', () => {
  test.each<[string, string, { text?: string; html?: string }]>([
    [
      'a digit per cell',
      'Finish signing up',
      {
        html: `<p>Enter this code:</p><table><tr>${[...'482913'].map((d) => `<td>${d}</td>`).join('')}</tr></table>`,
      },
    ],
    [
      'a picture with its text',
      'Your code',
      { html: '<p>Your verification code:</p><img src="cid:a" alt="4 8 2 9 1 3" width="200" height="60">' },
    ],
    ['the subject alone', '482913 is your Example login code', { text: '' }],
    [
      'the HTML alone',
      'Signing in',
      { text: 'View this message in a browser.', html: '<p>Your login code is <b>482913</b></p>' },
    ],
    [
      'a hidden preheader',
      'Welcome back',
      { html: '<div style="display:none">482913 is your sign-in code</div><p>Hello again.</p>' },
    ],
    ['a field of a form', 'Your code', { html: '<p>Your one-time code</p><input value="482913">' }],
    ['letters and digits', 'Security code', { text: 'Your security code: vM8xw' }],
    ['small letters in groups', 'Log in', { text: 'Your one-time passcode: kxqz-plmt-r3' }],
    ['full-width digits', 'ログイン', { text: '認証コードは４８２９１３です。' }],
    ['Arabic digits with marks of direction', 'رمز التحقق', { text: 'رمز التحقق: \u202b٤٨٢٩١٣\u202c' }],
    [
      'invisible characters between letters',
      'Code',
      { text: 'Your veri\u200bfica\u00adtion co\u200dde is 482\u200b913' },
    ],
    ['letters of another alphabet', 'Hello', { text: 'Yоur vеrifiсаtiоn соdе is 482913' }],
    ['a long legal footer', 'Your code', { text: `Your login code is 482913.\n\n${LEGAL.repeat(40)}` }],
    [
      'an answer that quotes it',
      'Re: Your code',
      { text: 'Got this?\n\n> Your verification code is\n> 482913\n> It expires in 10 minutes.' },
    ],
    [
      'a followed link with words of its own',
      'Welcome to Example',
      {
        html: '<p>Almost there.</p><a href="https://click.mailer.example/ls/click?upn=u001.a8Fh3kLq0aPzX">Confirm my e-mail address</a>',
      },
    ],
    [
      'a password told in the mail of an order',
      'Order 995745 confirmed',
      {
        text: 'Your order 995745 is on its way, delivery on 17 March.\n\nTo follow it we opened an account for you@mail.example; password: rErbHb5PA7.\n\nTotal 181.49',
      },
    ],
    [
      'two languages',
      'Ihr Code / Your code',
      { text: 'Ihr Bestätigungscode / your confirmation code: 482913' },
    ],
  ])('%s', (_, subject, body) => {
    expect(judgeWords(subject, body)).toBeDefined()
  })

  test.each<[string, string, string]>([
    ['verification_code', 'Your verification code', 'Your verification code is 482913.'],
    ['sign_in_link', 'Sign in to Example', 'Click to sign in: https://example.org/magic/9f8e7d6c5b4a3210'],
    [
      'password_reset',
      'Reset your password',
      'Choose a new password: https://example.org/reset/9f8e7d6c5b4a3210',
    ],
  ])('the reason names the kind: %s', (kind, subject, text) => {
    const withheld = judgeWords(subject, { text })
    expect(withheld?.kind).toBe(kind as never)
    expect(withheld?.reason).not.toContain('482913')
  })
})

describe('what cannot be read and speaks of signing in is withheld', () => {
  const head = (subject: string, type: string) =>
    `From: a@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n`
  const smime = 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'
  const pgp = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA0\r\n-----END PGP MESSAGE-----\r\n'
  test.each<[string, string, boolean]>([
    ['S/MIME', `${head('Your login code', smime)}AAAA\r\n`, true],
    ['S/MIME about lunch', `${head('Lunch on Friday', smime)}AAAA\r\n`, false],
    ['PGP', `${head('Your new password', 'text/plain')}${pgp}`, true],
    ['PGP about lunch', `${head('Lunch on Friday', 'text/plain')}${pgp}`, false],
    [
      'a picture alone',
      `${head('Your security code', 'text/html')}<img src="https://example.org/c.png" width=400>`,
      true,
    ],
    [
      'a picture of a sale',
      `${head('Summer sale', 'text/html')}<img src="https://example.org/c.png" width=400>`,
      false,
    ],
  ])('%s', (_, raw, withheld) => {
    expect(judgeRaw(raw) !== undefined).toBe(withheld)
  })
})

describe('what only looks like it is shown', () => {
  test.each<[string, string, { text?: string; html?: string }, string[]?]>([
    [
      'a mailing list about codes',
      'Re: verification codes',
      { text: 'I think verification codes by SMS are weak. RFC 6238 is better, see 123456 as the example.' },
      ['List-Post: <mailto:l@example.org>', 'List-Id: <l.example.org>'],
    ],
    [
      'a tracker',
      '[acme/app] Reset link broken (#4821)',
      {
        text: 'When I request a password reset the link expires. Steps to reproduce the bug are in the issue.',
      },
      ['X-GitHub-Reason: author'],
    ],
    [
      'a letter',
      'Saturday',
      { text: 'Shall we meet at 10? The forecast says 24 degrees. I bought 2 tickets for 1250 yen.' },
    ],
    [
      'a message to be read, behind a token',
      'New message from Arne',
      {
        text: 'Hello Jonas, see what is new.\n\nRead it: https://www.people.example/inbox?token=u2QOb8XQfPsNCLC3cbFYJkh4KvM57BlLDxGG\n\nYou get this because you are registered with People.',
      },
    ],
    [
      'a survey, behind a token',
      'Your opinion counts',
      {
        text: 'Please take five minutes. It is anonymous.\n\nTo the survey:\nhttps://survey.clinic.example/index.php/440510?token=dJa2mR94gSq5e3u',
      },
    ],
    [
      'the message itself as a page',
      'Welcome on board',
      {
        text: 'Welcome on board\n\nView in browser: https://account.bikes.example/view/eqmhIpKhtaXtUS5saHqirB',
      },
    ],
    [
      'the key of an invoice',
      'Seu pagamento foi aprovado',
      {
        text: 'Recebemos o pagamento do pedido 3333100.\nChave de acesso da NF-e: 38548925079385489250793854892507938548925079',
      },
    ],
    ['nothing at all', '', { text: '' }],
  ])('%s', (_, subject, body, fields = []) => {
    expect(judgeWords(subject, body, fields)).toBeUndefined()
  })
})

test('endless repetition is read within bounds', () => {
  const words = 'verification code password reset sign in link 482913 '
  expect(judgeWords('x', { text: words.repeat(100_000) })).toBeDefined()
  expect(judgeWords('x', { html: `${'<td>4</td>'.repeat(200_000)}` })).toBeUndefined()
})
