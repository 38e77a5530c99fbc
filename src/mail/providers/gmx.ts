import { type Provider, type Requirement, SUBSCRIBED } from './requirement.ts'

const RULES =
  'WEB.DE and GMX, requirements for senders (undated, read 2026-11), https://postmaster.web.de/en/requirements-and-recommendations'
const BULK = 'GMX, best practices (undated, read 2026-11), https://postmaster.gmx.net/en/best-practices'
const ONCE = 'GMX, sender guidelines (undated, read 2026-11), https://www.gmx.net/mail/senderguidelines/'
/** No enhanced codes are used: the last line leads to a page whose parameter c names the case. */
const CASES = 'GMX, error messages (undated, read 2026-11), https://postmaster.gmx.com/en/error-messages'
const DMARC_CASE = 'mail.com, case r2001 (undated, read 2026-11), https://postmaster.mail.com/en/case?c=r2001'
const SPF_CASE = 'smtp.codes, United Internet (undated, read 2026-11), https://smtp.codes/unitedinternet/'

const required = { of: 'everybody', reference: RULES } as const
const recommended = { ...required, recommended: true } as const
const bulk = { of: 'bulk mail', reference: BULK } as const

const OF_HOST: readonly Requirement[] = [
  {
    ...required,
    key: 'no_dynamic_address',
    asks: 'A static address of no dial-up range',
    judged: 'not-dynamic',
  },
  {
    ...required,
    key: 'reverse_dns',
    asks: 'A valid PTR record',
    judged: 'ptr',
    code: '554 c=rdns',
    reference: `${RULES}; ${CASES}`,
  },
  {
    ...required,
    key: 'chosen_reverse_dns',
    asks: "A PTR name that is no hoster's default",
    judged: 'ptr-chosen',
  },
  { ...recommended, key: 'own_reverse_dns', asks: 'A PTR name of your own domain', judged: 'ptr-own' },
  {
    ...required,
    key: 'not_on_blocklists',
    asks: 'No blocklist holds the address',
    judged: 'not-listed',
    code: '554 c=r0201',
    reference: `${RULES}; ${CASES}`,
  },
  { ...required, key: 'helo_name', asks: 'A HELO name that is a full host name', judged: 'helo-name' },
]

const OF_MESSAGE: readonly Requirement[] = [
  { ...required, key: 'smtp_rules', asks: 'RFC 5321', judged: 'smtp-rules' },
  { ...required, key: 'message_format', asks: 'RFC 5322', judged: 'format' },
  {
    ...required,
    key: 'single_fields',
    asks: 'From, Sender, To, Cc, Subject and Date once each',
    judged: 'single-fields',
    reference: ONCE,
  },
  {
    ...required,
    key: 'sender_domain',
    asks: 'MX or A records of the domain',
    judged: 'sender-receives',
  },
]

const OF_IDENTITY: readonly Requirement[] = [
  {
    ...required,
    key: 'dkim_aligned',
    asks: 'A DKIM signature aligned with From',
    judged: 'dkim-aligned',
    reference: `${RULES}; ${BULK}`,
  },
  { ...recommended, key: 'spf', asks: 'SPF', judged: 'spf' },
  {
    ...required,
    key: 'spf_not_failed',
    asks: 'An address that SPF does not forbid',
    judged: 'spf-not-failed',
    secondary: true,
    code: '550 SPF policy',
    reference: SPF_CASE,
  },
  { ...recommended, key: 'dmarc_record', asks: 'A DMARC record', judged: 'dmarc-record' },
  {
    ...required,
    key: 'dmarc_enforced',
    asks: 'DMARC that passes under p=reject',
    judged: 'dmarc-enforced',
    code: '554 c=r2001',
    reference: DMARC_CASE,
  },
]

const OF_BULK: readonly Requirement[] = [
  {
    ...bulk,
    key: 'consent',
    asks: 'Recipients who consented',
    judged: { unseen: "only the sender's lists show it" },
  },
  {
    ...bulk,
    key: 'standards',
    asks: 'The standards of M3AAWG and the CSA',
    judged: { unseen: 'they are about more than a message' },
  },
  {
    ...bulk,
    key: 'imprint',
    asks: 'An imprint that names the sender',
    judged: { unseen: 'whether it is complete, people judge' },
  },
  {
    ...bulk,
    key: 'one_click_unsubscribe',
    asks: 'One-click unsubscription by https (RFC 8058)',
    kinds: SUBSCRIBED,
    judged: 'one-click',
  },
]

/** One platform; so are gmx.de, gmx.com, web.de, mail.com and their other domains. */
export const GMX: Provider = {
  id: 'gmx',
  check: 'provider-gmx',
  name: 'GMX, WEB.DE, mail.com',
  short: 'GMX',
  requirements: [...OF_IDENTITY, ...OF_HOST, ...OF_MESSAGE, ...OF_BULK],
}
