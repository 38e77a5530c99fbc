import type { Check } from './check.ts'

/** What is looked at without a message: a domain in A-labels, lower case, or a public address in canonical form. */
export type InspectedName = { kind: 'domain'; name: string } | { kind: 'address'; name: string }

/** What the DNS and the lists say of a domain or an address. The checks cost nothing: there is no message to score. */
export interface Inspection {
  subject: InspectedName
  checks: Check[]
}
