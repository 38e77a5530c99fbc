import { granted, type Result } from '../../core/refusal.ts'
import type { MaintenanceWindow, Monitor } from '../../core/watching/monitor.ts'
import { type auditing, changeDetails } from './audited.ts'
import { bad, type MonitorsDeps, noMonitor } from './deps.ts'
import { readWindows } from './settings.ts'
import type { MonitorActor, Monitors, MonitorView } from './told.ts'

/** Others who change windows of the same monitor at the same moment. */
const MOST_TRIES = 8
const AT_THE_SAME_TIME = 'The windows of the monitor were changed at the same time. Try again.'

type Windows = readonly MaintenanceWindow[]

interface Shared {
  own(actor: MonitorActor, id: string): Promise<Result<Monitor>>
  audited: ReturnType<typeof auditing>
  view(monitor: Monitor): MonitorView
}

/** Adds and takes away one window, and leaves alone what others do to the rest at the same time. */
export function createWindowChanges(
  { store }: Pick<MonitorsDeps, 'store'>,
  { own, audited, view }: Shared,
): Pick<Monitors, 'addWindow' | 'removeWindow'> {
  /** Undefined: the monitor has other windows by now, or is gone. */
  async function tried(
    actor: MonitorActor,
    monitor: Monitor,
    wanted: Windows,
  ): Promise<Result<MonitorView> | undefined> {
    const read = readWindows(wanted)
    if (!read.ok) return read
    const windows = read.value
    const details = changeDetails(monitor, { ...monitor, windows })
    if (!details) return granted(view(monitor))
    const said = await audited(actor, { action: 'monitor.changed', name: monitor.name, details })
    const change = { settings: { windows }, windowsWere: monitor.windows }
    const outcome = await store.monitors.change(actor.accountId, monitor.id, change, said)
    return outcome === 'changed' ? granted(view({ ...monitor, windows })) : undefined
  }

  async function changed(
    actor: MonitorActor,
    id: string,
    make: (windows: Windows) => Windows,
  ): Promise<Result<MonitorView>> {
    const found = await own(actor, id)
    if (!found.ok) return found
    let monitor: Monitor | undefined = found.value
    for (let tries = 0; monitor && tries < MOST_TRIES; tries += 1) {
      const done = await tried(actor, monitor, make(monitor.windows))
      if (done) return done
      monitor = await store.monitors.byId(actor.accountId, id)
    }
    return monitor ? bad(AT_THE_SAME_TIME) : noMonitor
  }

  return {
    addWindow: (actor, id, window) =>
      changed(actor, id, (windows) => (windows.some(isSame(window)) ? windows : [...windows, window])),
    removeWindow: (actor, id, window) =>
      changed(actor, id, (windows) => windows.filter((one) => !isSame(window)(one))),
  }
}

const isSame = (window: MaintenanceWindow) => (other: MaintenanceWindow) => textOf(window) === textOf(other)

function textOf(window: MaintenanceWindow): string {
  if (window.kind === 'once') return JSON.stringify([window.from, window.until])
  const { days, at, minutes, zone } = window
  return JSON.stringify([[...new Set(days)].toSorted(), at, minutes, zone])
}
