import type { NewAuditEntry } from '../../core/access/audit.ts'
import { type Action, refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { Destination } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { DestinationOwner } from '../../store/watching/destinations.ts'
import { byActor, entryBy } from '../access/by.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { Clock } from '../ports.ts'
import type { DestinationActor, DestinationView } from './told.ts'

/** What the people of one account, or one administrator, may do. The operator is not counted. */
const CHANGES = rateOf(60, MINUTE, 199)
/** Each sends something to somebody. */
const SENDINGS = rateOf(20, MINUTE, 19)

/** Whose destinations an actor looks after. */
export function ownerFor(actor: DestinationActor): DestinationOwner {
  const { accountId } = { accountId: undefined, ...actor }
  return accountId === undefined ? 'instance' : { accountId }
}

type Done = Extract<NewAuditEntry['action'], `destination.${string}`>

interface AskingDeps {
  store: Pick<Store, 'people'>
  clock: Clock
  limits?: Limits
}

/** Who may do what, how often, and how the log tells it. */
export function createAsking({ store, clock, limits = createLimits(clock) }: AskingDeps) {
  const counted = {
    change: limits.rate('destination-changes', CHANGES),
    send: limits.rate('destination-sendings', SENDINGS),
  }

  const actionOf = (actor: DestinationActor, does: 'read' | 'change'): Action =>
    actor.kind === 'instance_admin' ? `instance.${does}` : `alerts.${does}`

  return {
    /** Why it may not be read. */
    unreadable: (actor: DestinationActor): Refusal | undefined => refusalOf(actor, actionOf(actor, 'read')),
    /** Why it may not be done, or not yet. */
    async turnedAway(actor: DestinationActor, does: 'change' | 'send'): Promise<Refusal | undefined> {
      const refusal = refusalOf(actor, actionOf(actor, 'change'))
      if (refusal || actor.kind === 'operator') return refusal
      const who = actor.kind === 'instance_admin' ? actor.personId : actor.accountId
      const retryAfterSeconds = await counted[does].take(who)
      return retryAfterSeconds > 0 ? { kind: 'rate_limited', retryAfterSeconds } : undefined
    },
    async entry(
      actor: DestinationActor,
      action: Done,
      { name }: Pick<Destination, 'name'>,
      details?: Record<string, string>,
    ): Promise<NewAuditEntry> {
      const owner = ownerFor(actor)
      return entryBy(await byActor(store, actor), clock.now(), {
        action,
        target: name,
        ...(owner !== 'instance' && owner),
        ...(details && { details }),
      })
    },
  }
}

export type Asking = ReturnType<typeof createAsking>

/** Without what nobody is shown. */
export function viewOf({ secrets, ...shown }: Destination, now: Date): DestinationView {
  const { earlier } = secrets
  return { ...shown, ...(earlier && earlier.until > now && { earlierSecretUntil: earlier.until }) }
}
