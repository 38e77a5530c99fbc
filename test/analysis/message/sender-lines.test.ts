import { expect, test } from 'bun:test'
import { senderIdentity } from '../../../src/analysis/analyzers/message/sender-identity.ts'
import { judge, mail } from '../message-scene.ts'
import { HONEST_SENDERS } from './honest-senders.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const encoded = (line: string) =>
  line.replace(/^(.*) </, (_, name: string) => `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <`)

async function costOf(line: string): Promise<number> {
  const fields = { 'Auto-Submitted': 'auto-generated', From: encoded(line), Subject: 'News of this week' }
  return (await judge(senderIdentity, mail(fields, 'We are open again from Monday on.\r\n'))).score
}

const HONEST = linesOf(HONEST_SENDERS)

const PHISHING = linesOf(`
  PayPal <service@evil.net>
  PayPal Support <a@secure-mail.info>
  PayPaI <a@evil.net>
  Pаypal Security <a@evil.net>
  service@paypal.com <a@evil.net>
  PayPal Kundenservice <a@kunden-info.net>
  Amazon <a@evil.net>
  Amazon.de Kundenservice <a@evil.net>
  Amazon Prime <prime@member-renewal.net>
  Amazonカスタマーサービス <a@evil.cn>
  Microsoft <a@evil.net>
  Microsoft 365 <a@evil.net>
  Microsoft account team <a@outlook-verify.net>
  Office 365 Support <a@evil.net>
  Microsoft Teams <a@evil.net>
  OneDrive <a@evil.net>
  SharePoint <a@evil.net>
  Netflix <a@evil.net>
  Netflix Billing <a@evil.net>
  Netflix Membership <a@evil.net>
  Apple ID <a@evil.net>
  Apple Support <a@evil.net>
  iCloud <a@evil.net>
  Apple <a@apple-verify-account.net>
  Chase <alert@chase-secure.com>
  Chase Support <a@chase-account-verify.com>
  Chase Bank <a@evil.net>
  Chase Security Alert <a@secure-chase-login.net>
  Wells Fargo <a@evil.net>
  Bank of America <a@evil.net>
  Citibank <a@evil.net>
  Capital One <a@evil.net>
  American Express <a@evil.net>
  HSBC <a@evil.net>
  Barclays <a@evil.net>
  Santander <a@evil.net>
  Commerzbank <a@evil.net>
  Deutsche Bank <a@evil.net>
  Postbank Kundenservice <a@evil.net>
  Sparkasse <a@sparkasse-login.net>
  Sparkasse Sicherheit <a@sparkasse-verifizierung.info>
  Volksbank <a@volksbank-secure-login.net>
  DHL <a@evil.net>
  DHL Parcel <a@evil.net>
  DHL Paket 4711 <a@evil.net>
  FedEx <a@evil.net>
  UPS Delivery <a@evil.net>
  USPS <a@usps-redelivery.net>
  Royal Mail <a@evil.net>
  DPD <a@evil.net>
  PostNL <a@evil.net>
  La Poste <a@evil.net>
  Facebook Security <a@evil.net>
  Instagram <a@evil.net>
  WhatsApp <a@evil.net>
  LinkedIn <a@evil.net>
  Google <a@evil.net>
  Dropbox <a@evil.net>
  DocuSign <a@evil.net>
  Coinbase <a@evil.net>
  Binance <a@evil.net>
  MetaMask <a@evil.net>
  Ledger Live <a@ledger-recovery.net>
  Orange <a@orange-login.net>
  Stripe <a@stripe-verify.com>
  Steam Support <a@evil.net>
  Discord <a@discord-verify.net>
  Visa <a@visa-verified.net>
  ING Kundenservice <a@ing-login.net>
`)

test('honest sender lines cost nothing', async () => {
  expect(HONEST.length).toBeGreaterThanOrEqual(150)
  const costly: string[] = []
  for (const line of HONEST) if ((await costOf(line)) < 0) costly.push(line)
  expect(costly).toEqual([])
})

test('sender lines of phishing cost', async () => {
  expect(PHISHING.length).toBeGreaterThanOrEqual(60)
  const free: string[] = []
  for (const line of PHISHING) if ((await costOf(line)) === 0) free.push(line)
  expect(free).toEqual([])
})
