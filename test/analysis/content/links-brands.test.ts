import { describe, expect, test } from 'bun:test'
import { alternative } from '../message-scene.ts'
import { judgeLinks, type Scene } from './links-scene.ts'

const TEXT =
  'Your order 4711 has been shipped today and will arrive on Thursday. It holds two pairs of garden gloves and a watering ' +
  'can. The invoice follows by post. Thank you for shopping with us, and have a good time in your garden this autumn.'
const letter = (html: string, fields: Record<string, string> = {}) =>
  alternative(TEXT, `<p>${TEXT}</p>${html}`, {
    'Auto-Submitted': 'auto-generated',
    From: 'Shop <shop@example.org>',
    Subject: 'Your order has been shipped',
    ...fields,
  })
const a = (href: string, text: string) => `<a href="${href}">${text}</a>`
const OWN = 'https://www.example.org/x'

async function codes(html: string, scene: Scene = {}, fields: Record<string, string> = {}) {
  const { score, findings, status } = await judgeLinks(letter(html, fields), scene)
  return { score, code: findings.join(','), status: status as string }
}

test.each<[string, string, number, string]>([
  ['an address of a brand', a(OWN, 'https://www.paypal.com/signin'), -1, 'link-imitates-brand'],
  ['its name as an address', a(OWN, 'paypal.com'), -1, 'link-imitates-brand'],
  ['with an arrow', a(OWN, 'www.paypal.com/login \u00bb'), -1, 'link-imitates-brand'],
  ['in a country', a(OWN, 'www.amazon.de'), -1, 'link-imitates-brand'],
  ['in a sentence', a(OWN, 'Sign in at paypal.com now'), -1, 'link-imitates-brand'],
  ['in words', a(OWN, 'Log in to PayPal'), -1, 'link-imitates-brand'],
  ['in words of German', a(OWN, 'Jetzt PayPal-Konto best\u00e4tigen'), -1, 'link-imitates-brand'],
  [
    'in a picture',
    `<a href="${OWN}"><img src="https://www.example.org/b.png" alt="Log in to PayPal"></a>`,
    -1,
    'link-imitates-brand',
  ],
  ['with letters that show nothing', a(OWN, 'pay&#8203;pal.com'), -1, 'link-imitates-brand'],
  ['with letters of another script', a(OWN, 'www.p\u0430yp\u0430l.com'), -1, 'link-imitates-brand'],
  ['with a digit', a(OWN, 'www.paypa1.com/login'), -1, 'link-imitates-brand'],
  [
    'in wide letters',
    a(OWN, '\uff50\uff41\uff59\uff50\uff41\uff4c\uff0e\uff43\uff4f\uff4d'),
    -1,
    'link-imitates-brand',
  ],
  ['with an ideographic stop', a(OWN, 'paypal\u3002com'), -1, 'link-imitates-brand'],
  ['turned around', a(OWN, '\u202emoc.lapyap\u202c'), -1, 'link-imitates-brand'],
  [
    'around hidden letters',
    a(OWN, 'pay<span style="display:none">zz</span>pal.com'),
    -1,
    'link-imitates-brand',
  ],
  [
    'around letters that a style sheet hides',
    `<style>.q{font-size:0}</style>${a(OWN, 'pay<i class=q>zz</i>pal.com')}`,
    -1,
    'link-imitates-brand',
  ],
  ['over two anchors', a(OWN, 'Log in to Pay') + a(`${OWN}2`, 'Pal'), -1, 'link-imitates-brand'],
  [
    'behind a base',
    `<base href="https://www.example.org/">${a('go', 'paypal.com')}`,
    -1,
    'link-imitates-brand',
  ],
  [
    'in a map',
    `<img src="https://www.example.org/i.png" alt="" usemap="#m"><map name="m"><area href="${OWN}" alt="Log in to PayPal"></map>`,
    -1,
    'link-imitates-brand',
  ],
  [
    'on a button',
    `<form action="${OWN}"><input type="submit" value="Log in to PayPal"></form>`,
    -1,
    'link-imitates-brand',
  ],
  [
    'on a button with an address of its own',
    `<form action="#"><button formaction="${OWN}">paypal.com</button></form>`,
    -1,
    'link-imitates-brand',
  ],
  ['where to go', a(OWN, 'Please go to paypal.com now'), -1, 'link-imitates-brand'],
  ['with a deadline', a(OWN, 'Verify your PayPal account within 24 hours'), -1, 'link-imitates-brand'],
  ['in words of French', a(OWN, 'Connectez-vous \u00e0 votre compte PayPal'), -1, 'link-imitates-brand'],
  ['in words of Spanish', a(OWN, 'Verifique su cuenta de PayPal'), -1, 'link-imitates-brand'],
  ['in words of Portuguese', a(OWN, 'Acesse sua conta PayPal'), -1, 'link-imitates-brand'],
  [
    'a neighbour of another anchor',
    a('https://www.paypal.com/', 'Log in to PayPal') + a(OWN, 'paper'),
    0,
    '',
  ],
  [
    'a button to pay',
    `<form action="${OWN}"><button>Pay with PayPal</button></form>${a(OWN, 'Shop')}`,
    0,
    '',
  ],
  ['at another host', a('https://evil.net/x', 'www.paypal.com'), -1, 'link-imitates-brand'],
  [
    'with the target in the own address',
    a(`${OWN}?to=https://www.paypal.com/`, 'www.paypal.com'),
    -1,
    'link-imitates-brand',
  ],
  [
    'to sign in by way of an unknown host',
    a('https://evil.net/?to=https://www.paypal.com/', 'https://www.paypal.com/signin'),
    -1,
    'link-imitates-brand',
  ],
  ['a host like its', a('https://paypal-secure.net/', 'here'), -0.5, 'link-host-imitates-brand'],
  ['a page on a platform, to sign in', a(OWN, 'facebook.com/login'), -1, 'link-imitates-brand'],
  [
    'a sentence about another site, to sign in',
    a('https://evil.net/x', 'Log in at mybank.com'),
    -0.5,
    'link-text-differs',
  ],
  ['the brand itself', a('https://www.paypal.com/signin', 'Log in to PayPal'), 0, ''],
  ['the brand in a country', a('https://www.paypal.de/', 'www.paypal.com'), 0, ''],
  ['another name of the brand', a('https://epl.paypal-communication.com/x', 'www.paypal.com'), 0, ''],
  ['a known platform', a('https://u1.ct.sendgrid.net/ls/click?upn=1', 'https://www.paypal.com/'), 0, ''],
  ['a gateway', a('https://eur01.safelinks.protection.outlook.com/?url=x', 'https://www.paypal.com/'), 0, ''],
  [
    "a known brand's unsubscribe link",
    a('https://www.google.com/url?q=https://www.paypal.com/', 'www.paypal.com'),
    0,
    '',
  ],
  ['a page of the sender on a platform', a(OWN, 'facebook.com/ourshop'), 0, ''],
  ['a name that is written like a site', a(OWN, 'Booking.com'), 0, ''],
  ['a brand that is named', a(OWN, 'Follow us on Facebook') + a(OWN, 'Pay with PayPal'), 0, ''],
  ['a sign-in by way of a brand', a(OWN, 'Sign in with Google'), 0, ''],
  ['a headline', a('https://news.net/x', 'Amazon.com raises wages'), 0, ''],
  ['a mail address', a(OWN, 'ann@gmail.com'), 0, ''],
])('%s', async (_, html, score, code) => {
  expect(await codes(html)).toEqual({ score, code, status: score < 0 ? 'failed' : 'passed' })
})

