import type { WatchingEvent } from '../../../core/watching/events.ts'
import type { MonitorCondition, Reason } from '../../../core/watching/monitor.ts'
import { type Hold, keyOf, openOf, type ToldReason, type WatchState } from './state.ts'
import type { Now, Watched } from './watched.ts'

/** For so long a reason that was over is not told again. */
const REST_MS = 24 * 3_600_000
const MOST_SAYS = 1_000
/** Of one event, the gravest. */
const MOST_REASONS = 50

/** The gravest first. */
const GRAVITY: readonly MonitorCondition[] = [
  'nothing_received',
  'not_analysed',
  'check_failed',
  'listed',
  'record_broken',
  'score_low',
  'score_dropped',
]

/** What is to be told now, once: what began, and when all of it is over. */
export function tell(state: WatchState, monitor: Watched, { at, running }: Now): WatchingEvent[] {
  state.rests = state.rests.filter(({ until }) => until > running)
  restWhatIsOver(state, running)
  if (state.quiet) return []
  const lasting = openOf(state).filter(({ unconfirmed }) => !unconfirmed)
  const news = lasting.filter((hold) => isNews(state, hold))
  if (news.length > 0) return [alertOf(state, monitor, lasting, news)]
  if (!state.alert || openOf(state).length > 0) return []
  return [recoveryOf(state, monitor, state.alert.told, { at, running })]
}

function restWhatIsOver(state: WatchState, running: number): void {
  const open = new Set(openOf(state).map(keyOf))
  const over = (state.alert?.told ?? []).filter((told) => !told.over && !open.has(told.key))
  for (const told of over) told.over = true
  rest(state, over, running)
}

function rest(state: WatchState, told: readonly ToldReason[], running: number): void {
  const keys = new Set(told.map(({ key }) => key))
  const until = running + REST_MS
  state.rests = [
    ...state.rests.filter(({ key }) => !keys.has(key)),
    ...[...keys].map((key) => ({ key, until })),
  ].slice(-MOST_TOLD)
}

/** When, by the time that the service runs, something is told that rests until then. */
export function restOver(state: WatchState): number | undefined {
  const held = new Set(openOf(state).filter(isSilent).map(keyOf))
  const ends = state.rests.filter(({ key }) => held.has(key)).map(({ until }) => until)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const isSilent = ({ rung, unconfirmed }: Hold) => !rung && !unconfirmed

const isNews = ({ rests }: WatchState, hold: Hold) =>
  isSilent(hold) && !rests.some(({ key }) => key === keyOf(hold))

/** Has a reason that was told end otherwise than by being as it was. */
export function overAs({ alert }: WatchState, condition: MonitorCondition, says: string): void {
  for (const told of alert?.told ?? []) if (told.condition === condition) told.says = says
}

/** Reasons as people read them: several of one check are one. */
export function reasonsOf(holds: readonly (Hold | ToldReason)[]): Reason[] {
  const groups = Map.groupBy(holds, (one) => keyOf({ ...one, code: '' }))
  const reasons = [...groups.values()].map((group): Reason => {
    const [{ condition, about }] = group as [Hold]
    return {
      condition,
      ...(about !== undefined && { about }),
      says: [...new Set(group.map(({ says }) => says))].join(' ').slice(0, MOST_SAYS),
      since: new Date(Math.min(...group.map(({ since }) => since))),
    }
  })
  return reasons.toSorted((a, b) => gravityOf(a) - gravityOf(b) || a.since.getTime() - b.since.getTime())
}

const gravityOf = ({ condition }: Pick<Reason, 'condition'>) => GRAVITY.indexOf(condition)

const written = (reasons: readonly Reason[]) =>
  reasons.slice(0, MOST_REASONS).map((reason) => ({ ...reason, since: reason.since.toISOString() }))

function alertOf(state: WatchState, monitor: Watched, lasting: Hold[], news: readonly Hold[]): WatchingEvent {
  const before = state.alert?.told ?? []
  const keys = new Set(lasting.map(keyOf))
  const told = lasting.map(toldOf)
  state.alert = { told: [...before.filter(({ key }) => !keys.has(key)), ...told].slice(-MOST_TOLD) }
  for (const hold of lasting) hold.rung = true
  const reasons = reasonsOf(lasting)
  const seen = news.findLast((hold) => hold.seen)?.seen
  return {
    type: 'monitor.alert',
    subject: monitor.id,
    payload: {
      ...nameOf(monitor),
      state: reasons[0]?.condition === 'nothing_received' ? 'silent' : 'alerting',
      reasons: written(reasons),
      ...(state.score !== undefined && { score: state.score }),
      ...(seen && { token: seen.token, message: seen.messageId }),
    },
  }
}

/** Of one alert, with what joined it. */
const MOST_TOLD = 200

const toldOf = (hold: Hold): ToldReason => {
  const { condition, about, says, since } = hold
  return { key: keyOf(hold), condition, ...(about !== undefined && { about }), says, since }
}

function recoveryOf(
  state: WatchState,
  monitor: Watched,
  told: readonly ToldReason[],
  { running }: Now,
): WatchingEvent {
  delete state.alert
  rest(state, told, running)
  return {
    type: 'monitor.recovered',
    subject: monitor.id,
    payload: {
      ...nameOf(monitor),
      reasons: written(reasonsOf(told)),
      since: new Date(Math.min(...told.map(({ since }) => since))).toISOString(),
      ...(state.score !== undefined && { score: state.score }),
      ...(state.last && { token: state.last.token }),
    },
  }
}

const nameOf = ({ id, name, subject }: Watched) => ({
  monitor: id,
  name,
  kind: subject.kind,
  ...(subject.kind === 'domain' && { domain: subject.domain }),
})
