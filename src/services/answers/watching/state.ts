import type { DmarcEvent } from '../../../core/event.ts'
import type { WatchMarks } from '../../../store/dmarc/watching.ts'

/** An event before its domain's id and its time are known. */
export type Told = DmarcEvent extends infer E ? (E extends unknown ? Omit<E, 'subject'> : never) : never
export type ToldOf<T extends DmarcEvent['type']> = Extract<Told, { type: T }>

/** Events that are about something that lasts. */
export const LASTING = [
  'dmarc.source_regressed',
  'dmarc.rate_low',
  'dmarc.reports_missing',
  'tls.failures',
] as const satisfies readonly DmarcEvent['type'][]
export type Lasting = (typeof LASTING)[number]

/** Something that began and is not over. */
export type Held<T extends Lasting = Lasting> = T extends Lasting
  ? {
      /** The day on which it was found, and the last on which there was data of it. */
      since: number
      last: number
      /** It was there when the domain was first looked at, or came with an import: nobody was told. */
      silent?: true
      /** Addresses of the source it is about. */
      ips?: string[]
      /** Days on which it was better again. */
      again?: number
      told: ToldOf<T>
    }
  : never

/** A source that was told or need not be, as long as it counts as new. */
export interface KnownSource {
  key: string
  first: number
  ips: string[]
}

/** Tags of a published policy, as the most reports state them. */
export type Tags = Record<string, string>

/** What is remembered of a domain between two looks. */
export interface WatchState {
  v: 1
  /** The day of the last look. */
  looked: number
  marks: WatchMarks
  /** The verified domains above and below. */
  kin: string
  /** The day from which on looks tell again: before, what came meanwhile may not be there yet. */
  waiting?: number
  /** Since when it is not sure who sends. */
  unsure?: number
  /** What is found next came by an import or from another domain. */
  moving?: true
  /** Reports: their newest day; the day on which that was last seen to change, or counting began anew; and the day on which it last grew. */
  flow?: { newest: number; changed: number; grew: number }
  /** Sources that were first seen up to this day are no news. */
  floor: number
  known: KnownSource[]
  /** How many sources were told on a day. */
  told: { day: number; sources: number; regressed: number }
  /** The last day with new sources that are likely abuse. */
  abuse?: number
  policy?: { tags: Tags; was: Tags; changed: number }
  holds: Held[]
}

export const newState = (marks: WatchMarks, kin: string): WatchState => ({
  v: 1,
  looked: 0,
  marks,
  kin,
  floor: 0,
  known: [],
  told: { day: 0, sources: 0, regressed: 0 },
  holds: [],
})

/** Undefined: there is none that this version understands. */
export function stateIn(text: string | undefined): WatchState | undefined {
  if (text === undefined) return undefined
  // Nothing else is checked: only this service wrote it.
  const state = JSON.parse(text) as WatchState | null
  return state?.v === 1 ? state : undefined
}

/** What holds of a type; `is` picks one of several. */
export function heldOf<T extends Lasting>(
  state: WatchState,
  type: T,
  is: (held: Held<T>) => boolean = () => true,
): Held<T> | undefined {
  return state.holds.find((held): held is Held<T> => held.told.type === type && is(held as Held<T>))
}

export function release(state: WatchState, held: Held): void {
  state.holds = state.holds.filter((one) => one !== held)
}
