import { claimOf } from '../../src/mail/content/links/brand-claims.ts'
import { BRANDS } from '../../src/mail/reading/brands/catalogue.ts'
import { imitatedBy, nearBrand } from '../../src/mail/reading/brands/likeness.ts'
import { brandOfName, brandOfSignIn, mentions } from '../../src/mail/reading/brands/naming.ts'
import { hold, type Target } from './target.ts'

const PAYPAL = BRANDS.find(({ name }) => name === 'PayPal')

function read(octets: string): void {
  const text = Buffer.from(octets, 'latin1').toString('utf8')
  for (const host of [text, `${text.slice(0, 60)}.example`, `paypal-${text.slice(0, 200)}.com`]) {
    const like = imitatedBy(host)
    hold(!like?.brand.domains.includes(host), "a brand's own domain imitates nobody")
    nearBrand(host)
  }
  brandOfName(text)
  brandOfSignIn(text)
  claimOf(text, 'example.org')
  if (PAYPAL) mentions(text, PAYPAL)
}

/** Names, hosts and texts of links that may be those of brands. */
export const BRAND_TARGET: Target = {
  name: 'brands',
  seeds: [
    'PayPal Support',
    'paypal-secure.example',
    'Log in to your PayPal account',
    'www.paypal.com/signin',
    'P\xd0\xb0yP\xd0\xb0l',
    '\xe3\x83\xad\xe3\x82\xb0\xe3\x82\xa4\xe3\x83\xb3',
  ],
  pieces: [
    'paypal',
    'login',
    'verify',
    'account',
    '-',
    '.',
    '/',
    ' ',
    'rn',
    'vv',
    '1',
    '@',
    'com',
    'xn--',
    '\xcc\x81',
    '\xd0\xb0',
    '\xe9\x8a\x80',
    '\xe2\x80\x8b',
  ],
  around: [
    ['Log in to ', ' PayPal'],
    ['https://', '.example/'],
    ['paypal.', '.com'],
  ],
  run: read,
}
