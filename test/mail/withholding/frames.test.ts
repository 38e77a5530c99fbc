import { expect, test } from 'bun:test'
import { isFrameLabel, tellsReason } from '../../../src/mail/withholding/text/frames.ts'

test.each([
  'You are receiving this e-mail because you are registered with Trailmap.',
  'Sie erhalten diese E-Mail, weil Sie bei Hofladen registriert sind.',
  'Vous recevez cet e-mail car vous êtes inscrit chez Envoi Facile.',
  'Recibes este correo porque estás registrado en el hospital.',
  'Otrzymujesz tę wiadomość, ponieważ masz konto w banku.',
  'Tento e-mail jste dostali, protože máte účet u nás.',
  'Вы получили это письмо, потому что зарегистрированы на сайте.',
  'このメールは会員の方にお送りしています。',
  '您收到此邮件是因为您在本站注册了账户。',
])('tells why somebody gets this mail: %s', (plain) => {
  expect(tellsReason(plain)).toBe(true)
})

test.each([
  'You asked for a new password.',
  'Ihr Passwort lautet wie folgt.',
  'Ce message expire dans une heure.',
])('tells something else: %s', (plain) => {
  expect(tellsReason(plain)).toBe(false)
})

test.each([
  'Privacy policy',
  'Help centre',
  'Datenschutz',
  'Confidentialité',
  'Ochrana soukromí',
  'お問い合わせ',
  'www.example.org',
])('is what footers hold: %s', (label) => {
  expect(isFrameLabel(label)).toBe(true)
})

test.each([
  'Confirm your address',
  'Sign in to see the terms of the offer',
  'Passwort zurücksetzen',
  'Accepter',
  '',
])('is more than that: %s', (label) => {
  expect(isFrameLabel(label)).toBe(false)
})
