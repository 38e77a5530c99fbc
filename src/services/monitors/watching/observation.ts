import type { CheckStatus } from '../../../core/check.ts'
import type { MonitorCondition } from '../../../core/watching/monitor.ts'

/** What a monitor is judged by. time: nothing but that it passes. */
export type Observation = SeenMessage | SeenLook | { kind: 'time' }

/** A message of a monitor whose analysis ended, the first time or once more. */
export interface SeenMessage {
  kind: 'message'
  /** Of the outbox: what is told again after a kill is judged once. */
  eventId: number
  messageId: string
  token: string
  receivedAt: Date
  outcome: SeenOutcome
}

export type SeenOutcome =
  | {
      status: 'scored'
      score: number
      /** The most points that checks would have cost which could not be determined. */
      undetermined: number
      /** Empty: they are not to be told. */
      checks: readonly SeenCheck[]
    }
  | { status: 'failed'; reason: string }

export interface SeenCheck {
  name: string
  status: CheckStatus
  /** One sentence. */
  summary: string
}

/** A look at lists and records that came to its end. */
export interface SeenLook {
  kind: 'look'
  /** Whose records were looked at, lower case. What the first look at a domain finds broken is taken as it is; absent: none were. */
  domain?: string
  /** All that is not well now, whether or not it was before. What is bad for the first time was looked at twice. */
  bad: readonly BadThing[]
  /** What could not be asked: it is neither well nor not. Absent `about`: nothing of that condition could. */
  unknown: readonly { condition: LookCondition; about?: string }[]
}

export type LookCondition = Extract<MonitorCondition, 'listed' | 'record_broken'>

/** Something that a look found not to be well. */
export interface BadThing {
  condition: LookCondition
  /** Stable while it lasts: a check's name; a list's zone, a blank and the address or name that it lists. */
  about: string
  /** Of a check: the code of a finding that costs points. One thing for each, so that a finding that joins others is news. */
  code?: string
  /** A sentence; names in it may be texts of strangers. */
  says: string
}

/** Somebody else could register a name that the domain rests on: no domain is meant to be so. */
export const isNameLoose = ({ code = '' }: Pick<BadThing, 'code'>): boolean =>
  code.endsWith('-name-unregistered')