describe('a host that counts clicks', () => {
  const html = a('https://click.example.org/c/1', 'www.paypal.com')
  const platform = { 'u1.ct.sendgrid.net': { A: ['192.0.2.1'] } }

  test('is an alias of a platform', async () => {
    const zone = { ...platform, 'click.example.org': { CNAME: ['u1.ct.sendgrid.net'] } }
    const verdict = await judgeLinks(letter(html), { zone })
    expect(verdict).toMatchObject({ score: 0, status: 'passed', findings: [] })
    expect(verdict.detail['counted_on_the_way']).toBe('paypal.com → example.org')
    expect(verdict.detail['summary']).toContain('was not followed')
  })

  test('is one over several names', async () => {
    const zone = {
      ...platform,
      'click.example.org': { CNAME: ['track.example.org'] },
      'track.example.org': { CNAME: ['u1.ct.sendgrid.net'] },
    }
    expect(await codes(html, { zone })).toEqual({ score: 0, code: '', status: 'passed' })
  })

  test('is an alias of something else', async () => {
    const zone = { 'click.example.org': { CNAME: ['web.host.net'] }, 'web.host.net': { A: ['192.0.2.1'] } }
    expect(await codes(html, { zone })).toEqual({ score: -1, code: 'link-imitates-brand', status: 'failed' })
  })

  test('cannot be found out without an answer', async () => {
    const scene = { zone: platform, fail: ['A click.example.org'] }
    const verdict = await judgeLinks(letter(html), scene)
    expect(verdict).toMatchObject({ score: 0, status: 'error', findings: [] })
    expect(verdict.detail['summary']).toContain('click.example.org')
  })

  test("is another organisation's", async () => {
    const other = a('https://click.agency.net/c/1', 'www.partner.com')
    const zone = { ...platform, 'click.agency.net': { CNAME: ['u1.ct.sendgrid.net'] } }
    expect(await codes(other, { zone })).toEqual({ score: 0, code: '', status: 'passed' })
    const unknown = { 'click.agency.net': { A: ['192.0.2.1'] } }
    expect(await codes(other, { zone: unknown })).toMatchObject({ score: -0.5, code: 'link-text-differs' })
  })

  test('is asked for before the others', async () => {
    const many = Array.from({ length: 60 }, (_, i) => a(`https://www.d${i}.net/`, `Shop ${i}`)).join('')
    expect(await codes(many + html)).toMatchObject({ score: -1, code: 'link-imitates-brand' })
  })
})

