import type { LivePolicy, NameBelow } from '../../../core/aggregate/live-policy.ts'
import { createTurns, within } from '../../domains/turns.ts'
import { type Clock, ticksOf } from '../../ports.ts'

/** What is asked about the DMARC records of a domain and of names below it. */
export interface PolicyLooks {
  policy(domain: string): Promise<LivePolicy>
  names(
    domain: string,
    names: readonly string[],
    seen: (name: string, found: NameBelow) => void,
  ): Promise<void>
}

/** What the DNS said. */
export interface Looked {
  live: LivePolicy
  /** What was not answered in time is not here. */
  names: ReadonlyMap<string, NameBelow>
}

/** Looks at the DNS of domains, not more often than it may change. */
export interface Looking {
  at(accountId: string, domain: string, names: readonly string[]): Promise<Looked>
}

/** So long an answer is as good as a new one; one that did not come is asked for again sooner. */
const FRESH_MS = 60_000
const UNKNOWN_MS = 10_000
const PATIENCE_MS = 4_000
const AT_ONCE = 16
const AT_ONCE_OF_ONE = 4
/** Domains whose answers are kept. */
const MOST_KEPT = 2_000

interface Kept {
  at: number
  asked: string
  looked: Promise<Looked>
  /** It did not say all. */
  isPartial: boolean
}

export function createPolicyLooking(looks: PolicyLooks, clock: Clock, patience = PATIENCE_MS): Looking {
  const turns = createTurns(AT_ONCE, AT_ONCE_OF_ONE)
  const kept = new Map<string, Kept>()

  async function lookAt(accountId: string, domain: string, names: readonly string[]): Promise<Looked> {
    const found = new Map<string, NameBelow>()
    let live: LivePolicy = { state: 'unknown' }
    const work = async () => {
      const policy = looks.policy(domain).then((said) => {
        live = said
      })
      await Promise.allSettled([policy, looks.names(domain, names, (name, one) => found.set(name, one))])
      return true
    }
    await within(patience, false, (mayBegin) => turns(accountId, mayBegin, work))
    // What comes later does not change what was told.
    return { live, names: new Map(found) }
  }

  const isFresh = ({ at, isPartial }: Kept) =>
    Math.abs(ticksOf(clock) - at) < (isPartial ? UNKNOWN_MS : FRESH_MS)

  function keep(key: string, entry: Kept): void {
    kept.delete(key)
    kept.set(key, entry)
    const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    at(accountId, domain, names) {
      const key = `${accountId} ${domain}`
      const asked = names.toSorted().join(' ')
      const before = kept.get(key)
      if (before && before.asked === asked && isFresh(before)) return before.looked
      const entry: Kept = {
        at: ticksOf(clock),
        asked,
        isPartial: false,
        looked: lookAt(accountId, domain, names).then((looked) => {
          entry.isPartial = isPartial(looked, names)
          return looked
        }),
      }
      keep(key, entry)
      return entry.looked
    },
  }
}

function isPartial({ live, names: found }: Looked, names: readonly string[]): boolean {
  if (live.state === 'unknown' || live.belowUnknown) return true
  return names.some((name) => {
    const { exists = 'unknown', governed = 'unknown' } = found.get(name) ?? {}
    return exists === 'unknown' || governed === 'unknown'
  })
}
