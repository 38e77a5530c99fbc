import { describe, expect, test } from 'bun:test'
import { senderIdentity } from '../../../src/analysis/analyzers/message/sender-identity.ts'
import { imitatedByName } from '../../../src/mail/message/sender-identity/brand-remarks.ts'
import { judge, mail } from '../message-scene.ts'

const named = (name: string, address: string) =>
  `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`
const LETTER =
  'Your order 4711 has been shipped today and will arrive on Thursday. Thank you for shopping with us.\r\n'
const verdictOn = (fields: Record<string, string>, body = LETTER) =>
  judge(senderIdentity, mail({ 'Auto-Submitted': 'auto-generated', ...fields }, body))

test.each<[string, string, string, number, string]>([
  ['a name of a brand from elsewhere', 'PayPal', 'service@evil.net', -0.5, 'name-imitates-brand'],
  ['as its service', 'DHL Kundenservice', 'paket@evil.net', -0.5, 'name-imitates-brand'],
  ['with its domain', 'PayPal.com Service', 'a@evil.net', -0.5, 'name-imitates-brand'],
  ['with its address', 'service@paypal.com', 'a@evil.net', -0.5, 'name-imitates-brand'],
  ['from a domain of its own', 'PayPal', 'service@intl.paypal.com', 0, ''],
  ['from its domain in a country', 'Amazon.com.tr', 'siparis@amazon.com.tr', 0, ''],
  ['from a country that is not listed', 'Amazon', 'a@amazon.com.ng', 0, ''],
  ['by who recruits for it', 'Netflix', 'no-reply@hire.lever.co', 0, ''],
  ['by a member of a group', 'Sparkasse', 'info@sparkasse-koelnbonn.de', 0, ''],
  ['by another member', 'Sparkasse', 'info@kskbb.de', 0, ''],
  ['for such a group from elsewhere', 'Sparkasse', 'info@evil.net', 0, 'name-shared-with-brand'],
  [
    'a group and a lure',
    'Sparkasse',
    'info@sparkasse-verify.net',
    -0.5,
    'name-imitates-brand,domain-imitates-brand',
  ],
  [
    'a disguised name of a group',
    'Sp\u0430rk\u0430sse',
    'info@evil.net',
    -0.5,
    'name-imitates-brand,name-disguised',
  ],
  [
    'by a mail system',
    'Microsoft Outlook',
    'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org',
    0,
    '',
  ],
  ['a word that is a brand too', 'Apple', 'a@evil.net', 0, 'name-shared-with-brand'],
  ['a word and the domain', 'Chase', 'a@chase-secure-alert.net', -0.5, 'name-imitates-brand'],
  ['a word that its domain has', 'Orange', 'a@orange-catering.net', 0, ''],
  ['such a word among others', 'Apple Martin', 'apple@example.org', 0, ''],
  ['a domain like its', 'Customer Care', 'care@paypa1.net', -0.5, 'domain-imitates-brand'],
  ['its domain in front', 'Customer Care', 'care@paypal.com.evil.net', -0.5, 'domain-imitates-brand'],
  [
    'its name with words of service',
    'Customer Care',
    'care@paypal-secure.net',
    -0.5,
    'domain-imitates-brand',
  ],
  ['both', 'PayPal', 'care@paypa1.net', -0.5, 'name-imitates-brand,domain-imitates-brand'],
  ['a letter more', 'Customer Care', 'care@paypall.net', 0, 'domain-near-brand'],
  ['a letter more, beside the name', 'PayPal and others', 'care@paypall.net', -0.5, 'domain-imitates-brand'],
  ['an honest name', 'Garden Club', 'news@tulips.net', 0, ''],
])('%s', async (_, name, address, score, code) => {
  const verdict = await verdictOn({ From: named(name, address) })
  expect({ score: verdict.score, code: verdict.findings.join(',') }).toEqual({ score, code })
})

