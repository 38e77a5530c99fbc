import { type Action, refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import { tokenFrom } from '../../core/mail-test.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Monitor } from '../../core/watching/monitor.ts'
import type { MonitorChange } from '../../store/watching/monitors.ts'
import { createLimits } from '../access/limits.ts'
import { auditing, changeDetails, type MonitorDeed } from './audited.ts'
import { createWindowChanges } from './changing-windows.ts'
import { createCreating } from './creating.ts'
import { bad, type MonitorsDeps, NAME_TAKEN, noMonitor } from './deps.ts'
import { createReading } from './reading.ts'
import { readSettings } from './settings.ts'
import type { MonitorActor, Monitors, MonitorView } from './told.ts'
import { viewOf } from './view.ts'
import { isPaused } from './watching/watched.ts'

/** Changes by the people of one account. The operator is not counted. */
const CHANGES = rateOf(120, MINUTE, 499)
const LONGEST_PAUSE_MS = 400 * 86_400_000

/** The monitors of accounts over the store. */
export function createMonitors(deps: MonitorsDeps): Monitors {
  const { store, clock, random, mailDomain, checks, limits = createLimits(clock) } = deps
  const changes = limits.rate('monitor-changes', CHANGES)
  const audited = auditing(deps)
  const view = (monitor: Monitor): MonitorView => viewOf(monitor, mailDomain, clock.now())

  async function turnedAway(actor: MonitorActor, action: Action): Promise<Refusal | undefined> {
    const refusal = refusalOf(actor, action)
    if (refusal || actor.kind === 'operator') return refusal
    const retryAfterSeconds = await changes.take(actor.accountId)
    return retryAfterSeconds > 0 ? { kind: 'rate_limited', retryAfterSeconds } : undefined
  }

  /** The monitor, where it is one that the actor may change. */
  async function own(actor: MonitorActor, id: string): Promise<Result<Monitor>> {
    const refusal = await turnedAway(actor, 'monitors.change')
    if (refusal) return refused(refusal)
    const monitor = await store.monitors.byId(actor.accountId, id)
    return monitor ? granted(monitor) : noMonitor
  }

  async function keep(
    actor: MonitorActor,
    { id }: Monitor,
    change: MonitorChange,
    deed: MonitorDeed,
  ): Promise<Result<MonitorView>> {
    const { accountId } = actor
    const outcome = await store.monitors.change(accountId, id, change, await audited(actor, deed))
    if (outcome === 'name_taken') return bad(NAME_TAKEN)
    const changed = outcome === 'changed' ? await store.monitors.byId(accountId, id) : undefined
    return changed ? granted(view(changed)) : noMonitor
  }

  return {
    ...createReading(deps, { view }),
    ...createWindowChanges(deps, { own, audited, view }),
    create: createCreating(deps, { turnedAway, audited, view }),
    async change(actor, id, typed) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const monitor = found.value
      const read = readSettings({ windows: monitor.windows, ...typed }, monitor.subject.kind, checks)
      if (!read.ok) return read
      const [settings, details] = [read.value, changeDetails(monitor, read.value)]
      if (!details) return granted(view(monitor))
      const { windows, ...rest } = settings
      const change = { settings: typed.windows ? { ...rest, windows } : rest }
      return keep(actor, monitor, change, { action: 'monitor.changed', name: settings.name, details })
    },
    async pause(actor, id, until) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const [monitor, now] = [found.value, clock.now()]
      const problem = until && pauseProblem(until, now)
      if (problem !== undefined) return bad(problem)
      const before = isPaused(monitor, now) ? monitor.paused : undefined
      if (before && before.until?.getTime() === until?.getTime()) return granted(view(monitor))
      const paused = { at: before?.at ?? now, ...(until && { until }) }
      const details = until && { until: until.toISOString() }
      const deed = { action: 'monitor.paused', name: monitor.name, ...(details && { details }) } as const
      return keep(actor, monitor, { paused }, deed)
    },
    async resume(actor, id) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const monitor = found.value
      if (!isPaused(monitor, clock.now())) return granted(view(monitor))
      return keep(actor, monitor, { paused: null }, { action: 'monitor.resumed', name: monitor.name })
    },
    async setBadge(actor, id, on) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const monitor = found.value
      const { badge, name } = monitor
      if (!on && badge === undefined) return granted(view(monitor))
      const details = { badge: !on ? 'off' : badge === undefined ? 'on' : 'another address' }
      const deed = { action: 'monitor.changed', name, details } as const
      return keep(actor, monitor, { badge: on ? tokenFrom(random) : null }, deed)
    },
    async delete(actor, id) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const said = await audited(actor, { action: 'monitor.deleted', name: found.value.name })
      const outcome = await store.monitors.delete(actor.accountId, id, said)
      return outcome === 'deleted' ? granted(undefined) : noMonitor
    },
  }
}

function pauseProblem(until: Date, now: Date): string | undefined {
  const ahead = until.getTime() - now.getTime()
  if (!(ahead > 0)) return 'A pause ends at a time that is still to come.'
  return ahead > LONGEST_PAUSE_MS
    ? 'A pause lasts at most 400 days. Pause without an end, or delete the monitor.'
    : undefined
}