test('the own side is From, the return path and who signs', async () => {
  const html = a('https://click.mailer.net/x', 'www.partner.com')
  expect(await codes(html)).toMatchObject({ code: 'link-text-differs' })
  expect(await codes(html, { mailFrom: 'b@mailer.net' })).toMatchObject({ code: '' })
  const signature = { 'DKIM-Signature': 'v=1; a=rsa-sha256; d=mailer.net; s=a; h=from; bh=x; b=y' }
  expect(await codes(html, {}, signature)).toMatchObject({ code: '' })
  const brand = a('https://click.mailer.net/x', 'www.paypal.com')
  expect(await codes(brand, {}, signature)).toMatchObject({ code: 'link-imitates-brand' })
})

test("a brand's own mail names itself", async () => {
  const fields = { From: 'PayPal <service@paypal.com>' }
  const html =
    a('https://epl.paypal-communication.com/x', 'www.paypal.com') +
    a('https://www.paypal.com/', 'Log in to PayPal')
  expect(await codes(html, {}, fields)).toEqual({ score: 0, code: '', status: 'passed' })
})

test.each<[string, string, string]>([
  ['texts that agree', a(OWN, 'www.example.org'), 'The links that name a site lead there.'],
  ['no text that names a site', a(OWN, 'here'), 'none of their texts names a site'],
  [
    'clicks that are counted',
    a(OWN, 'www.partner.com') + a(OWN, 'www.example.org'),
    'was not followed. The other links',
  ],
])('what is certified: %s', async (_, html, words) => {
  expect((await judgeLinks(letter(html))).detail['summary']).toContain(words)
})

