import type { Expectations, Monitor, MonitorStanding } from '../../../core/watching/monitor.ts'
import type { MonitorChange } from '../../watching/monitors.ts'

/** A monitor as it is selected; `domain` is that of its domain. */
export interface MonitorRow {
  id: string
  accountId: string
  name: string
  localPart: string | null
  domainId: string | null
  domain: string | null
  createdAt: number
  expectations: string
  windows: string
  pausedAt: number | null
  pausedUntil: number | null
  badge: string | null
  standing: string
}

/** Moments are kept as numbers: `since`, and whatever else a standing or a window calls a moment. */
const MOMENTS: ReadonlySet<string> = new Set(['since', 'at', 'lateAt', 'lookedAt', 'from', 'until'])

/** Nothing is checked: only this store wrote it. */
const revived = <T>(text: string): T =>
  JSON.parse(text, (key, value) => (MOMENTS.has(key) && typeof value === 'number' ? new Date(value) : value))

/** JSON.stringify asks a date for its text before a replacer sees it. */
function written(value: object): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, text) {
    const own = this[key]
    return own instanceof Date ? own.getTime() : text
  })
}

/** A row as the rest of the program sees it. */
export function monitorOf(row: MonitorRow): Monitor {
  const { id, accountId, name, localPart, domainId, domain, badge, pausedAt, pausedUntil } = row
  const expectations: Expectations = JSON.parse(row.expectations)
  return {
    id,
    accountId,
    name,
    subject:
      domainId === null
        ? { kind: 'mail', localPart: localPart ?? '' }
        : { kind: 'domain', domainId, domain: domain ?? '' },
    expectations,
    windows: revived(row.windows),
    createdAt: new Date(row.createdAt),
    ...(pausedAt !== null && {
      paused: { at: new Date(pausedAt), ...(pausedUntil !== null && { until: new Date(pausedUntil) }) },
    }),
    ...(badge !== null && { badge }),
    standing: revived(row.standing),
  }
}

export const standingText = (standing: MonitorStanding): string => written(standing)

/** The columns of a new monitor, by their names. */
export function columnsOf(monitor: Monitor) {
  const { id, accountId, subject, createdAt, badge, standing } = monitor
  return {
    id,
    accountId,
    localPart: subject.kind === 'mail' ? subject.localPart : null,
    domainId: subject.kind === 'domain' ? subject.domainId : null,
    createdAt: createdAt.getTime(),
    ...settingColumns(monitor),
    ...pauseColumns(monitor.paused),
    badge: badge ?? null,
    standing: standingText(standing),
  }
}

function settingColumns({ name, expectations, windows }: Pick<Monitor, 'name' | 'expectations' | 'windows'>) {
  return { name, expectations: written(expectations), windows: written(windows) }
}

/** Whether its windows are others than these. */
export const hasOtherWindows = (row: MonitorRow, windows: Monitor['windows']): boolean =>
  row.windows !== written(windows)

const pauseColumns = (paused: Monitor['paused'] | null) => ({
  pausedAt: paused?.at.getTime() ?? null,
  pausedUntil: paused?.until?.getTime() ?? null,
})

/** The columns that a change gives another value; the others as they are. */
export function changedColumns(row: MonitorRow, { settings, paused, badge }: MonitorChange) {
  const { name, expectations, windows, pausedAt, pausedUntil } = row
  return {
    name: settings?.name ?? name,
    expectations: settings?.expectations ? written(settings.expectations) : expectations,
    windows: settings?.windows ? written(settings.windows) : windows,
    ...(paused === undefined ? { pausedAt, pausedUntil } : pauseColumns(paused)),
    badge: badge === undefined ? row.badge : badge,
  }
}
