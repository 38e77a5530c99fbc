import type { MonitorCondition, MonitorState } from '../../../core/watching/monitor.ts'

/** Something that is not as expected, from the first bad observation until it was good twice. Times are milliseconds. */
export interface Hold {
  condition: MonitorCondition
  about?: string
  /** Tells several of the same check apart. */
  code?: string
  says: string
  since: number
  /** In what it was seen good since it was last seen bad: a message, or a look. */
  good: string[]
  /** It was told. */
  rung?: true
  /** It was there when a domain was looked at for the first time: nobody is told. */
  accepted?: true
  /** It was seen in a maintenance window or a pause alone: whether it lasts is not known. */
  unconfirmed?: true
  /** The message that it was last seen in. */
  seen?: { token: string; messageId: string }
  /** The expectation by which it is one. Another ends it. */
  expected?: number
  /** Of a drop: what messages scored before, and those in a row that scored too little. */
  drop?: { level: number; lows: Scored[] }
}

export interface Scored {
  id: string
  score: number
}

/** A reason as it was told. */
export interface ToldReason {
  key: string
  condition: MonitorCondition
  about?: string
  says: string
  since: number
  /** It does not last any more; others that were told do. */
  over?: true
}

/** What is remembered of a monitor between two observations. */
export interface WatchState {
  v: 1
  /** The last event of the outbox that was judged. */
  upTo: number
  /** For how long the service had been taking mail in all, at the last observation; and how much of that counts since the last message,
   * or since the monitor was made. Both in milliseconds: neither rests on what the clock says. */
  running: number
  waited: number
  /** A window was open or the monitor paused: what passes from here does not count. */
  quiet: boolean
  /** When the newest message came, analysed or not. */
  arrived?: number
  last?: { at: number; token: string; messageId: string }
  score?: number
  lookedAt?: number
  /** How often lists and records were looked at. */
  looks: number
  /** The domain whose records were looked at before, and its checks that could not be determined yet; '': all of them. */
  domain?: string
  unlearnt?: string[]
  /** Those that the next one is compared with, oldest first. */
  scores: Scored[]
  /** Points that could not be determined of the last messages, oldest first. */
  undetermined: number[]
  holds: Hold[]
  /** Told, and not yet said to be over. */
  alert?: { told: ToldReason[] }
  /** Reasons that are not told again before the service was running for so long. */
  rests: { key: string; until: number }[]
  /** What it was said to be, and since when. */
  said: { state: MonitorState; since: number }
}

/** Of a monitor. What comes beyond is left out. */
export const MOST_HOLDS = 100
export const MOST_SAYS = 500
export const MOST_ABOUT = 300

export const newState = (now: { at: Date; running: number }): WatchState => ({
  v: 1,
  upTo: 0,
  running: now.running,
  waited: 0,
  quiet: false,
  looks: 0,
  scores: [],
  undetermined: [],
  holds: [],
  rests: [],
  said: { state: 'waiting', since: now.at.getTime() },
})

/** Undefined: there is none that this version understands. */
export function stateIn(text: string | undefined): WatchState | undefined {
  if (text === undefined) return undefined
  // Nothing else is checked: only this service wrote it.
  const state = JSON.parse(text) as WatchState | null
  return state?.v === 1 ? state : undefined
}

type Named = Pick<Hold, 'condition' | 'about' | 'code'>

export const keyOf = ({ condition, about = '', code = '' }: Named): string =>
  [condition, about, code].join('\n')

export const heldOf = (state: WatchState, of: Named): Hold | undefined =>
  state.holds.find((hold) => keyOf(hold) === keyOf(of))

/** All that is not as expected. */
export const openOf = (state: WatchState): Hold[] => state.holds.filter(({ accepted }) => !accepted)
