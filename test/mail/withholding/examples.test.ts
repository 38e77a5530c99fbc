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

describe('articles about codes and passwords, in mail to one, are shown', () => {
  test.each([
    [
      'Eine TAN, ein Anruf, 9.000 Euro weg',
      'Die SMS kam am Freitagabend: "Ihre TAN lautet 482913. Sagen Sie sie niemandem."\n\nDer Rentner hielt den Anruf f\u00fcr echt. Er las die Ziffern vor. Am Montag war das Konto leer. Die Bank lehnt ab.',
    ],
    [
      'Got a code that you did not request?',
      'Most of these texts are harmless. Victims are called soon after by a fake agent.\n\nWhat a real one looks like\n\nG-507122 is your verification code.\n\nA real message never asks for an answer.',
    ],
    [
      'Senhas: 5 erros',
      'Trocar letras por n\u00fameros. S3nh@123 \u00e9 a d\u00e9cima senha mais usada do Brasil.',
    ],
    ['Recovery', 'Recovery codes have two groups of five characters, like 8hq2m-p90ds, and each works once.'],
    [
      '\u4e8c\u6bb5\u968e\u8a8d\u8a3c\u3068\u306f\u4f55\u304b',
      '\u30a2\u30d7\u30ea\u306b\u8868\u793a\u3055\u308c\u308b6\u6841\u306e\u6570\u5b57(\u4f8b:305 117)\u3092\u5165\u529b\u3057\u307e\u3059\u3002\u30d0\u30c3\u30af\u30a2\u30c3\u30d7\u30b3\u30fc\u30c9(A9F2-K3LM\u306e\u3088\u3046\u306a\u5f62)\u3082\u4f7f\u3048\u307e\u3059\u3002',
    ],
    [
      'Signing in',
      'You may see "Invalid code (E-1042)" after you enter the digits. Then the clock is wrong.',
    ],
    ['API-1KX - InvalidTokenError: token is expired', 'New issue in auth/session.py, line 118.'],
    ['Has autorizado un pago de 39,90 EUR', 'Ya est\u00e1 hecho.\n\nOperaci\u00f3n 20441882.'],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeFalse()
  })

  test.each([
    [
      'How to sign in to your new account',
      'Your temporary password is Tulip-4471-fern. Change it when you sign in.',
    ],
    ['Did you ask for a code?', 'Enter 482913 to sign in. If not, ignore this mail.'],
    ['Ihr Code', 'Hier ist Ihr Anmeldecode, wie gew\u00fcnscht: 482913'],
    ['Votre code', 'Voici votre code de connexion, comme convenu : 482 913'],
    ['Police warn of fraud with codes: victims lost money', 'Your sign-in code is 482913.'],
    ['Your code', 'In the example below you see how it looks.\n\nYour sign-in code is 482913.'],
    [
      'Your password',
      'Your temporary password is Xk7-pQ29. The most common passwords are guessed in seconds, choose another.',
    ],
    ['Su clave', 'Operaci\u00f3n 20441882\nClave: 551204'],
    ['Your code', 'What a real one looks like\n\nYour sign-in code is 482913.'],
  ])('but what is handed over is not: %s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeTrue()
  })
})
