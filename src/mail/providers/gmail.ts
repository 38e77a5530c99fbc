import { type Provider, type Requirement, SUBSCRIBED } from './requirement.ts'

const GUIDELINES = 'Gmail sender guidelines (2026-03-21), https://support.google.com/a/answer/81126'
const FAQ = 'Gmail sender guidelines FAQ (2026-03-11), https://support.google.com/a/answer/14229414'
const LIMITS = 'Gmail message header limits, https://support.google.com/a/answer/14016360'
/** The codes are those of https://support.google.com/a/answer/3726730 (2026-02-12). */
const required = { of: 'everybody', reference: GUIDELINES } as const
const bulk = { of: 'bulk senders', reference: `${GUIDELINES}; ${FAQ}` } as const
const recommended = { ...required, recommended: true } as const

const OF_ALL: readonly Requirement[] = [
  {
    ...required,
    key: 'spf_or_dkim',
    asks: 'SPF or DKIM',
    judged: 'spf-or-dkim',
    code: '421 4.7.26, 550 5.7.26',
  },
  {
    ...required,
    key: 'forward_and_reverse_dns',
    asks: 'A PTR record that leads back to the address',
    judged: 'ptr',
    code: '451 4.7.23, 550 5.7.25',
  },
  { ...required, key: 'tls', asks: 'TLS', judged: 'tls', code: '421 4.7.29, 550 5.7.29' },
  { ...required, key: 'message_format', asks: 'RFC 5322', judged: 'format', code: '554 5.6.0, 550 5.7.1' },
  { ...required, key: 'message_id', asks: 'A valid Message-ID', judged: 'message-id', code: '550 5.7.1' },
  {
    ...required,
    key: 'single_fields',
    asks: 'From, To, Subject and Date once each',
    judged: 'single-fields',
    code: '550 5.7.1',
  },
  { ...required, key: 'dkim_key', asks: 'A DKIM key of 1,024 bits or more', judged: 'dkim-key' },
  {
    ...required,
    key: 'no_gmail_from',
    asks: 'No From at gmail.com unless Gmail sends it',
    judged: 'no-gmail-from',
    code: '550 5.7.26',
  },
  {
    ...required,
    key: 'spam_rate',
    asks: 'A spam rate below 0.1 %, never 0.3 %',
    judged: { unseen: 'Postmaster Tools shows it' },
    code: '421 4.7.28, 550 5.7.28',
  },
  {
    ...required,
    key: 'header_limits',
    asks: 'A header within the limits of size',
    judged: 'header-limits',
    code: '552 5.3.4',
    reference: LIMITS,
  },
]

const OF_BULK: readonly Requirement[] = [
  { ...bulk, key: 'spf', asks: 'SPF', judged: 'spf', code: '421 4.7.27, 550 5.7.27' },
  { ...bulk, key: 'dkim', asks: 'DKIM', judged: 'dkim', code: '421 4.7.30, 550 5.7.30' },
  {
    ...bulk,
    key: 'dmarc_record',
    asks: 'A DMARC record',
    judged: 'dmarc-record',
    // The FAQ calls it 4.7.31.
    code: '421 4.7.40, 550 5.7.40',
  },
  {
    ...bulk,
    key: 'alignment',
    asks: 'From aligned with SPF or DKIM',
    judged: 'alignment',
    code: '421 4.7.32, 421 5.7.32',
  },
  {
    ...bulk,
    key: 'one_click_unsubscribe',
    asks: 'One-click unsubscription by https; mailto does not count',
    kinds: SUBSCRIBED,
    judged: 'one-click',
  },
  {
    ...bulk,
    key: 'visible_unsubscribe',
    asks: 'A visible unsubscribe link in the body',
    kinds: SUBSCRIBED,
    judged: 'visible-unsubscribe',
  },
  {
    ...bulk,
    key: 'unsubscribe_in_time',
    asks: 'Unsubscription within 48 hours',
    kinds: SUBSCRIBED,
    judged: { unseen: 'only later mail would show it' },
  },
]

const RECOMMENDED: readonly Requirement[] = [
  {
    ...recommended,
    key: 'one_from_address',
    asks: 'One address in From',
    judged: 'one-address',
    code: '550 5.7.1',
  },
  {
    ...recommended,
    key: 'honest_subject',
    asks: 'Re: and Fwd: only where it is so',
    judged: 'honest-subject',
  },
  {
    ...recommended,
    key: 'display_name',
    asks: 'A display name that names the sender only',
    judged: 'display-name',
  },
  {
    ...recommended,
    key: 'no_hidden_content',
    asks: 'Nothing hidden by HTML or CSS',
    judged: 'no-hidden-content',
  },
  { ...recommended, key: 'clear_links', asks: 'Links that say where they lead', judged: 'clear-links' },
  {
    ...recommended,
    key: 'domain_names',
    asks: 'International domains as in UTS #39 section 5.2',
    judged: 'domain-names',
  },
  { ...recommended, key: 'valid_html', asks: 'Valid HTML', judged: 'valid-html' },
  { ...recommended, key: 'arc', asks: 'ARC on forwarded mail', judged: 'arc' },
  { ...recommended, key: 'list_id', asks: 'List-Id on list mail', judged: 'list-id' },
  { ...recommended, key: 'not_on_blocklists', asks: 'No blocklist holds the address', judged: 'not-listed' },
]

export const GMAIL: Provider = {
  id: 'gmail',
  check: 'provider-gmail',
  name: 'Gmail',
  requirements: [...OF_ALL, ...OF_BULK, ...RECOMMENDED],
}
