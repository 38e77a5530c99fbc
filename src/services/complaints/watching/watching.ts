import type { ComplaintProvider } from '../../../core/complaints/provider.ts'
import type { ComplaintEvent } from '../../../core/event.ts'
import { dayOf, startOf } from '../../../core/kept/day.ts'
import { QueryTooLong } from '../../../store/aggregates.ts'
import type { WatchedComplaints } from '../../../store/complaints/complaints.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, Log } from '../../ports.ts'
import { sentTo } from '../sent.ts'
import { SETTLED_DAYS, type SeenProvider, WEEK, WEEKS_BEFORE, watchComplaints } from './machine.ts'
import { stateIn } from './state.ts'

/** Watches what feedback loops report of domains. */
export interface ComplaintWatching {
  /** Looks at every domain that has complaints. Does nothing while another process does. Gives how many it looked at. */
  run(): Promise<number>
  /** Ends what runs after the look that is under way. */
  stop(): void
}

export interface ComplaintWatchingDeps {
  store: Pick<Store, 'leases' | 'complaints'>
  providers: readonly ComplaintProvider[]
  clock: Clock
  log: Log
  holder: { host: string; start: string }
}

const LEASE = 'complaint-watch'
const LEASE_MS = 60_000
const PAGE = 100
/** Looks that fail one after the other before a run is given up. */
const FAILURES = 5

export function createComplaintWatching(deps: ComplaintWatchingDeps): ComplaintWatching {
  const { store, clock, log, holder } = deps
  const name = `${holder.host}/${holder.start}`
  let isStopped = false
  const mayGoOn = async () => !isStopped && (await store.leases.take(LEASE, name, LEASE_MS))

  async function look(of: WatchedComplaints): Promise<void> {
    const at = clock.now()
    const today = dayOf(at.getTime())
    const seen = await seenOf(deps, of.domainId, today)
    const { state, told } = watchComplaints(stateIn(of.state), { domain: of.domain, today, seen })
    const text = JSON.stringify(state)
    // Most looks find what the last one found, and need no write.
    if (told.length === 0 && text === of.state) return
    if (state.holds.length === 0 && of.state === undefined) return
    const events = told.map(
      (payload): ComplaintEvent => ({ type: 'complaints.rate_high', subject: of.domainId, payload }),
    )
    const settled = await store.complaints.watchSettle(of.domainId, of.version, text, at, events)
    if (settled !== 'settled') return
    for (const { provider } of told) {
      log.info({ domain: of.domain, provider }, 'Told of many complaints about a domain')
    }
  }

  async function lookAt(page: readonly WatchedComplaints[], failed: number): Promise<number> {
    let failures = failed
    for (const of of page) {
      if (failures === FAILURES || !(await mayGoOn())) return FAILURES
      failures = await look(of).then(
        () => 0,
        (cause) => {
          // What takes too long is left for the next time.
          if (cause instanceof QueryTooLong) return failures
          if (!isStopped)
            log.error({ err: cause, domain: of.domainId }, 'Complaints of a domain were not watched')
          return failures + 1
        },
      )
    }
    return failures
  }

  return {
    async run() {
      const since = new Date(startOf(dayOf(clock.now().getTime()) - WEEK * (WEEKS_BEFORE + 1)))
      let [looks, failures, after] = [0, 0, '']
      if (!(await mayGoOn())) return 0
      try {
        for (;;) {
          const page = await store.complaints.watched(since, after, PAGE)
          failures = await lookAt(page, failures)
          looks += page.length
          after = page.at(-1)?.domainId ?? after
          if (page.length < PAGE || failures === FAILURES) return looks
        }
      } finally {
        await store.leases.release(LEASE, name)
      }
    },
    stop() {
      isStopped = true
    },
  }
}

/** What each provider counted in the last settled week, and on average of the weeks before. */
async function seenOf(
  { store, providers }: ComplaintWatchingDeps,
  domainId: string,
  today: number,
): Promise<SeenProvider[]> {
  const to = today - SETTLED_DAYS
  const week = { from: to - WEEK + 1, to }
  const from = week.from - WEEK * WEEKS_BEFORE
  const days = await store.complaints.providerDays(domainId, { from, to })
  if (days.length === 0) return []
  const sent = await sentTo(store.complaints, domainId, week, providers)
  const byProvider = Map.groupBy(days, ({ provider }) => provider)
  return [...byProvider].map(([provider, rows]) => {
    const counted = (isOfWeek: boolean) =>
      rows.reduce((sum, { day, complaints }) => sum + (day >= week.from === isOfWeek ? complaints : 0), 0)
    const all = sent.get(provider)
    return {
      provider,
      name: providers.find(({ id }) => id === provider)?.name ?? provider,
      complaints: counted(true),
      before: Math.ceil(counted(false) / WEEKS_BEFORE),
      ...(all !== undefined && { sent: all }),
    }
  })
}
