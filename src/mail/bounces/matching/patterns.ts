import { BOUNCE_CAUSES, type BounceCause } from '../../../core/bounce.ts'
import type { BounceRow, BounceSet } from '../../data/bounces/row.ts'
import { BOUNCE_ADVICE, BOUNCE_SETS } from '../../data/bounces/sets.ts'
import { anyOf, type Near, nearOf } from './near.ts'
import { piecesOf } from './squash.ts'

/** What a set of patterns is about; those that come first are asked first. */
export const TIERS = ['receiver', 'list', 'software', 'any', 'topic', 'vague', 'vaguest'] as const
export type Tier = (typeof TIERS)[number]

/** What is looked for. own: it tells whose answer it is, whoever hands it on. */
export interface Phrase {
  pieces: readonly string[]
  own: boolean
}

export interface Word {
  word: string
  own: boolean
}

/** A pattern as it is looked for. */
export interface Pattern {
  id: string
  title: string
  cause: BounceCause
  tier: Tier
  /** The receivers whose rule it is; for a list or software, its own name. */
  receivers: readonly string[]
  texts: readonly Phrase[]
  words: readonly Word[]
  status: readonly string[]
  codeClass?: string
  isEnd?: true
  isFrame?: true
  near?: Near
  isShared?: true
  unless?: RegExp
  says: string
  does: readonly string[]
  checks: readonly string[]
  source: string
  date: string
  secondary?: true
}

let compiled: readonly Pattern[] | undefined

/** All patterns, made once. */
export function patterns(): readonly Pattern[] {
  compiled ??= BOUNCE_SETS.flatMap((set) => set.rows.map((row) => patternOf(set, row)))
  return compiled
}

function patternOf(set: BounceSet, row: BounceRow): Pattern {
  const secondary = row.secondary ?? set.secondary
  return {
    id: row.id,
    title: row.title,
    cause: BOUNCE_CAUSES.find((cause) => cause === row.cause) ?? 'unknown',
    tier: TIERS.find((tier) => tier === set.tier) ?? 'any',
    receivers: set.receivers,
    texts: [...phrases(row.own, true), ...phrases(row.texts, set.tier !== 'receiver')],
    words: [...words(row.ownWords, true), ...words(row.words, set.tier !== 'receiver')],
    status: row.status ?? [],
    ...(row.codeClass && { codeClass: row.codeClass }),
    ...(row.isEnd && { isEnd: true as const }),
    ...(row.isFrame && { isFrame: true as const }),
    ...(set.shared && { isShared: true as const }),
    ...(row.near && { near: nearOf(row.near) }),
    ...(row.unless && { unless: anyOf(row.unless) }),
    says: row.says,
    does: row.does.flatMap(adviceOf),
    checks: row.checks ?? [],
    source: row.source ?? set.source,
    date: row.date ?? set.date,
    ...(secondary && { secondary: true }),
  }
}

const phrases = (texts: readonly string[] | undefined, own: boolean): Phrase[] =>
  (texts ?? []).map((text) => ({ pieces: piecesOf(text), own }))

const words = (list: readonly string[] | undefined, own: boolean): Word[] =>
  (list ?? []).map((word) => ({ word, own }))

const adviceOf = (does: string): readonly string[] =>
  does.startsWith('$') ? (BOUNCE_ADVICE[does.slice(1)] ?? []) : [does]
