import { type Provider, SUBSCRIBED } from './requirement.ts'

const BLOG =
  'https://techcommunity.microsoft.com/blog/microsoftdefenderforoffice365blog/strengthening-email-ecosystem-outlook%E2%80%99s-new-requirements-for-high%E2%80%90volume-senders/4399730'
const POLICIES = 'https://sendersupport.olc.protection.outlook.com/pm/policies.aspx'
/** The two disagree about what becomes of such mail. */
const ENFORCED = `Microsoft, requirements for high-volume senders, version 4.0 (2025-04-30): refused since 2025-05-05, ${BLOG}; Outlook.com policies (2026-06-15): Junk first, then refused, ${POLICIES}`
const HYGIENE = `Microsoft, requirements for high-volume senders, version 4.0 (2025-04-30), ${BLOG}`

const REFUSED = '550 5.7.515'
const authenticated = { of: 'bulk senders', code: REFUSED, reference: ENFORCED } as const
const hygiene = { of: 'bulk senders', recommended: true, reference: HYGIENE } as const
const policy = { of: 'everybody', reference: `Outlook.com policies (2026-06-15), ${POLICIES}` } as const

/** Of the consumer domains outlook.com, hotmail.com and live.com. */
export const OUTLOOK: Provider = {
  id: 'outlook',
  check: 'provider-outlook',
  name: 'Outlook.com',
  requirements: [
    { ...authenticated, key: 'spf', asks: 'SPF', judged: 'spf' },
    { ...authenticated, key: 'dkim', asks: 'DKIM', judged: 'dkim' },
    { ...authenticated, key: 'dmarc_record', asks: 'A DMARC record', judged: 'dmarc-record' },
    { ...authenticated, key: 'dmarc_passes', asks: 'DMARC aligned with SPF or DKIM', judged: 'dmarc-passes' },
    { ...hygiene, key: 'replies', asks: 'A From or Reply-To that takes replies', judged: 'repliable' },
    {
      ...hygiene,
      key: 'visible_unsubscribe',
      asks: 'A visible unsubscribe link that works',
      kinds: SUBSCRIBED,
      judged: 'visible-unsubscribe',
    },
    { ...hygiene, key: 'honest_subject', asks: 'An accurate subject', judged: 'honest-subject' },
    {
      ...hygiene,
      key: 'list_hygiene',
      asks: 'Invalid addresses removed, consent of recipients',
      judged: { unseen: "only the sender's lists show it" },
    },
    { ...policy, key: 'reverse_dns', asks: 'Valid reverse DNS', judged: 'ptr' },
    { ...policy, key: 'no_dynamic_address', asks: 'No dynamic address', judged: 'not-dynamic' },
    { ...policy, key: 'smtp_rules', asks: 'RFC 5321', judged: 'smtp-rules' },
    { ...policy, key: 'message_format', asks: 'RFC 5322', judged: 'format' },
    {
      ...policy,
      key: 'connections',
      asks: 'At most 500 connections at once',
      judged: { unseen: 'one message is one connection' },
    },
  ],
}
