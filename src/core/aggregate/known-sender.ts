/** What a service is to those who send through it. cloud: machines that anybody rents. */
export const SENDER_TYPES = [
  'mailbox',
  'marketing',
  'transactional',
  'crm',
  'helpdesk',
  'hosting',
  'cloud',
  'gateway',
  'forwarding',
  'list',
  'application',
] as const
export type SenderType = (typeof SENDER_TYPES)[number]

/** The types as people call them. */
export const SENDER_TYPE_WORDS: Readonly<Record<SenderType, string>> = {
  mailbox: 'Mailbox provider',
  marketing: 'Marketing',
  transactional: 'Transactional',
  crm: 'CRM',
  helpdesk: 'Help desk',
  hosting: 'Web host',
  cloud: 'Cloud',
  gateway: 'Mail security',
  forwarding: 'Forwarding',
  list: 'Mailing list',
  application: 'Application',
}

/** A service that mail of many domains comes through. */
export interface KnownSender {
  /** Stable. */
  id: string
  name: string
  type: SenderType
  /** How mail of a customer can pass with the customer's own domain. Empty: it cannot. */
  aligns: readonly ('dkim' | 'spf')[]
  /** How that is set up: one sentence. */
  advice: string
  /** Where its documentation is. */
  url?: string
}

/** A service, and what it was known by. */
export interface RecognisedSender extends KnownSender {
  by: 'ptr' | 'dkim' | 'bounce' | 'spf'
  /** The name is one of those below which machines of strangers stand: it says where a host is, not who sends. */
  rented: boolean
}

/** What is known of a source, any of it: the confirmed name of its address, a d= that passed, a MAIL FROM domain that passed, an
 * include that names it. */
export interface SenderSigns {
  ptr?: string | undefined
  dkimDomain?: string | undefined
  bounceDomain?: string | undefined
  spfInclude?: string | undefined
}