/** Footers and buttons as newsletters have them, over the sender's own site. */
const HONEST: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Follow us on Instagram',
    'Shop now',
    'View in browser',
    'Buy on Amazon',
    'Get it on Google Play',
    'Rate us on Trustpilot',
    'Pay later with Klarna',
    'Track with DHL',
    'Watch on YouTube',
    'Connect with PayPal',
    'Log in',
    'Confirm your email',
    'Update your preferences',
    'Check your account',
    'Redeem your Netflix voucher',
    'Use Apple Pay',
  ],
  de: [
    'Folge uns auf Facebook',
    'Jetzt bei Amazon bestellen',
    'Mit PayPal zahlen',
    'Zum Google Play Store',
    'DHL Sendung verfolgen',
    'Im Browser ansehen',
    'Jetzt anmelden',
    'Konto ansehen',
    'Auf eBay kaufen',
    'Zahlung mit Klarna',
    'Newsletter bestätigen',
    'Zur Sparkassen-Aktion',
    'Unsere Telekom-Angebote',
  ],
  fr: [
    'Suivez-nous sur Facebook',
    'Payer avec PayPal',
    'Disponible sur Amazon',
    'Voir sur YouTube',
    'Livraison par Chronopost',
    'Se désabonner',
    'Mon compte',
    'Se connecter',
    'Se connecter avec Google',
    'Orange vous informe',
  ],
  es: [
    'Síguenos en Instagram',
    'Paga con PayPal',
    'Compra en Amazon',
    'Iniciar sesión',
    'Iniciar sesión con Google',
    'Confirma tu correo',
    'Seguimiento de Correos',
  ],
  it: [
    'Seguici su Facebook',
    'Paga con PayPal',
    'Acquista su Amazon',
    'Accedi',
    'Accedi con Apple',
    'Spedizione con Poste Italiane',
  ],
  nl: [
    'Volg ons op LinkedIn',
    'Betaal met PayPal',
    'Koop bij bol.com',
    'Inloggen',
    'Bevestig je e-mailadres',
    'Volg je PostNL pakket',
  ],
  pl: ['Polub nas na Facebooku', 'Zapłać z PayPal', 'Kup na Allegro', 'Zaloguj się', 'Śledź paczkę InPost'],
  ja: [
    'Instagramをフォロー',
    'Amazonで購入',
    '楽天市場で見る',
    'ログイン',
    'LINEで友だち追加',
    'PayPayで支払う',
    'Googleでログイン',
  ],
  ru: ['Мы ВКонтакте', 'Купить на Ozon', 'Войти', 'Подтвердить почту', 'Оплатить через Сбербанк'],
  zh: ['关注微信', '支付宝付款', '在淘宝购买', '登录'],
}

test.each(
  Object.entries(HONEST).flatMap(([language, texts]) =>
    texts.map((text): [string, string] => [language, text]),
  ),
)('an honest newsletter in %s: %s', async (_, text) => {
  expect(await codes(a(OWN, text))).toMatchObject({ score: 0, code: '' })
})

test.each([
  'Visit our shop on Amazon today',
  'Open your Spotify playlist',
  'Continue with Google',
  'Sign in with Microsoft to continue',
  'Required reading: the PayPal breach',
  'Go to the Netflix review',
])('an honest text with words that also send a reader somewhere: %s', async (text) => {
  expect(await codes(a(OWN, text))).toMatchObject({ score: 0, code: '' })
})

test('a link that is handed on elsewhere is not said to lead where its text says', async () => {
  const handedOn = a('https://www.google.com/url?q=https%3A%2F%2Fevil.net%2F', 'www.google.com')
  const { detail, score } = await judgeLinks(letter(handedOn), {})
  expect(score).toBe(0)
  expect(detail['summary']).toContain('google.com \u2192 evil.net')
  expect(detail['summary']).not.toContain('lead there')
})
