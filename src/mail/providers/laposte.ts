import type { Provider } from './requirement.ts'

/** The page bears no date and names no codes. */
const required = {
  of: 'everybody',
  reference:
    'laposte.net postmaster (undated, seen 2026), https://postmaster.laposte.net/contents/quelles-sont-les-specifications-techniques-a-respecter-pour-emettre-des-emails-vers-laposte-net',
} as const

export const LAPOSTE: Provider = {
  id: 'laposte',
  check: 'provider-laposte',
  name: 'laposte.net',
  requirements: [
    { ...required, key: 'reverse_dns', asks: 'A valid and coherent PTR record', judged: 'ptr' },
    {
      ...required,
      key: 'spf_authorised',
      asks: 'An address that the SPF record allows',
      judged: 'spf-authorised',
    },
    { ...required, key: 'spf_valid', asks: 'No invalid or misleading SPF record', judged: 'spf-valid' },
    { ...required, key: 'dkim', asks: 'A DKIM signature', judged: 'dkim', recommended: true },
    {
      ...required,
      key: 'dmarc_policy',
      asks: 'A DMARC policy, at least p=none with rua',
      judged: 'dmarc-policy-or-reports',
    },
    {
      ...required,
      key: 'any_authentication',
      asks: 'One of SPF, DKIM and DMARC',
      judged: 'any-authentication',
    },
  ],
}
