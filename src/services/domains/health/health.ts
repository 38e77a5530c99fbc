import { refusalOf } from '../../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../../core/access/rate.ts'
import type { DnsLook, DomainChange, HealthCounts } from '../../../core/domain-health.ts'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import type { Store } from '../../../store/store.ts'
import type { AccountActor } from '../../access/actor.ts'
import { createLimits, type Limits } from '../../access/limits.ts'
import type { Clock } from '../../ports.ts'
import type { DnsLooking } from './looking.ts'

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

export interface DomainHealthDeps {
  store: Pick<Store, 'domains' | 'domainHealth'>
  looking: Pick<DnsLooking, 'begin'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
}

const HOUR = 60 * MINUTE
/** What people of one account may ask for. */
const LOOKS = rateOf(20, HOUR, 9)

const notFound = refused({ kind: 'not_found', what: 'domain' })

export function createDomainHealth(deps: DomainHealthDeps): DomainHealth {
  const { store, looking, clock, limits = createLimits(clock) } = deps
  const looks = limits.rate('domain-health', LOOKS)

  const isUnderWay = (dueAt: Date | undefined) => dueAt !== undefined && dueAt <= clock.now()

  return {
    async summaries(actor) {
      if (refusalOf(actor, 'domains.read')) return new Map()
      return store.domainHealth.summaries(actor.accountId)
    },
    async of(actor, id) {
      const refusal = refusalOf(actor, 'domains.read')
      if (refusal) return refused(refusal)
      if (!(await store.domains.byId(actor.accountId, id))) return notFound
      const [kept, selectors] = await Promise.all([
        store.domainHealth.read(id),
        store.domainHealth.selectors(id),
      ])
      const { dueAt, ...rest } = kept ?? { changes: [] }
      const underWay = isUnderWay(dueAt)
      return granted({ ...rest, underWay, selectors, ...(dueAt && !underWay && { nextAt: dueAt }) })
    },
    async look(actor, id) {
      const refusal = refusalOf(actor, 'domains.change')
      if (refusal) return refused(refusal)
      if (!(await store.domains.byId(actor.accountId, id))) return notFound
      if (isUnderWay((await store.domainHealth.read(id))?.dueAt)) return refused({ kind: 'under_way' })
      const retryAfterSeconds = await looks.take(actor.accountId)
      if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
      if ((await store.domainHealth.ask(id)) === 'unknown_domain') return notFound
      looking.begin()
      return granted(undefined)
    },
  }
}
