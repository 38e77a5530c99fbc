import type { DnsLook, DomainChange, HealthCounts } from '../core/domain-health.ts'

/** What is kept of how the DNS of a domain is. */
export interface KeptHealth {
  /** The last look that came to its end. Absent: none did. */
  look?: DnsLook
  /** Newest first. */
  changes: DomainChange[]
  /** A later one did not come to its end. */
  failedAt?: Date
  /** When the next look is due. Absent: none is. */
  dueAt?: Date
}

/** The look that was kept as another began. Where none is named, what was kept meanwhile does not matter. */
export interface LookBefore {
  /** Absent: there was none. */
  lookedAt?: Date
}

/** A domain that is to be looked at. */
export interface DueDomain {
  id: string
  domain: string
}

/** A DKIM selector that a valid signature had. */
export interface KeptSelector {
  selector: string
  lastSeen: Date
}

/** Rows go with their domain; verified domains have one that is due, by `DomainStore.looked`. Selectors are noted by
 * `MessageStore.finish`, for domains that the account of the test has. */
export interface DomainHealthStore {
  /** By the id of the domain; of those that were looked at. */
  summaries(accountId: string): Promise<Map<string, HealthCounts & { at: Date }>>
  read(domainId: string): Promise<KeptHealth | undefined>
  /** Newest first. */
  selectors(domainId: string): Promise<KeptSelector[]>
  /** Those that somebody asked for, then the longest due. */
  due(now: Date, limit: number): Promise<DueDomain[]>
  /** Has it looked at before all others that are only due. */
  ask(domainId: string): Promise<'asked' | 'unknown_domain'>
  /** Keeps a look in the place of the one before. It is next due at `next` if it is verified. outdated: another look was kept since this one
   * began; that one stands. */
  keep(
    domainId: string,
    look: DnsLook,
    changes: readonly DomainChange[],
    next: Date,
    after?: LookBefore,
  ): Promise<'kept' | 'outdated'>
  /** A look did not come to its end. */
  failed(domainId: string, at: Date, next: Date, after?: LookBefore): Promise<'kept' | 'outdated'>
}
