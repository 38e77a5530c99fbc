import type { MonitorState } from '../../core/watching/monitor.ts'
import type { Monitors, MonitorView } from '../../services/monitors/told.ts'
import { ago } from '../components/shown/ago.tsx'
import { count, moment, score as written } from '../wording.ts'
import { inList } from './dmarc.ts'

type Given<T> =
  T extends Promise<infer R> ? (Extract<R, { ok: true }> extends { value: infer V } ? V : never) : never
export type MonitorMessage = Given<ReturnType<Monitors['messages']>>['items'][number]
export type MonitorScore = Given<ReturnType<Monitors['scores']>>[number]
export type ToldAlert = Given<ReturnType<Monitors['alerts']>>[number]
export type SeenRecord = Given<ReturnType<Monitors['records']>>[number]

interface StateWords {
  sign: string
  words: string
  /** Behind a number. */
  counted: string
  badge: string
}

/** The worst first. */
export const STATE_WORDS: Readonly<Record<MonitorState, StateWords>> = {
  silent: { sign: '!', words: 'Silent', counted: 'silent', badge: 'badge-poor' },
  alerting: { sign: '!', words: 'Alerting', counted: 'alerting', badge: 'badge-poor' },
  waiting: { sign: '–', words: 'Waiting', counted: 'waiting', badge: 'badge-fair' },
  ok: { sign: '✓', words: 'OK', counted: 'OK', badge: 'badge-good' },
  paused: { sign: '–', words: 'Paused', counted: 'paused', badge: '' },
}

const ORDER = Object.keys(STATE_WORDS) as MonitorState[]

/** A monitor with its state. */
export interface MonitorRow {
  monitor: MonitorView
  state: MonitorState
}

export const rowOf = (monitor: MonitorView): MonitorRow => ({ monitor, state: monitor.standing.state })

/** The worst first; as they stood among those that are alike. */
export function worstMonitorsFirst(monitors: readonly MonitorView[]): MonitorRow[] {
  return monitors.map(rowOf).toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
}

/** It is not as expected. */
export const needsSomebody = ({ state }: MonitorRow) => state === 'alerting' || state === 'silent'

/** 12 monitors: 1 silent, 11 OK. */
export function countsOfStates(rows: readonly MonitorRow[]): string {
  const parts = ORDER.flatMap((state) => {
    const n = rows.filter((row) => row.state === state).length
    return n === 0 ? [] : [`${n} ${STATE_WORDS[state].counted}`]
  })
  return parts.join(', ')
}

/** As long as a reason is told in a list. */
const LONGEST_REASON = 160

/** How a monitor is, in a sentence. Reasons may hold texts of strangers. */
export function standingWords({ monitor, state }: MonitorRow, now: Date): string {
  const { standing, paused, subject, inMaintenance } = monitor
  if (state === 'paused') return pausedWords(paused?.until)
  if (state === 'alerting' || state === 'silent') {
    const [first, ...more] = standing.reasons
    const says = first
      ? inList(first.says, LONGEST_REASON)
      : `Not as expected since ${moment(standing.since)}.`
    return more.length > 0 ? `${says} And ${count(more.length)} more.` : says
  }
  if (inMaintenance) return `In maintenance until ${moment(inMaintenance.until)}: no alert is sent.`
  if (subject.kind === 'domain')
    return standing.lookedAt
      ? `Its records were checked ${ago(standing.lookedAt, now)}.`
      : 'Its records have not been checked yet.'
  return mailWords(monitor, now)
}

function mailWords({ standing }: MonitorView, now: Date): string {
  const { last, score, lateAt } = standing
  const due = lateAt ? ` ${dueWords(lateAt, now)}` : ''
  if (!last) return `No message has come yet.${due}`
  const scored = score === undefined ? '' : ` and scored ${written(score)}`
  return `The last message came ${ago(last.at, now)}${scored}.${due}`
}

const dueWords = (lateAt: Date, now: Date) =>
  lateAt > now ? `The next one is due ${ago(lateAt, now)} at the latest.` : 'The next one is overdue.'

/** Until when nothing is told. */
export const pausedWords = (until: Date | undefined): string =>
  until ? `Paused until ${moment(until)}.` : 'Paused until somebody resumes it.'
