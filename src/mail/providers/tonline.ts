import type { Provider } from './requirement.ts'

/** The page's table of contents could be read; what its sections say is told by others alone. */
const PAGE = 'https://postmaster.t-online.de/#t4.1'
const HOST_NAME = `T-Online, requirements for smooth access, section 4.1, as quoted in a post of 2026-02-01, https://sidenotes.de/2026/02/01/email-telefonnummer-bitte.html; ${PAGE}`
const DIAL_UP = `T-Online as quoted by creoline (undated, read 2026-11), https://help.creoline.com/de/doc/t-online-554-dialuptransient-ip-not-allowed-zVwMz4z866; ${PAGE}`
const STRICT =
  'Mapp (2025-07), of 2025-07-02, https://mapp.com/blog/t-online-requires-strict-alignment-for-dkim; Suped: T-Online announced nothing (undated, read 2026-11), https://www.suped.com/knowledge/email-deliverability/troubleshooting/troubleshooting-519-dkim-rejection-errors-from-t-onlinede'
const BULK =
  'Boldem (2025-09-05), https://help.boldem.com/conditions-for-successful-delivery-of-bulk-messages-to-t-online-de-domains/'

const quoted = { of: 'everybody', secondary: true, reference: HOST_NAME } as const
const bulk = { of: 'bulk mail', secondary: true, reference: BULK } as const

/** Of t-online.de and magenta.de. */
export const TONLINE: Provider = {
  id: 'tonline',
  check: 'provider-tonline',
  name: 'T-Online',
  requirements: [
    {
      ...quoted,
      key: 'known_address',
      asks: 'An address whose reputation is known',
      judged: { unseen: 'T-Online alone knows it' },
      code: '554 (NOWL)',
    },
    {
      ...quoted,
      key: 'reverse_dns',
      asks: 'A PTR record that leads back to the address',
      judged: 'ptr',
    },
    {
      ...quoted,
      key: 'website',
      asks: "A host name that leads to its operator's website with contact data",
      judged: { unseen: 'what a website says, people judge' },
      code: '554 (NOWL)',
    },
    {
      ...quoted,
      key: 'no_dynamic_address',
      asks: 'No dial-up address',
      judged: 'not-dynamic',
      code: '554 (DIAL)',
      reference: DIAL_UP,
    },
    {
      ...quoted,
      key: 'dkim_strict',
      asks: 'A DKIM signature of the very domain of From',
      judged: 'dkim-strict',
      code: '559 5.1.9',
      reference: STRICT,
    },
    { ...bulk, key: 'spf', asks: 'SPF', judged: 'spf' },
    {
      ...bulk,
      key: 'own_reverse_dns',
      asks: 'A PTR name of your own domain',
      judged: 'ptr-own',
    },
    {
      ...bulk,
      key: 'double_opt_in',
      asks: 'Recipients who confirmed',
      judged: { unseen: "only the sender's lists show it" },
    },
    {
      ...bulk,
      key: 'dedicated_address',
      asks: 'An address of your own that sends steadily',
      judged: { unseen: 'several messages would show it' },
    },
  ],
}
