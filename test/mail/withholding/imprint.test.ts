import { describe, expect, test } from 'bun:test'
import { plainOf } from '../../../src/mail/withholding/letters.ts'
import { segmentOf } from '../../../src/mail/withholding/segments.ts'
import { tokensIn } from '../../../src/mail/withholding/tokens.ts'
import { authWords } from '../../../src/mail/withholding/words.ts'
import { judgeWords } from './cases.ts'

const tokensOfLine = (line: string) => tokensIn(segmentOf(plainOf(line), authWords())).map(({ text }) => text)

describe('numbers by which a sender is reached or registered are no codes', () => {
  test.each([
    'Customer service: 0800 555 0177, Monday to Friday.',
    'Call us on 800-555-0177 or write to us.',
    'Infolinia 58 555 01 77 czynna w dni robocze.',
    'Телефон 8 800 555 01 77, круглосуточно.',
    'Teléfono de atención: 981 55 01 77.',
    'Service-Telefon 0821 555 0177, Fax 0821 555 0178',
    '客服热线 400-555-0177。',
    'お電話 03-5550-0177（平日9時から18時）',
    'هاتف خدمة العملاء 19771.',
    'Stadtwerke Musterau AöR, Am Gaswerk 1, 86150 Musterau.',
    'Portowa 17, 81-339 Gdynia.',
    'Equipo de Faro Verde, paseo Marítimo 17, 15002 A Coruña.',
    'Кооператив «Набережная», 190068, Санкт-Петербург, наб.',
    '350 Fifth Avenue, New York, NY 10118',
    '〒100-0001 東京都千代田区千代田1-1',
    'Amtsgericht Augsburg, HRB 12345',
    'Coopérative des Quais, SIREN 877 120 199.',
    'Example plc is registered in England under number 01234567.',
    '契約番号KD-2026-12005の件は法務確認中です。',
    'Die Zahlung ist angewiesen, Verwendungszweck 097570.',
    '667127 numaralı talebiniz kapatıldı.',
    'Ausweise mit den Nummern 77120 bis 77199 werden getauscht.',
    '2026 Example GmbH',
    'Ihr Konto wurde registriert: Kade GmbH, CIF F-77120199, Registernummer HRB 12345.',
    'We meet at gate 3, verify the badge numbers 77120 to 77126.',
    'Your card ending in 4471 was blocked, verify it.',
    'Kortet som slutter på 4471 er sperret, bekreft det.',
    '尾号 4471 的卡',
    'Card •••• 4471 was verified.',
    'Date: Mon, 2 Mar 2026 17:44:09 +0000',
    'Numéro de commande: 51586169',
    '41m3',
    'Mot de passe oublié : contactez le support au poste 8205.',
    'Passwort vergessen? Durchwahl 4417.',
    'Melding 1976926 - Inloggen Citrix duurt lang',
    'Wij hebben uw aanvraag ontvangen onder zaaknummer Z-258047.',
  ])('%s', (line) => {
    expect(tokensOfLine(line)).toEqual([])
  })

  test.each([
    ['your code: 30 12 45', '30 12 45'],
    ['Your verification code is 482913', '482913'],
    ['Code by phone: 482913', '482913'],
    ['Use 482913 to log in to Example, 5 Main Street', '482913'],
    ['Ihr Code lautet 482913. Telefon 0821 555 0177', '482913'],
    ['482913', '482913'],
    ['482 913', '482 913'],
    ['Hi Anna, 482913', '482913'],
    ['G-482913 is your Example code', 'G-482913'],
    ['1234-5678-9012', '1234-5678-9012'],
  ])('a code stays one: %s', (line, code) => {
    expect(tokensOfLine(line)).toContain(code)
  })
})

const followed = (label: string, key: string) =>
  `<a href="https://click.mailer.example/ls/click?upn=u001.${key}Fh3kLq0aPz">${label}</a>`
const MENU = ['Home', 'My account', 'Sign in', 'Help'].map((label, at) => followed(label, `k${at}Z`))
const page = (...lines: string[]) => ({ html: lines.map((line) => `<div>${line}</div>`).join('') })

