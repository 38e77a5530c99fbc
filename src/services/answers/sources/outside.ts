import type { KeptSourceMark } from '../../../core/aggregate/source-mark.ts'

/** A service that many domains send by. */
export interface KnownSender {
  id: string
  name: string
  /** mailbox, transactional, marketing, application, helpdesk, crm, hosting, cloud, gateway, list or forwarding. */
  type: string
  /** How a customer's mail passes there with its own domain. Empty: it cannot. */
  aligns?: readonly ('dkim' | 'spf')[]
  /** What is to be done there, in a sentence, and the page that says how. */
  advice?: string
  url?: string
  /** The name is that of a machine which anybody may rent: it says where, not who. */
  isRented?: boolean
}

export interface KnownSenders {
  /** By a host name that is confirmed forward. */
  byHost(name: string): KnownSender | undefined
  /** By a domain that signs or is asked for SPF. */
  byDomain(domain: string, kind: 'dkim' | 'spf'): KnownSender | undefined
  /** By a name that SPF records include. */
  byInclude(domain: string): KnownSender | undefined
}

/** A term of the domain's own SPF record that lets an address pass. */
export interface NamingTerm {
  /** As it stands there. */
  term: string
  /** What an include or redirect leads to. */
  leadsTo?: string
}

/** What the domain's own SPF record names. unknown: some of it could not be looked up, so that an address that no term names may be
 * named all the same. */
export interface SpfNames {
  isKnown: boolean
  termOf(ip: string): NamingTerm | undefined
}

/** What sources are told apart by, beside the reports. */
export interface SourceKnowledge {
  domain: string
  /** The organisational domain of a name. */
  organisationOf(name: string): string | undefined
  senders: KnownSenders
  spf: SpfNames
  marks: readonly Pick<KeptSourceMark, 'key' | 'name' | 'mark'>[]
}
