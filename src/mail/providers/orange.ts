import type { Provider, Requirement } from './requirement.ts'

const PAGE = 'Orange postmaster (read 2026-11), https://postmaster.orange.fr'
const QUOTED =
  'Orange postmaster of 2026-05-15 as quoted by egressif (2026-06-22), https://egressif.io/resources/sender-requirements/orange'
const SENDGRID =
  'SendGrid asks DMARC above 1,000 messages a day only (read 2026-11), https://www.twilio.com/docs/sendgrid/concepts/inbox-provider-insights/orange'
/** The numbers behind OFR stand in the reply and on the page; sisimai and egressif quote the table. */
const own = { of: 'everybody', reference: PAGE } as const
const quoted = { of: 'everybody', secondary: true, reference: QUOTED } as const
const large = { of: 'bulk mail', secondary: true, reference: QUOTED } as const

const OF_IDENTITY: readonly Requirement[] = [
  { ...quoted, key: 'spf', asks: 'SPF', judged: 'spf', code: 'OFR_519' },
  { ...quoted, key: 'dkim', asks: 'DKIM', judged: 'dkim', code: 'OFR_535' },
  {
    ...quoted,
    key: 'dmarc_passes',
    asks: 'DMARC that passes',
    judged: 'dmarc-passes',
    code: 'OFR_515',
    reference: `${QUOTED}; ${SENDGRID}`,
  },
  { ...quoted, key: 'arc', asks: 'ARC on forwarded mail', judged: 'arc', recommended: true },
]

const OF_HOST: readonly Requirement[] = [
  {
    ...own,
    key: 'reverse_dns',
    asks: 'A valid PTR record',
    judged: 'ptr',
    code: 'OFR_107',
  },
  { ...own, key: 'no_dynamic_address', asks: 'A static address', judged: 'not-dynamic' },
  {
    ...own,
    key: 'helo_name',
    asks: 'A HELO name that is a full host name',
    judged: 'helo-name',
    code: 'OFR_20x',
  },
  {
    ...quoted,
    key: 'helo_resolves',
    asks: 'A HELO name that resolves',
    judged: 'helo-resolves',
    code: 'OFR_20x',
  },
  { ...own, key: 'tls', asks: 'TLS', judged: 'tls', recommended: true },
  {
    ...own,
    key: 'not_on_blocklists',
    asks: 'No blocklist holds the address',
    judged: 'not-listed',
    recommended: true,
  },
]

const OF_MESSAGE: readonly Requirement[] = [
  {
    ...own,
    key: 'sender_domain',
    asks: 'MX or A records of the domain',
    judged: 'sender-receives',
    code: 'OFR_405',
  },
  { ...own, key: 'smtp_rules', asks: 'RFC 5321', judged: 'smtp-rules' },
  { ...own, key: 'message_format', asks: 'RFC 5322', judged: 'format' },
  { ...quoted, key: 'size', asks: 'At most 45 MB', judged: 'size-45' },
  {
    ...quoted,
    key: 'connections',
    asks: 'At most 2 connections at once, and 100 messages in each',
    judged: { unseen: 'one message is one connection' },
    code: 'OFR_104, OFR_109',
  },
]

const OF_LARGE: readonly Requirement[] = [
  {
    ...large,
    key: 'signal_spam',
    asks: 'Membership of Signal Spam above 1,000 messages a day',
    judged: { unseen: 'no message shows it' },
  },
  {
    ...large,
    key: 'website',
    asks: 'A website behind the domain of From above 1,000 messages a day',
    judged: { unseen: 'no site of the sender is opened here' },
  },
  {
    ...large,
    key: 'complaint_rate',
    asks: 'Complaints below 0.6 %, later 0.3 %',
    judged: { unseen: "Signal Spam's feedback loop shows it" },
  },
]

/** The mailboxes of orange.fr and wanadoo.fr. */
export const ORANGE: Provider = {
  id: 'orange',
  check: 'provider-orange',
  name: 'Orange, Wanadoo',
  short: 'Orange',
  requirements: [...OF_IDENTITY, ...OF_HOST, ...OF_MESSAGE, ...OF_LARGE],
}