describe('links of menus sign nobody in', () => {
  test.each([
    ['in a row', [MENU.join(' | ')]],
    ['one below the other', MENU],
    ['two, one of them to unsubscribe', [`${followed('Unsubscribe', 'u1Z')} or ${MENU[1]}.`]],
  ])('%s', (_, menu) => {
    const words = 'Our shop is open again after the holidays. Come and see the new chairs.'
    expect(judgeWords('Your account and our new chairs', page(words, ...menu))).toBeUndefined()
    expect(judgeWords('Your account and our new chairs', page(...menu, words))).toBeUndefined()
  })

  test.each([
    ['addresses below labels', (label: string, url: string) => `${label}\n<${url}>`],
    ['addresses behind labels', (label: string, url: string) => `${label} <${url}>`],
    ['addresses behind colons', (label: string, url: string) => `${label}: ${url}`],
  ])('in text: %s', (_, entry) => {
    const menu = ['Home', 'Garden', 'My account', 'Sign in', 'Help']
    const entries = menu.map((label, at) => entry(label, `https://www.almanza.example/c/OhO${at}FZ`))
    const text = `Our shop is open again after the holidays.\n\n${entries.join('\n')}`
    expect(judgeWords('Your account and our new chairs', { text })).toBeUndefined()
  })

  test.each([
    ['above a menu', (button: string) => [button, ...MENU]],
    [
      'below a menu and a sentence',
      (button: string) => [...MENU, 'Use this link within 15 minutes.', button],
    ],
    ['beside another', (button: string) => [`${button} | ${followed('Not you?', 'n0Q')}`]],
  ])('a link to sign in by stays one %s', (_, linesOf) => {
    const asked = 'You asked for a link to sign in to Example. It expires in 15 minutes.'
    const body = page(asked, ...linesOf(followed('Sign in to Example', 'a8B')))
    expect(judgeWords('Sign in to Example', body)).toBeDefined()
  })
})

const button = (label: string) =>
  `<a href="https://u123.ct.mailer.example/ls/click?upn=u001.a8Fh3kLq0aPzXwQ2">${label}</a>`

describe('what a notice of an account has around it is no secret', () => {
  test.each([
    [
      'an address and a time behind words',
      'OTP წაიშალა თქვენი ანგარიშიდან 3 Mar 2026 14:20 203.0.113.9-დან.',
    ],
    ['a time behind a colon', 'Sign-in: 22:10.'],
    ['what somebody wrote', 'Piet wrote: / Same here, mine came after an hour. / We met in 2019.'],
  ])('%s', (_, lines) => {
    const text = lines.replaceAll(' / ', '\n')
    expect(judgeWords('Your one-time password was removed', { text })).toBeUndefined()
  })

  test.each(['App Store', "l'App Store", 'Google Play', 'Pobierz z App Store', 'Instagram'])(
    'the badge of a shop or network: %s',
    (label) => {
      const html = `<p>A new device was linked to your account.</p><p>Find our app: ${button(label)}</p>`
      expect(judgeWords('New device linked to your account', { html })).toBeUndefined()
    },
  )

  test('a button that signs in with one of them stays a secret', () => {
    const html = `<p>Use this link to sign in. It expires in 10 minutes.</p>${button('Sign in to LinkedIn')}`
    expect(judgeWords('Sign in', { html })).toBeDefined()
  })

  test('the first link of a menu of texts, though the line before the menu asks for something', () => {
    const entry = (label: string, key: string) => `${label}:\nhttps://lnk.minato.example/h/${key}`
    const menu = [
      entry('配信設定の変更', '77c1e0'),
      entry('よくあるご質問', '77c1e1'),
      entry('会社概要', '77c1e2'),
    ]
    const text = `Poista OTP\n\nJos et itse tehnyt tätä, ota yhteyttä järjestelmänvalvojaan.\n\n${menu.join('\n')}`
    expect(judgeWords('Poista OTP', { text })).toBeUndefined()
  })
})

describe('a password stays one behind a colon', () => {
  test.each([
    ['alone', 'Your temporary password is:\nkestrel42!'],
    ['in its line', 'Temporary password: Kq7.2:mV'],
    ['a code behind what somebody wrote', 'Anna wrote:\nYour login code is 482913'],
  ])('%s', (_, text) => {
    expect(judgeWords('Your temporary password', { text })).toBeDefined()
  })
})
