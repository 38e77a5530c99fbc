import type { MonitorState } from '../../../core/watching/monitor.ts'
import type { MonitorView } from '../../../services/monitors/told.ts'
import { when } from '../../table.ts'
import { minutesText, windowJson } from './times.ts'

/** Where the badge of a monitor is. Absent: it has none. */
export const badgeUrl = (monitor: Pick<MonitorView, 'badge'>, baseUrl: string): string | undefined =>
  monitor.badge === undefined ? undefined : `${baseUrl}/badge/${monitor.badge}.svg`

/** The settings of a monitor for programs, as a document gives them. */
export function settingsJson({ name, subject, expectations, windows, paused }: MonitorView) {
  const { interval, leastScore, mostDrop, mustPass, blocklists, records } = expectations
  return {
    name,
    kind: subject.kind,
    ...(subject.kind === 'domain' && { domain: subject.domain }),
    ...(interval && {
      interval: minutesText(interval.everyMinutes),
      grace: minutesText(interval.graceMinutes),
    }),
    ...(leastScore !== undefined && { least_score: leastScore }),
    ...(mostDrop !== undefined && { most_drop: mostDrop }),
    ...(mustPass.length > 0 && { must_pass: mustPass }),
    blocklists,
    records,
    ...(windows.length > 0 && { windows: windows.map(windowJson) }),
    paused: paused ? (paused.until ?? true) : false,
  }
}

/** A monitor for programs. */
export function asJson(monitor: MonitorView, baseUrl: string) {
  const { id, address, standing, inMaintenance, createdAt } = monitor
  const { state, since, reasons, score, last, lateAt, lookedAt } = standing
  const badge = badgeUrl(monitor, baseUrl)
  return {
    id,
    ...(address !== undefined && { address }),
    ...settingsJson(monitor),
    badge: badge !== undefined,
    ...(badge !== undefined && { badge_url: badge }),
    state,
    since,
    reasons: reasons.map(({ condition, says, since: began, about }) => ({
      condition,
      says,
      since: began,
      ...(about !== undefined && { about }),
    })),
    ...(score !== undefined && { score }),
    ...(last && { last_message_at: last.at }),
    ...(lateAt && { late_at: lateAt }),
    ...(lookedAt && { looked_at: lookedAt }),
    ...(inMaintenance && { in_maintenance_until: inMaintenance.until }),
    created_at: createdAt,
  }
}

const STATES: Readonly<Record<MonitorState, string>> = {
  waiting: 'waiting for its first message',
  ok: 'ok',
  alerting: 'ALERTING',
  silent: 'SILENT',
  paused: 'paused',
}

/** How it is, in words. */
export function stateWords({ subject, standing, paused, inMaintenance }: MonitorView): string {
  const { state } = standing
  const name =
    state === 'waiting' && subject.kind === 'domain' ? 'waiting for its first check' : STATES[state]
  const until = state === 'paused' && paused?.until ? `, until ${when(paused.until, '')}` : ''
  return `${name}${until}${inMaintenance ? `, in maintenance until ${when(inMaintenance.until, '')}` : ''}`
}

/** What it is of: an address, or a domain. */
export const subjectWords = ({ subject, address }: MonitorView): string =>
  subject.kind === 'domain' ? subject.domain : (address ?? '')
