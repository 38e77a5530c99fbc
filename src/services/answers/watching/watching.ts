import type { DmarcEvent } from '../../../core/event.ts'
import { dayOf } from '../../../core/kept/day.ts'
import { QueryTooLong } from '../../../store/aggregates.ts'
import type { BegunWatch, WatchedDomain, WatchStore } from '../../../store/dmarc/watching.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, Log } from '../../ports.ts'
import { dueDomains, UNSURE } from './due.ts'
import { type LookingDeps, lookAt } from './looking.ts'
import { unseen, watch } from './machine.ts'
import { stateIn, type Told, type WatchState } from './state.ts'

/** Watches what reports say of domains, and tells of what changes. */
export interface Watching {
  /** Looks at domains that are due. Does nothing while another process does. Gives how many it looked at. */
  run(): Promise<number>
  /** Ends what runs after the look that is under way. */
  stop(): void
}

export interface WatchingDeps extends LookingDeps {
  store: LookingDeps['store'] &
    Pick<Store, 'leases'> & { watching: Pick<WatchStore, 'domains' | 'begin' | 'settle'> }
  clock: Clock
  log: Log
  holder: { host: string; start: string }
}

const LEASE = 'dmarc-watch'
const LEASE_MS = 60_000
/** Of one run; what is left is due in the next. */
const MOST = 500
/** Looks that fail one after the other before a run is given up. */
const FAILURES = 5

export function createWatching(deps: WatchingDeps): Watching {
  const { store, clock, log, holder } = deps
  const name = `${holder.host}/${holder.start}`
  let lastAccount = ''
  let isStopped = false

  const mayGoOn = async () => !isStopped && (await store.leases.take(LEASE, name, LEASE_MS))

  async function look({ accountId, domainId, mark }: WatchedDomain): Promise<void> {
    const begun = await store.watching.begin(domainId)
    if (!begun) return
    const at = clock.now()
    const of = { accountId, domainId, domain: begun.domain }
    const before = stateIn(begun.kept?.state)
    const { state, told } = await watched(of, dayOf(at.getTime()), begun, before)
    const events = told.map((one): DmarcEvent => ({ ...one, subject: domainId }))
    const holds = JSON.stringify(state?.holds ?? [])
    const isFirst = begun.kept === undefined || dayOf(begun.kept.lookedAt.getTime()) !== dayOf(at.getTime())
    const isAgain = isFirst && state?.unsure !== undefined
    const kept = { state: JSON.stringify(state ?? null), holds, at, mark: isAgain ? UNSURE : mark }
    const settled = await store.watching.settle(domainId, begun.kept?.version ?? 0, kept, events)
    if (settled !== 'settled') return
    for (const { type } of events) {
      log.info({ domain: begun.domain, event: type }, 'Told of what DMARC reports say')
    }
  }

  /** What takes too long is left for the next time: it was looked at, and nothing was found out. */
  async function watched(
    of: { accountId: string; domainId: string; domain: string },
    today: number,
    begun: BegunWatch,
    before: WatchState | undefined,
  ): Promise<{ state: WatchState | undefined; told: Told[] }> {
    try {
      return watch(before, await lookAt(deps, of, today, { begun, ...(before && { state: before }) }))
    } catch (cause) {
      if (!(cause instanceof QueryTooLong)) throw cause
      log.warn(
        { domain: of.domain },
        'What DMARC reports say of a domain takes too long to read; it is tried again',
      )
      return { state: before && unseen(before, today), told: [] }
    }
  }

  async function lookInTurns(due: readonly WatchedDomain[]): Promise<number> {
    let [looks, failures] = [0, 0]
    for (const domain of due) {
      if (looks === MOST || failures === FAILURES || !(await mayGoOn())) break
      lastAccount = domain.accountId
      looks += 1
      failures = await look(domain).then(
        () => 0,
        (cause) => {
          if (!isStopped)
            log.error({ err: cause, domain: domain.domainId }, 'DMARC reports of a domain were not watched')
          return failures + 1
        },
      )
    }
    return looks
  }

  return {
    async run() {
      const due = await dueDomains(store.watching, lastAccount, clock.now())
      // Most of the time nothing is due, and nothing has to be written to know it.
      if (due.length === 0 || !(await mayGoOn())) return 0
      try {
        return await lookInTurns(due)
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
    stop() {
      isStopped = true
    },
  }
}