test.each<[string, string, string, string | undefined]>([
  ['free mail of anybody', 'Netflix', 'netflix.team@gmail.com', 'Netflix'],
  ["the brand's own free mail", 'Microsoft account team', 'abc123@outlook.com', 'Microsoft'],
  ['an address the provider keeps', 'Gmail Team', 'no-reply@gmail.com', undefined],
  ['free mail of a provider that writes from there', 'Orange', 'info@orange.fr', undefined],
  ['who hands on mail', 'PayPal', 'service_at_paypal.com_x1@duck.com', undefined],
])('a name of a brand at %s', (_, name, address, brand) => {
  const sender = { name, address, domain: address.slice(address.indexOf('@') + 1) }
  expect(imitatedByName(sender, { isPersonal: false })?.name).toBe(brand)
})

test('a letter more counts where the text names the brand', async () => {
  const verdict = await verdictOn({ From: 'care@paypall.net' }, 'Your PayPal account is limited.\r\n')
  expect(verdict).toMatchObject({ score: -0.5, findings: ['domain-imitates-brand'] })
})

test.each(['Verify your Sparkasse account today.', 'Bitte best\u00e4tigen Sie Ihr Konto bei der Sparkasse.'])(
  'a name of many counts where the text asks for its account: %s',
  async (text) => {
    const verdict = await verdictOn({ From: 'Sparkasse <info@evil.net>' }, `${text}\r\n`)
    expect(verdict).toMatchObject({ score: -0.5, findings: ['name-imitates-brand'] })
  },
)

test('a name of many counts where a link imitates it', async () => {
  const verdict = await verdictOn({ From: 'Sparkasse <info@evil.net>' }, 'https://sparkasse-login.net/a\r\n')
  expect(verdict).toMatchObject({ score: -0.5, findings: ['name-imitates-brand'] })
})

test.each<[string, Record<string, string>, number, string]>([
  ['a group', { From: 'PayPal Support: a@evil.net;' }, -0.5, 'name-imitates-brand'],
  ['a group with a name in it', { From: 'PayPal: Ann <a@evil.net>;' }, -0.5, 'name-imitates-brand'],
  ['a group of the brand', { From: 'PayPal: service@paypal.com;' }, 0, ''],
  ['a group of nobody in particular', { From: 'Friends: a@example.org;' }, 0, ''],
  ['Sender', { From: 'a@example.org', Sender: 'PayPal <a@evil.net>' }, 0, 'sender-named-as-brand'],
  ['Sender of the brand', { From: 'a@example.org', Sender: 'PayPal <a@paypal.com>' }, 0, ''],
  ['Sender with a word', { From: 'a@example.org', Sender: 'Orange <a@example.org>' }, 0, ''],
  [
    'Reply-To',
    { From: 'a@example.org', 'Reply-To': 'PayPal <a@evil.net>' },
    -0.5,
    'reply-to-name-imitates-brand',
  ],
  ['Reply-To of a mail of the brand', { From: 'a@paypal.com', 'Reply-To': 'PayPal <a@esp.net>' }, 0, ''],
])('a brand named by %s', async (_, fields, score, code) => {
  const verdict = await verdictOn(fields)
  expect({ score: verdict.score, code: verdict.findings.join(',') }).toEqual({ score, code })
})

test('answers to a domain like that of a brand', async () => {
  const verdict = await verdictOn({ From: 'a@example.org', 'Reply-To': 'help@paypal-support.net' })
  expect(verdict).toMatchObject({ score: -0.5, findings: ['reply-to-imitates-brand'] })
})

test('a person who has the name of a bank', async () => {
  const letter = 'Hi Ann,\r\n\r\nsee you on Sunday at the lake? I bring the cake.\r\n\r\nChase\r\n'
  const verdict = await judge(
    senderIdentity,
    mail({ From: 'Chase <chase@example.org>', Subject: 'Sunday' }, letter),
  )
  expect(verdict).toMatchObject({ status: 'passed', score: 0, findings: [] })
})

