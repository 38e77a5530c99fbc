import type { KnownSender } from '../../../core/aggregate/known-sender.ts'
import type { KeptSourceMark } from '../../../core/aggregate/source-mark.ts'
import type { SpfNamed } from '../../../core/aggregate/spf-naming.ts'

/** A service by a name of it. */
export type NamedSender = KnownSender & {
  /** The name is that of a machine which anybody may rent: it says where, not who. */
  rented?: boolean
}

export interface KnownSenders {
  /** By a host name that is confirmed forward. */
  byHost(name: string): NamedSender | undefined
  /** By a domain that signs or is asked for SPF. */
  byDomain(domain: string, kind: 'dkim' | 'spf'): NamedSender | undefined
  /** By a name that SPF records include. */
  byInclude(domain: string): NamedSender | undefined
}

/** What sources are told apart by, beside the reports. */
export interface SourceKnowledge {
  domain: string
  /** The organisational domain of a name. */
  organisationOf(name: string): string | undefined
  senders: KnownSenders
  /** What the domain's own SPF record says of an address. */
  spf(ip: string): SpfNamed
  marks: readonly Pick<KeptSourceMark, 'key' | 'name' | 'mark'>[]
  /** Messages of a source behind the day on which one passed last, where they were counted. */
  since?: ReadonlyMap<string, number>
}
