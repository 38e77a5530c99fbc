import type { StoredEvent } from '../../../core/event.ts'
import type { Store } from '../../../store/store.ts'
import type { MonitorStore } from '../../../store/watching/monitors.ts'
import { type Clock, type Log, ticksOf } from '../../ports.ts'
import { type Judged, judge } from './machine.ts'
import type { Observation, SeenLook } from './observation.ts'
import type { RunningTime } from './running-time.ts'
import { isOfTest, monitorOf, type SeeingDeps, seenIn } from './seeing.ts'
import { stateIn } from './state.ts'

/** Watches monitors: judges what comes, and tells what changed. */
export interface MonitorWatching {
  /** Judges messages whose analysis ended, then monitors that are due. Does nothing while another process does. Gives how many
   * observations were made. */
  run(): Promise<number>
  /** Judges a look at lists and records; durable when it resolves. */
  looked(monitorId: string, look: SeenLook): Promise<'settled' | 'unknown_monitor'>
  /** Ends what runs after the observation that is under way. */
  stop(): void
}

export interface MonitorWatchingDeps extends SeeingDeps {
  store: SeeingDeps['store'] &
    Pick<Store, 'leases' | 'outbox'> & { monitors: Pick<MonitorStore, 'due' | 'begin' | 'settle'> }
  running: Pick<RunningTime, 'now' | 'tick'>
  clock: Clock
  log: Log
  holder: { host: string; start: string }
}

const CONSUMER = 'monitors'
const LEASE = 'monitor-watch'
const LEASE_MS = 60_000
const EVENTS = 200
const DUE = 200
/** Of one run: the schedule begins the next one soon. */
const ROUNDS = 100
/** Looks that ended meanwhile, of the same monitor. */
const TRIES = 10
/** An event that cannot be judged so often is left out: those behind it are others'. */
const FAILURES = 5
const AGAIN_AFTER_MS = 60_000

export function createMonitorWatching(deps: MonitorWatchingDeps): MonitorWatching {
  const { store, clock, log, holder, running } = deps
  const name = `${holder.host}/${holder.start}`
  const stuck = { eventId: 0, failures: 0 }
  const failed = new Map<string, number>()
  let isStopped = false

  const mayGoOn = async () => !isStopped && (await store.leases.take(LEASE, name, LEASE_MS))

  async function observe(id: string, seen: Observation): Promise<'settled' | 'unknown_monitor'> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const begun = await store.monitors.begin(id)
      if (!begun) return 'unknown_monitor'
      const { monitor, kept, arrivedAt } = begun
      const now = { at: clock.now(), running: running.now(), ...(arrivedAt && { arrivedAt }) }
      const { state, events, ...judged } = judge(stateIn(kept?.state), monitor, now, seen)
      const look = { ...judged, state: JSON.stringify(state), at: now.at }
      const settled = await store.monitors.settle(id, kept?.version ?? 0, look, events)
      if (settled === 'outdated') continue
      if (settled === 'settled') tellLog(id, events)
      return settled
    }
    throw new Error(`The monitor ${id} changes faster than it can be judged`)
  }

  function tellLog(id: string, events: Judged['events']): void {
    for (const { type } of events) log.info({ monitor: id, event: type }, 'Told of a monitor')
  }

  async function judged(event: StoredEvent): Promise<boolean> {
    const monitor = monitorOf(event)
    if (monitor === undefined || !isOfTest(event)) return false
    try {
      await observe(monitor, await seenIn(deps, event))
      return true
    } catch (cause) {
      // A store that takes no other write either is waited for.
      if (!(await mayGoOn())) throw cause
      if (stuck.eventId !== event.id) Object.assign(stuck, { eventId: event.id, failures: 0 })
      stuck.failures += 1
      if (stuck.failures < FAILURES) throw cause
      log.error({ err: cause, monitor, event: event.id }, 'A message of a monitor could not be judged')
      return false
    }
  }

  /** What was judged is read, though what is behind it fails. */
  async function readEvents(events: readonly StoredEvent[]): Promise<number> {
    let [read, seen] = [0, 0]
    try {
      for (const event of events) {
        if (isStopped) break
        seen += (await judged(event)) ? 1 : 0
        read = event.id
      }
    } finally {
      if (read > 0) await store.outbox.advance(CONSUMER, read)
    }
    return seen
  }

  async function lookAtDue(ids: readonly string[]): Promise<number> {
    let seen = 0
    for (const id of ids) {
      if (isStopped) break
      try {
        await observe(id, { kind: 'time' })
        seen += 1
      } catch (cause) {
        failed.set(id, ticksOf(clock))
        log.error({ err: cause, monitor: id }, 'A monitor was not looked at; it is tried again in a minute')
      }
    }
    return seen
  }

  /** Those that failed a moment ago are left for later. */
  async function dueNow(): Promise<string[]> {
    const now = ticksOf(clock)
    for (const [id, at] of failed) if (now - at >= AGAIN_AFTER_MS) failed.delete(id)
    const due = await store.monitors.due(clock.now(), DUE + failed.size)
    return due.filter((id) => !failed.has(id))
  }

  async function round(): Promise<{ seen: number; isMore: boolean }> {
    const events = await store.outbox.behind(CONSUMER, EVENTS)
    const due = await dueNow()
    if (events.length + due.length === 0 || !(await mayGoOn())) return { seen: 0, isMore: false }
    const seen = (await readEvents(events)) + (await lookAtDue(due))
    return { seen, isMore: (events.length === EVENTS || due.length >= DUE) && !isStopped }
  }

  return {
    async run() {
      await running.tick()
      let all = 0
      for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
        const { seen, isMore } = await round()
        all += seen
        if (!isMore) break
      }
      return all
    },
    looked: (monitorId, look) => observe(monitorId, look),
    stop() {
      isStopped = true
    },
  }
}
