import type { ComplaintEvent } from '../../../core/event.ts'
import { startOf } from '../../../core/kept/day.ts'

type Payload = ComplaintEvent['payload']

/** What was told of a provider and is not over. Days since 1970. */
export interface HeldRate {
  since: number
  /** The last day on which there was data of it. */
  last: number
  told: Payload
}

/** What is remembered of a domain between two looks. */
export interface ComplaintState {
  v: 1
  holds: HeldRate[]
}

export const newState = (): ComplaintState => ({ v: 1, holds: [] })

/** A new one where there is none that this version understands. */
export function stateIn(text: string | undefined): ComplaintState {
  if (text === undefined) return newState()
  // Nothing else is checked: only this service wrote it.
  const state = JSON.parse(text) as ComplaintState | null
  return state?.v === 1 ? state : newState()
}

/** Something that was told and is not over. */
export interface LastingComplaints {
  event: Payload
  since: Date
}

/** Days without data after which nobody can say that it lasts. */
const STALE_DAYS = 14

/** What lasts, out of what is remembered. */
export const lastingIn = (text: string | undefined, today: number): LastingComplaints[] =>
  stateIn(text)
    .holds.filter(({ last }) => today - last <= STALE_DAYS)
    .map(({ told, since }) => ({ event: told, since: new Date(startOf(since)) }))