test('what is told does not repeat the name', async () => {
  const verdict = await verdictOn({ From: named('PayPal Security 998877', 'a@evil.net') })
  expect(verdict.findings).toEqual(['name-imitates-brand'])
  expect(JSON.stringify(verdict.detail)).not.toContain('998877')
})

/** As these senders are known to write. */
const REAL = [
  'service@paypal.de <service@paypal.de>',
  'PayPal <paypal@mail.paypal.de>',
  'Amazon.de <versandbestaetigung@amazon.de>',
  'Amazon Web Services <no-reply-aws@amazon.com>',
  'Amazon.co.jp <account-update@amazon.co.jp>',
  'Netflix <info@account.netflix.com>',
  'Google <no-reply@accounts.google.com>',
  'YouTube <no-reply@youtube.com>',
  'Google Calendar <calendar-notification@google.com>',
  'Microsoft account team <account-security-noreply@accountprotection.microsoft.com>',
  'Microsoft Teams <noreply@email.teams.microsoft.com>',
  'SharePoint Online <no-reply@sharepointonline.com>',
  'LinkedIn <messages-noreply@linkedin.com>',
  'Facebook <security@facebookmail.com>',
  'Instagram <security@mail.instagram.com>',
  'Meta for Business <advertise-noreply@facebookmail.com>',
  'DHL Paket <noreply.paket@dhl.de>',
  'Deutsche Post <noreply@deutschepost.de>',
  'GMX <mailings@mailings.gmx.net>',
  'WEB.DE <neu@mailings.web.de>',
  'IONOS <noreply@ionos.de>',
  'Telekom Deutschland <kundenservice@telekom.de>',
  'Booking.com <noreply@booking.com>',
  'Airbnb <automated@airbnb.com>',
  'DocuSign <dse@eumail.docusign.net>',
  'Apple <no_reply@email.apple.com>',
  'iTunes Store <do_not_reply@itunes.com>',
  'Steam <noreply@steampowered.com>',
  'Discord <noreply@discord.com>',
  'Spotify <no-reply@spotify.com>',
  'Crypto.com <hello@crypto.com>',
  'ING <info@mailing.ing.de>',
  'Chase <no.reply.alerts@chase.com>',
  'Bank of America <onlinebanking@ealerts.bankofamerica.com>',
  'Capital One <capitalone@notification.capitalone.com>',
  'American Express <AmericanExpress@welcome.americanexpress.com>',
  'Wells Fargo Online <alerts@notify.wellsfargo.com>',
  'UPS <mcinfo@ups.com>',
  'USPS Informed Delivery <USPSInformeddelivery@email.informeddelivery.usps.com>',
  'FedEx <TrackingUpdates@fedex.com>',
  'Royal Mail <no-reply@royalmail.com>',
  'HMRC <no.reply@advice.hmrc.gov.uk>',
  'GOV.UK <noreply@notifications.service.gov.uk>',
  'Colissimo <noreply@notif-colissimo-laposte.info>',
  'Chronopost <chronopost@network1.pickup.fr>',
  'impots.gouv.fr <ne-pas-repondre@dgfip.finances.gouv.fr>',
  'Poste Italiane <noreply@posteitaliane.it>',
  'Agencia Tributaria <noreply@correo.aeat.es>',
  'Temu <temu@eu.temuemail.com>',
  'AliExpress <transaction@notice.aliexpress.com>',
  'PlayStation <sony@txn-email02.playstation.com>',
  'Target <orders@oe1.target.com>',
  'OpenAI <noreply@tm.openai.com>',
  'X <info@x.com>',
  'Reddit <noreply@redditmail.com>',
  'GitHub <noreply@github.com>',
  'Halifax <news@halifax.ca>',
  'OTTO <service@otto.de>',
]

describe('real mail of a brand', () => {
  test.each(REAL)('%s', async (from) => {
    expect((await verdictOn({ From: from })).findings.filter((code) => code.includes('brand'))).toEqual([])
  })
})
