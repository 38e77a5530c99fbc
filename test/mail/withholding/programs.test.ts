import { describe, expect, test } from 'bun:test'
import { mayBeProgram, withoutPrograms } from '../../../src/mail/withholding/examples/programs.ts'
import { judgeWords } from './cases.ts'

describe('what programs write where people write passwords is none', () => {
  test.each([
    ['a path', 'Mount it with the password of the share:\n\n-o credentials=/etc/smb-credentials'],
    ['an expression', "The password is read from the form:\n\npassword=request.POST['pass_word'],"],
    ['an argument', "Create the test account:\n\nuser = create(email='a@b.example', password='top_secret')"],
    ['a class', 'The default password change views, PasswordChangeView among them, update the session.'],
    ['a number in a call', 'The code is verified with:\n\ntotp.verify(359152, tolerance=1)'],
    [
      'data',
      'Sends a one-time password:\n\n{ "event": "one_time_password", "to": { "email": "user@mail.example" }, "data": { "otp": "847261" }, "id": "idem-otp-session" }',
    ],
    [
      'the status of a call',
      'Sends a one-time passcode to an address.\n\n{\n  "user_id": "<string>",\n  "status_code": 123\n}',
    ],
    [
      'an object',
      "The user enters the one-time password:\n\nawait auth.verifyOneTime({ email: 'user@mail.example', otp: '123456',});",
    ],
    [
      'an attribute',
      'The component shows the verification code:\n\n<OtpEmail\n  verificationCode="493817"\n  appName="Shop"\n/>',
    ],
    ['a telephone number', 'Do not text back your verification code. Change your password.\n\n619-325-0990'],
    ['a result', 'The one-time code of the moment:\n\n>>> totp.token()\n359152'],
    ['a list of files', 'The password files are copied:\n\nuserFiles=["/etc/password",\n"/etc/shadow"]'],
    ['the word itself', 'The settings of the database are these:\n\nUSER\n\nPASSWORD\n\nHOST'],
    ['a protocol', 'Use WPA2 rather than WEP to protect the password of the network.'],
    ['a heading', 'We never send a password.\n\nSECURITY:\n\nKeep the app up to date.'],
  ])('%s', (_, text) => {
    expect(judgeWords('Notes of the week', { text })).toBeUndefined()
  })
})

describe('a password stays one', () => {
  test.each([
    ['my_secret_password', 'Your temporary password: my_secret_password'],
    ['Password_2024!', 'Your temporary password: Password_2024!'],
    ['/x7Kq/2aB', 'Your temporary password: /x7Kq/2aB'],
    ['482913', 'Your sign-in code is 482913 (valid for 10 minutes).'],
  ])('%s', (value, text) => {
    expect(withoutPrograms(text)).toContain(value)
    expect(judgeWords('Your account', { text })).toBeDefined()
  })
})

test('a made-up word in quotes beside a name in quotes is the password of that name', () => {
  const text =
    'Для вас створено обліковий запис «Mlind» на сервері Moorwiki з паролем «bkwfgC4zEf». Вам слід увійти і змінити пароль.'
  expect(judgeWords('Обліковий запис', { text })).toBeDefined()
  const compared = 'A password such as "Tr0ub4dor" or "dragon" is guessed in minutes; a sentence is better.'
  expect(judgeWords('Passwords', { text: compared })).toBeUndefined()
})

test('what an address is likened to, and the number behind the title of a page, open nothing', () => {
  const likened =
    'A magic link is sent by e-mail. It follows a structure like https://app.example/auth/verify?token=a4f8c2e9b7d3f6e2 where the token is a temporary credential.'
  expect(judgeWords('How magic links work', { text: likened })).toBeUndefined()
  const titled =
    'Si caes en el engaño, tendrás que recuperar tu cuenta.\n\nhttps://diario.example/entry/la-policia-avisa-si-un-conocido-te-manda-este-mensaje_es_5ff34049c5b61817a5387399'
  expect(judgeWords('La Policía avisa', { text: titled })).toBeUndefined()
})

test('lines without a mark of a program are not looked at', () => {
  expect(mayBeProgram('Your password was changed.')).toBe(false)
})
