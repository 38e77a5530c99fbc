/** What registries tell of domains, as the rest of the program sees it. Imports nothing. */

export const REGISTRATION_FAILURES = [
  /** IANA knows no RDAP server for names below that suffix. */
  'no-server',
  /** The registry does not know the domain. */
  'not-found',
  /** It tells no date of registration. */
  'no-date',
  /** The date cannot be: it is to come, or older than the DNS. */
  'bad-date',
  /** The answer is about another name. */
  'other-name',
  /** The answer is no domain in RDAP, or too long. */
  'not-rdap',
  /** It answered with another status. */
  'status',
  /** The registry wants fewer questions. */
  'limited',
  /** Too many questions are under way. */
  'busy',
  'timeout',
  'network',
  'tls',
  'not-public',
  'redirects',
  /** Asked offline, and the evidence does not hold it. */
  'not-asked',
] as const
export type RegistrationFailure = (typeof REGISTRATION_FAILURES)[number]

/** When a domain was registered; of everything else that the registry tells nothing is kept. */
export type RegistrationAnswer =
  | {
      kind: 'registered'
      /** ISO time. */
      at: string
      /** The host that said it. */
      server: string
    }
  | { kind: 'unknown'; reason: RegistrationFailure }

/** Asks the registry of a registrable domain, in A-labels. Never throws. */
export interface Registrations {
  of(domain: string): Promise<RegistrationAnswer>
}

/** One answer as it is kept in the evidence of a report. */
export interface RecordedRegistration {
  domain: string
  answer: RegistrationAnswer
}

/** What was asked for one message. */
export interface RegistrationLookups extends Registrations {
  recorded(): RecordedRegistration[]
}
