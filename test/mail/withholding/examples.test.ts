import { describe, expect, test } from 'bun:test'
import { judgeWords } from './cases.ts'

const isWithheld = (subject: string, text: string) => judgeWords(subject, { text }) !== undefined

describe('a code or a password that is told of is shown', () => {
  test.each([
    [
      'The parcel scam',
      'A text arrives: "Your Parcelo code is 771 204. Do not share it." Then somebody calls and asks for it.\n\nWhoever reads it out has lost the money.',
    ],
    [
      'So erkennen Sie falsche SMS',
      'Die Masche: Sie bekommen eine SMS „Ihr Bestätigungscode lautet 204 518." und kurz darauf ruft jemand an.\n\nDie Polizei warnt.',
    ],
    [
      'Writing better messages',
      'Bad: "Dear customer, your verification code is 482913."\n\nGood: "482913 is your Acme code."',
    ],
    [
      'Les mots de passe',
      'Un mot de passe comme « Azerty123! » se devine en une seconde, « Xk7pQ29m » aussi.',
    ],
    [
      'Results of the phishing exercise',
      'Here is what we sent, word for word:\n\nUse the temporary password Corvid#2025 to sign in.\n\nMost of you did not.',
    ],
    [
      '偽SMSにご注意',
      '「あなたの認証コードは482913です」というSMSが届きます。直後に友人を装った犯人から連絡が来ます。',
    ],
    [
      'Info sécurité : faux mails',
      'Un faux mail circule :\n\n« Cliquez sur le lien suivant pour confirmer votre mot de passe : https://portail.example/auth?t=77fa01c9 »',
    ],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeFalse()
  })
})

describe('one that is sent is withheld, whatever is told beside it', () => {
  test.each([
    [
      'Your code',
      'Your verification code is "493 027". Beware of scams: fraudsters ask for it on the phone.',
    ],
    [
      'code',
      'Mum, the text says "Your verification code is 493 027". Type that in, it runs out in 10 minutes.',
    ],
    ['Your new password', 'The password is "Sommer2024!" - yes, a terrible one. Change it when you sign in.'],
    ['Votre code', '« 493027 » est votre code de validation. Méfiez-vous des fraudeurs.'],
    [
      'Reset your password',
      'Follow the link: https://shop.example/reset?token=k3J9qZ81LmPw02Xb\n\nA good password is not "Password1!" but a phrase.',
    ],
    ['認証コード', 'あなたの認証コードは「482913」です。詐欺にご注意ください。'],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeTrue()
  })
})

describe('what a document shows is shown', () => {
  test.each([
    ['Docs', 'The app shows a code, e.g. 482 913, for half a minute.'],
    ['Handbuch', 'Abbildung 3: Ihr Bestätigungscode lautet 482 913.'],
    ['Entwurf', 'Der Screenshot zeigt den Bestätigungscode 482 913.'],
    ['Sécurité', 'Un deuxième facteur : un nombre, par exemple 618 402, à recopier pour se connecter.'],
    ['API', 'curl https://api.shop.example/login -d \'{"mail":"a@b.example","code":"493817"}\''],
    ['Router', 'Auf der Rückseite steht etwas wie Passwort: 8841-2207-9931.'],
    [
      'Re: conferma',
      'La mail è questa, con dati finti:\n\n> conferma qui: https://shop.example/conferma/ABCDEF123456',
    ],
    ['【レビュー依頼】文言', '案A：「認証コードは 204518 です。」\n案B：「204518　認証コードです。」'],
    ['Verein', 'Anmeldung zum Turnier bestätigt, Teamnummer 4418.'],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeFalse()
  })

  test.each([
    ['Inlogcode', 'Kweekhuis BV: je inlogcode is 482913.'],
    ['Inlogcode', 'Groeten van Kweekhuis BV. 482913 is je inlogcode.'],
    ['Your code', 'Never send a screenshot of your verification code 482913 to anyone.'],
    ['Your code', 'Example 482 913 is your verification code.'],
    [
      'Fwd: code',
      'This is what it said:\n\n> Your verification code is 482913.\n\nIs it fake? The police warn of fraud.',
    ],
    [
      'I: codice',
      'Te lo giro, scade tra poco:\n\n> Il tuo codice di accesso è 730 442\n\nNon è una truffa, è vero.',
    ],
    ['TAN', 'Für Ihre Zahlung lautet die TAN AZHKPU.'],
    ['Confirm', 'Bestätigungsnummer 4418 für die Anmeldung in Ihrem Konto.'],
    [
      'Your API key',
      'curl -H "Authorization: Bearer cf_live_7Qm2ZpX09LdKw41s" https://api.shop.example/v1\n\nKeep your access key secret, it is the password of your account.',
    ],
  ])('but what is sent is not: %s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeTrue()
  })
})

describe('links to how a mail is shown, and codes of customers, are not secrets', () => {
  test.each([
    [
      'Wird diese E-Mail nicht richtig dargestellt? Hier klicken:\nhttps://news.shop.example/go/12/kOD_vRQlm7jyRTW3ekMS',
    ],
    ['このメールが正しく表示されない方はこちら\nhttps://ml.shop.example/r/c.do?LOObIBJGtzMP_2gc'],
    [
      'Newsletter abbestellen: https://news.shop.example/unsubscribe?u=xpLL4BhZtNBMm7\nProfil ändern: https://news.shop.example/profile?u=siqNSJbYCr3ovs',
    ],
    ['Sede legale: Mede - Codice destinatario SDI: X0X0X0X - Autorizzazione sanitaria'],
    ['Primiți acest mesaj deoarece aveți un cont la noi (cod client 4417-0093).'],
    ['(회원번호 99004411) 수신을 원하지 않으시면 고객센터 1555-0170'],
  ])('%s', (text) => {
    expect(isWithheld('About your account', `See you tomorrow.\n\n${text}`)).toBeFalse()
  })

  test('the link below a button that does not work opens the account', () => {
    const text =
      'If the button is not displayed, click here:\nhttps://shop.example/verify?token=k3J9qZ81LmPw02Xb\nIt confirms your account.'
    expect(isWithheld('Confirm your account', text)).toBeTrue()
  })
})
