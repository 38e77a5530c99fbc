import { describe, expect, test } from 'bun:test'
import { brandOfName, brandOfSignIn, mentions } from '../../../../src/mail/reading/brands/naming.ts'

describe('a display name', () => {
  test.each([
    ['PayPal', 'PayPal'],
    ['PayPal Support', 'PayPal'],
    ['PayPal, Inc.', 'PayPal'],
    ['service@paypal.com', 'PayPal'],
    ['The PayPal Security Team', 'PayPal'],
    ['P\u0430yP\u0430l', 'PayPal'],
    ['PayPaI', 'PayPal'],
    ['PayPa1', 'PayPal'],
    ['P a y P a l', 'PayPal'],
    ['Pay\u200bPal', 'PayPal'],
    ['\u{1d5e3}\u{1d5ee}\u{1d606}\u{1d5e3}\u{1d5ee}\u{1d5f9}', 'PayPal'],
    ['PayPal \u2705', 'PayPal'],
    ['PayPal\u2122', 'PayPal'],
    ['Amazon.de Kundenservice', 'Amazon'],
    ['DHL Paket 4711', 'DHL'],
    ['UPS Delivery', 'UPS'],
    ['Apple Support', 'Apple'],
    ['Chase Security', 'Chase'],
    ['Orange Service Client', 'Orange'],
    ['ING Kundenservice', 'ING'],
    ['DKB Kundenservice', 'DKB'],
    ['Microsoft account team', 'Microsoft'],
    ['Meta Support', 'Facebook'],
    ['Netflix Membership', 'Netflix'],
    ['CREDIT AGRICOLE', 'Crédit Agricole'],
    ['Служба поддержки Сбербанк', 'Sberbank'],
    ['Amazonカスタマーサービス', 'Amazon'],
    ['三井住友カード株式会社', 'Sumitomo Mitsui'],
    ['支付宝安全中心', 'Alipay'],
    ['네이버 고객센터', 'Naver'],
    ['بنك الإمارات دبي الوطني', 'Emirates NBD'],
    ['Εθνική Τράπεζα', 'National Bank of Greece'],
    ['AT&T', 'AT&T'],
    ['E.ON', 'E.ON'],
  ])('%s is that of %s', (name, brand) => {
    expect(brandOfName(name)?.brand.name).toBe(brand)
  })

  test.each([
    'Apple Martin',
    'Chase Miller',
    'Orange County Library',
    'Target group',
    'Square dance club',
    'Visa office',
    'Visa Services',
    'DHL-Fan',
    'Amazon seller Garden Tools via Shop',
    'John via LinkedIn',
    'Google Alerts fan',
    'Facebook Ads Weekly',
    'Google Developer Group Berlin',
    'Amazon Rainforest Fund',
    'Discover Magazine',
    'Office',
    'Windows',
    'Halifax',
    'Sky',
    'Three',
    'Telegram & Argus',
    'Otto Müller',
    'Post',
    'Bank',
    'Support',
    'Security Team',
    'BT',
    'Box',
    '',
  ])('%s is no brand', (name) => {
    expect(brandOfName(name)).toBeUndefined()
  })

  test.each(['Chase', 'Otto', 'Norton', 'Line'])('%s may be a person', (name) => {
    expect(brandOfName(name)?.mayBePerson).toBe(true)
  })
})

describe('the text of a link', () => {
  test.each([
    ['Log in to PayPal', 'PayPal'],
    ['VERIFY YOUR PAYPAL ACCOUNT NOW \u2192', 'PayPal'],
    ['Bei PayPal anmelden', 'PayPal'],
    ['PayPal-Konto best\u00e4tigen', 'PayPal'],
    ['Se connecter \u00e0 PayPal', 'PayPal'],
    ['Iniciar sesi\u00f3n en PayPal', 'PayPal'],
    ['Accedi a PayPal', 'PayPal'],
    ['Zaloguj si\u0119 do mBank', 'mBank'],
    ['Войти в Сбербанк', 'Sberbank'],
    ['Amazonアカウントを確認', 'Amazon'],
    ['登录支付宝', 'Alipay'],
    ['Confirm your Apple ID', 'Apple'],
    ['Unlock your Chase account', 'Chase'],
    ['Update your Netflix payment details', 'Netflix'],
  ])('%s asks to sign in at %s', (text, brand) => {
    expect(brandOfSignIn(text)?.name).toBe(brand)
  })

  test.each([
    'Follow us on Facebook',
    'Pay with PayPal',
    'Mit PayPal bezahlen',
    'Download on the App Store',
    'Find us on Google Maps',
    'Check my account on LinkedIn',
    'Check my profile on Instagram',
    'Our Amazon shop',
    'Sign in with Google',
    'Continue with Apple',
    'Log in with Amazon',
    'Add to Apple Wallet',
    'Confirm your Visa',
    'Track your DHL parcel',
    'DHL Sendung verfolgen',
    'Review us on Google',
    'Open Gmail',
    'Log in to your account',
    'Verify your email',
    'Facebook',
    'PayPal',
    'Log in to redeem your Netflix voucher',
  ])('%s does not', (text) => {
    expect(brandOfSignIn(text)).toBeUndefined()
  })
})

test('a brand is named as words, not as parts of words', () => {
  const paypal = brandOfName('PayPal')?.brand
  if (!paypal) throw new Error('PayPal is listed')
  expect(mentions('Your PayPal account', paypal)).toBe(true)
  expect(mentions('paypalooza', paypal)).toBe(false)
})
