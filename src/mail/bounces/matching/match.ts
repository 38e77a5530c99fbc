import type { Receiver } from '../../data/bounces/row.ts'
import { type Pattern, patterns, TIERS } from './patterns.ts'
import { hasWord, lettersFound } from './squash.ts'

/** An answer, prepared for looking things up in it. */
export interface Answer {
  lower: string
  squashed: string
  code?: number
  enhanced?: string
}

/** The pattern that explains an answer: the receiver's own before lists, before software, before what anybody writes; the longest text first. */
export function patternFor(answer: Answer, from: Receiver | undefined): Pattern | undefined {
  let best: { pattern: Pattern; rank: number; letters: number } | undefined
  for (const pattern of patterns()) {
    const rank = rankOf(pattern, from)
    if (rank === undefined || (best && rank > best.rank)) continue
    const letters = found(pattern, answer)
    if (letters === 0) continue
    if (!best || rank < best.rank || letters > best.letters) best = { pattern, rank, letters }
  }
  return best?.pattern
}

/** Undefined: the pattern is of another receiver, and its words may be anybody's. */
function rankOf(pattern: Pattern, from: Receiver | undefined): number | undefined {
  const tier = TIERS.indexOf(pattern.tier) + 1
  if (pattern.tier !== 'receiver') return tier
  if (from && pattern.receivers.includes(from.id)) return 0
  return pattern.unmistakable ? tier : undefined
}

/** A code of the receiver's own says more than any sentence beside it. */
const CODE_WORD = 100

/** How many letters of the answer the pattern explains. */
function found(pattern: Pattern, answer: Answer): number {
  if (pattern.codeClass && answer.code !== undefined && !String(answer.code).startsWith(pattern.codeClass))
    return 0
  const byStatus = pattern.status.length > 0
  if (byStatus && !pattern.status.some((one) => isStatus(one, answer.enhanced))) return 0
  const texts = pattern.texts.map((pieces) => lettersFound(answer.squashed, pieces))
  const words = pattern.words
    .filter((word) => hasWord(answer.lower, word))
    .map((word) => word.length + CODE_WORD)
  const letters = Math.max(0, ...texts, ...words)
  if (pattern.texts.length === 0 && pattern.words.length === 0) return byStatus ? 1 : 0
  return letters > 0 && byStatus ? letters + 5 : letters
}

/** 5.7.26, or 5.7.606-649: the last number within these bounds. */
function isStatus(pattern: string, enhanced: string | undefined): boolean {
  if (enhanced === undefined) return false
  const dash = pattern.indexOf('-')
  if (dash < 0) return pattern === enhanced
  const [head, low] = split(pattern.slice(0, dash))
  const [own, number] = split(enhanced)
  return head === own && number >= low && number <= Number(pattern.slice(dash + 1))
}

function split(status: string): [string, number] {
  const dot = status.lastIndexOf('.')
  return [status.slice(0, dot), Number(status.slice(dot + 1))]
}
