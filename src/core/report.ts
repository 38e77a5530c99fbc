import type { Check } from './check.ts'
import type { PlanStep } from './fix.ts'
import type { WithholdingDecision } from './withholding.ts'

/** The score a report counts down from. */
export const MAX_SCORE = 10

/** Raised whenever the same evidence can give another score. */
export const SCORING_VERSION = 2

export const MESSAGE_KINDS = ['transactional', 'marketing', 'list', 'personal'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What the owner says of a test's mail, where inference cannot know it. */
export interface SenderHints {
  kind?: MessageKind
  /** 5,000 messages a day or more. */
  bulk?: boolean
}

/** What an owner says anew of a test's mail; what is absent stays as it was. Not bulk is what is assumed of those who say nothing. */
export interface HintChange {
  kind?: MessageKind | 'inferred'
  /** 5,000 messages a day or more. */
  bulk?: boolean
}

/** What could not be found out: how many scored checks, and the most they could have cost together. */
export interface Undetermined {
  checks: number
  points: number
}

/** The judgement of one received message. */
export interface Report extends WithholdingDecision {
  scoringVersion: number
  /** 0..MAX_SCORE, one decimal. */
  score: number
  checks: Check[]
  undetermined: Undetermined
  kind: MessageKind
  /** Why the message is taken for that kind, as short sentences that do not repeat the message's words. */
  kindReasons: string[]
  /** Present when the owner said what kind it is, or how much is sent. */
  saidByOwner?: SenderHints
  /** What to do, most points first. Absent: nothing to fix. */
  plan?: PlanStep[]
  /** The message's own From, Date and Subject for its owner's lists; `from` falls back to the envelope sender. */
  headline: Headline
}

export interface Headline {
  from: string
  date: string
  subject: string
}

/** One decimal, free of binary fractions such as 0.30000000000000004. */
export function roundScore(points: number): number {
  return Math.round(points * 10) / 10 + 0
}

/** max(0, MAX_SCORE + the sum of the checks' scores), one decimal. */
export function scoreOf(checks: readonly Pick<Check, 'score'>[]): number {
  const sum = checks.reduce((total, check) => total + check.score, 0)
  return Math.max(0, roundScore(MAX_SCORE + sum))
}

/** Scored checks that ended in `error`, with the most points they could have cost. */
export function undeterminedOf(
  checks: readonly Pick<Check, 'name' | 'status'>[],
  weightOf: (name: string) => number,
): Undetermined {
  const open = checks.filter((check) => check.status === 'error' && weightOf(check.name) > 0)
  return {
    checks: open.length,
    points: roundScore(open.reduce((total, check) => total + weightOf(check.name), 0)),
  }
}
