import { expect, test } from 'bun:test'
import { claimOf } from '../../../../src/mail/content/links/brand-claims.ts'
import { BRANDS, brandsOwning } from '../../../../src/mail/reading/brands/catalogue.ts'
import { isWithin } from '../../../../src/mail/reading/brands/distance.ts'
import { imitatedBy, nearBrand } from '../../../../src/mail/reading/brands/likeness.ts'
import { brandOfName, brandOfSignIn } from '../../../../src/mail/reading/brands/naming.ts'
import { seeded } from '../../../fuzz/random.ts'

test.each([
  ['paypa1.example', 'PayPal', 'letters'],
  ['rnicrosoft.com', 'Microsoft', 'letters'],
  ['micros0ft.com', 'Microsoft', 'letters'],
  ['arnazon.com', 'Amazon', 'letters'],
  ['netfllx.com', 'Netflix', 'letters'],
  ['face-book.com', 'Facebook', 'letters'],
  ['xn--aypal-uye.example', 'PayPal', 'letters'],
  ['xn--80ak6aa92e.com', 'Apple', 'letters'],
  ['app1e.com', 'Apple', 'letters'],
  ['paypal-secure.example', 'PayPal', 'words'],
  ['secure-paypal.com', 'PayPal', 'words'],
  ['securepaypal.example', 'PayPal', 'words'],
  ['amaz0n-login.com', 'Amazon', 'words'],
  ['amazon-de.example', 'Amazon', 'words'],
  ['netflixbilling.com', 'Netflix', 'words'],
  ['login-microsoftonline.com', 'Microsoft', 'words'],
  ['dhl-paket.top', 'DHL', 'words'],
  ['ups-redelivery.example', 'UPS', 'words'],
  ['chase-login.example', 'Chase', 'words'],
  ['apple-id-verify.example', 'Apple', 'words'],
  ['bankofamerica-verify.com', 'Bank of America', 'words'],
  ['paypal-login.web.app', 'PayPal', 'words'],
  ['paypal.account-verify.example', 'PayPal', 'words'],
  ['paypal.com.evil.example', 'PayPal', 'address'],
  ['www.paypal.co.uk.evil.example', 'PayPal', 'address'],
  ['paypal.top', 'PayPal', 'ending'],
  ['paypal.tk', 'PayPal', 'ending'],
])('%s imitates %s by its %s', (host, name, way) => {
  const like = imitatedBy(host)
  expect({ name: like?.brand.name, way: like?.way as string | undefined }).toEqual({ name, way })
})

test.each([
  ...['paypal.com', 'paypal.de', 'mail.paypal.co.uk', 'news.paypal-communication.com', 'amazon.com.tr'],
  ...[
    'paypay.ne.jp',
    'amazone.de',
    'apples.example',
    'targets.example',
    'appie.nl',
    'zelie.fr',
    'revolt.example',
  ],
  ...['visa-service.com', 'apple-orchard.com', 'orange-county.org', 'ing-mueller.de', 'ups-service.de'],
  ...[
    'microsoft-partner.de',
    'netflix-fans.com',
    'facebook-marketing.de',
    'chase-design.com',
    'wise-support.org',
  ],
  ...[
    'paypal.github.io',
    'paypal.shop.example',
    'amazon.partner.example',
    'www.linkedin.com.ezproxy.uni.edu',
  ],
  ...['my-account.example', 'secure-login.example', 'account.shop.example', 'login.example.org', 'web.de'],
  ...[
    'facebook.example',
    'spotify.design',
    'uber.space',
    'sendgrid.net',
    'interact.org',
    'norden.se',
    'post.example',
  ],
  ...[
    'amazones.fr',
    'openair.ch',
    'alliant.com',
    'trevor.example',
    'papal.example',
    '192.0.2.1',
    'localhost',
    '',
  ],
])('%s imitates nobody', (host) => {
  expect(imitatedBy(host)).toBeUndefined()
  expect(nearBrand(host)).toBeUndefined()
})

test.each([
  ['amazom.com', 'Amazon'],
  ['paypall.com', 'PayPal'],
  ['gogle.com', 'Google'],
  ['wellsfagro.com', 'Wells Fargo'],
  ['bankofamerca.com', 'Bank of America'],
])('%s is near %s', (host, name) => {
  expect(nearBrand(host)?.brand.name).toBe(name)
})

test.each(['dhk.com', 'upss.com', 'inq.com', 'hsbe.com', 'vise.com', 'ebey.com', 'aldo.com', 'chose.com'])(
  '%s: short names are never compared by distance',
  (host) => {
    expect(nearBrand(host)).toBeUndefined()
  },
)

test('no domain of any brand imitates another', () => {
  const wrong = BRANDS.flatMap(({ domains }) => domains).filter(
    (domain) => imitatedBy(domain) || nearBrand(domain),
  )
  expect(wrong).toEqual([])
})

test('there are many brands, each with names and domains', () => {
  expect(BRANDS.length).toBeGreaterThan(150)
  expect(BRANDS.filter(({ domains }) => domains.length === 0)).toEqual([])
  expect(
    BRANDS.flatMap(({ domains }) => domains).filter(
      (domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domain),
    ),
  ).toEqual([])
  expect(brandsOwning('github.com')[0]?.name).toBe('GitHub')
  expect(brandsOwning('evil.azurewebsites.net')).toEqual([])
  expect(brandsOwning('evil.github.io')).toEqual([])
})

/** Whole matrix, for comparison. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? 99
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : 99
      rows[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swap,
      )
    }
  }
  return at(a.length, b.length)
}

test('the bounded distance is the whole one', () => {
  const chance = seeded(20_261_122)
  const word = () => Array.from({ length: chance.below(8) }, () => chance.pick([...'abc'])).join('')
  for (let round = 0; round < 3_000; round += 1) {
    const [a, b] = [word(), word()]
    for (const most of [1, 2]) expect([a, b, isWithin(a, b, most)]).toEqual([a, b, distance(a, b) <= most])
  }
})

test('long and odd names come to an end', () => {
  const parts = [
    'paypal',
    'paypal.',
    'paypal-',
    'login-',
    'verify',
    'rn',
    'vv',
    'i',
    '1',
    'a.',
    '-',
    '.',
    'xn--',
    'com.',
    '/',
  ]
  const letters = ['\u0430', '\u{1d400}', '\u0301', '\u200b', '\ufdfa', '銀行', 'ログイン', 'ー', '각']
  for (const part of [...parts, ...letters]) {
    const hostile = part.repeat(100_000 / part.length)
    for (const text of [hostile, `paypal ${hostile}`, `Log in to ${hostile} PayPal`, `https://${hostile}`]) {
      imitatedBy(text)
      nearBrand(text)
      brandOfName(text)
      brandOfSignIn(text.slice(0, 500))
      claimOf(text.slice(0, 500), 'example.org')
    }
    imitatedBy(hostile.slice(0, 250))
    nearBrand(hostile.slice(0, 250))
  }
})
