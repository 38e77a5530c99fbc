import type { DnsLook, DomainChange, HealthCounts } from '../../core/domain-health.ts'
import type { Result } from '../../core/refusal.ts'
import type { AccountActor } from '../access/actor.ts'

/** How the DNS of a domain was at the last look, in numbers. */
export interface HealthSummary extends HealthCounts {
  at: Date
}

/** A DKIM selector by which a message of a test was signed. */
export interface SeenSelector {
  selector: string
  lastSeen: Date
}

/** What the world sees of a domain's DNS, as it was kept. */
export interface HealthView {
  /** It is being looked at now, or waits for its turn. */
  underWay: boolean
  /** The last look that came to its end. Absent: there was none. */
  look?: DnsLook
  /** A later look did not come to its end. */
  failedAt?: Date
  /** When the next daily look is due. Absent: there are none. */
  nextAt?: Date
  /** What changed from one look to the next, newest first. */
  changes: DomainChange[]
  /** Newest first. */
  selectors: SeenSelector[]
}

/** Keeps how the DNS of the domains of accounts is. Verified ones are looked at every day. */
export interface DomainHealth {
  /** By the id of the domain; those that nobody looked at are left out. */
  summaries(actor: AccountActor): Promise<ReadonlyMap<string, HealthSummary>>
  /** `not_found` for an unknown id and for one of another account alike. */
  of(actor: AccountActor, id: string): Promise<Result<HealthView>>
  /** Begins to look; it ends in the background. `under_way`: it is being looked at. `rate_limited`: too often. */
  look(actor: AccountActor, id: string): Promise<Result<void>>
}
