import { type Provider, SUBSCRIBED } from './requirement.ts'

/** "All requirements must be met in order to send a bulk email. If not, the email will be rejected." No number and no code are published. */
const required = {
  of: 'bulk mail',
  reference: 'Apple, postmaster information for iCloud Mail (2025-02-25), https://support.apple.com/102322',
} as const

export const APPLE: Provider = {
  id: 'apple',
  check: 'provider-apple',
  name: 'iCloud Mail',
  requirements: [
    {
      ...required,
      key: 'opt_in',
      asks: 'Recipients who subscribed themselves',
      judged: { unseen: "only the sender's lists show it" },
    },
    {
      ...required,
      key: 'visible_unsubscribe',
      asks: 'An unsubscribe link',
      kinds: SUBSCRIBED,
      judged: 'visible-unsubscribe',
    },
    { ...required, key: 'arc', asks: 'ARC on forwarded mail', judged: 'arc' },
    { ...required, key: 'smtp_rules', asks: 'RFC 5321', judged: 'smtp-rules' },
    { ...required, key: 'message_format', asks: 'RFC 5322', judged: 'format' },
    { ...required, key: 'reverse_dns', asks: 'Reverse DNS with your domain', judged: 'ptr-own' },
    {
      ...required,
      key: 'consistent_addresses',
      asks: 'The same addresses and domains each time',
      judged: { unseen: 'several messages would show it' },
    },
    {
      ...required,
      key: 'consistent_from',
      asks: 'The same name and address in From each time',
      judged: { unseen: 'several messages would show it' },
    },
    { ...required, key: 'spf_and_dkim', asks: 'SPF and DKIM', judged: 'spf-and-dkim' },
    { ...required, key: 'dmarc_record', asks: 'A DMARC record', judged: 'dmarc-record' },
    {
      ...required,
      key: 'bounces',
      asks: 'Errors and bounces acted on, inactive subscribers removed',
      judged: { unseen: "only the sender's lists show it" },
    },
  ],
}
