import { type Provider, SUBSCRIBED } from './requirement.ts'

const PRACTICES =
  'Yahoo sender requirements (2025-04-10), https://senders.yahooinc.com/best-practices/; Yahoo FAQ (2025-08-02), https://senders.yahooinc.com/faqs/'
/** Authentication is refused with 554 5.7.9 (https://help.yahoo.com/kb/SLN7253.html, 2014-04-16); the rest has no published code. */
const REFUSED = '554 5.7.9'
const required = { of: 'everybody', reference: PRACTICES } as const
/** Yahoo publishes no number from which a sender is one of bulk. */
const bulk = { of: 'bulk senders', reference: PRACTICES } as const

export const YAHOO: Provider = {
  id: 'yahoo',
  check: 'provider-yahoo',
  name: 'Yahoo',
  requirements: [
    { ...required, key: 'spf_or_dkim', asks: 'SPF or DKIM', judged: 'spf-or-dkim', code: REFUSED },
    {
      ...required,
      key: 'spam_rate',
      asks: 'A spam rate below 0.3 %',
      judged: { unseen: "Yahoo's complaint feedback loop shows it" },
      code: '421 4.7.0 [TSS04]',
    },
    {
      ...required,
      key: 'forward_and_reverse_dns',
      asks: 'Valid forward and reverse DNS of the address',
      judged: 'ptr',
    },
    { ...required, key: 'smtp_rules', asks: 'RFC 5321', judged: 'smtp-rules' },
    { ...required, key: 'message_format', asks: 'RFC 5322', judged: 'format' },
    { ...bulk, key: 'spf_and_dkim', asks: 'SPF and DKIM', judged: 'spf-and-dkim', code: REFUSED },
    { ...bulk, key: 'dmarc_record', asks: 'A DMARC record', judged: 'dmarc-record', code: REFUSED },
    { ...bulk, key: 'dmarc_passes', asks: 'DMARC that passes', judged: 'dmarc-passes', code: REFUSED },
    {
      ...bulk,
      key: 'dmarc_reports',
      asks: 'rua in the DMARC record',
      judged: 'dmarc-reports',
      recommended: true,
    },
    {
      ...bulk,
      key: 'unsubscribe_header',
      asks: 'One-click unsubscription; mailto counts',
      kinds: SUBSCRIBED,
      judged: 'one-click-or-mail',
    },
    {
      ...bulk,
      key: 'one_click_post',
      asks: 'One-click unsubscription by POST',
      kinds: SUBSCRIBED,
      judged: 'one-click',
      recommended: true,
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
      asks: 'Unsubscription within 2 days',
      kinds: SUBSCRIBED,
      judged: { unseen: 'only later mail would show it' },
    },
    {
      ...required,
      key: 'dkim_key',
      asks: 'A DKIM key of 1,024 bits or more',
      judged: 'dkim-key',
      recommended: true,
    },
    {
      ...required,
      key: 'meaningful_reverse_dns',
      asks: 'A PTR name that is chosen and does not look dynamic',
      judged: 'ptr-chosen',
      recommended: true,
    },
    { ...required, key: 'arc', asks: 'ARC on forwarded mail', judged: 'arc', recommended: true },
  ],
}
