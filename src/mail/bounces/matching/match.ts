import type { Receiver } from '../../data/bounces/row.ts'
import { lettersNear } from './near.ts'
import { type Pattern, patterns, TIERS } from './patterns.ts'
import { hasWord, lettersFound } from './squash.ts'

/** An answer, prepared for looking things up in it. */
export interface Answer {
  lower: string
  squashed: string
  code?: number
  enhanced?: string
  /** It was given before a recipient was named (RFC 5321 3.3). */
  isBeforeRecipient?: true
  /** The server that reports it still tries. */
  isDelayed?: boolean
  /** Words around the answer, not of the one that refused. */
  isProse?: true
}

/** Causes that only a recipient has. */
const OF_RECIPIENTS: ReadonlySet<string> = new Set([
  'no such recipient',
  'recipient inactive',
  'mailbox full',
])

interface Found {
  pattern: Pattern
  rank: number
  letters: number
}

/** The pattern that explains an answer: the receiver's own before lists, before software, before what anybody writes; the longest text first. */
export function patternFor(answer: Answer, from: Receiver | undefined): Pattern | undefined {
  let best: Found | undefined
  let frame: Found | undefined
  const topics: Pattern[] = []
  for (const pattern of patterns()) {
    const isTheirs = pattern.tier === 'receiver' && from !== undefined && pattern.receivers.includes(from.id)
    const letters = isExcluded(pattern, answer) ? 0 : found(pattern, answer, isTheirs)
    if (letters === 0) continue
    const one = { pattern, rank: rankOf(pattern, isTheirs, letters), letters }
    if (pattern.near) topics.push(pattern)
    if (pattern.isFrame) frame = better(frame, one)
    else best = better(best, one)
  }
  const chosen = (isAnswer(best) ? best : better(frame, best))?.pattern
  return chosen?.near && contradict(topics) ? undefined : chosen
}

/** Words of a recipient and words of something else: which of them is the cause is not certain. */
const contradict = (topics: readonly Pattern[]) =>
  topics.some(({ cause }) => OF_RECIPIENTS.has(cause)) &&
  topics.some(({ cause }) => !OF_RECIPIENTS.has(cause))

function better(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (!one || !other) return one ?? other
  return other.rank < one.rank || (other.rank === one.rank && other.letters > one.letters) ? other : one
}

/** What a receiver said says more than the sending server’s own words around it. */
const isAnswer = (best: Found | undefined) =>
  best !== undefined && best.pattern.cause !== 'routing' && !isVague(best.pattern)

const VAGUE = TIERS.indexOf('vague')
const TOPIC = TIERS.indexOf('topic')
/** Whether a pattern's words leave much open. */
export const isVague = ({ tier }: Pattern) => TIERS.indexOf(tier) >= VAGUE

/** A row of a list that is about IP addresses alone. */
const isOfAddress = ({ checks }: Pattern) =>
  checks.includes('blocklist') && !checks.some((check) => /domain|link/.test(check))
/** The cause is a link in the message, whatever address is named beside it. */
const OF_LINK =
  /\b(?:spam|bad|blocked|blocking|malicious|listed|suspicious|phishing) ur[li]s?\b|\bur[li](?:\(s\)|s)? (?:in|of|within) (?:the |your )?(?:message|body|mail|email)|\bcontains? (?:an? |one or more )?(?:\w{1,20} )?(?:url|uri|link)s?\b/

function isExcluded(pattern: Pattern, answer: Answer): boolean {
  const { code, enhanced, isBeforeRecipient, isDelayed, isProse } = answer
  // Without any code a text may be anything, and what stands around an answer is no receiver's.
  const isOpen = TIERS.indexOf(pattern.tier) >= TOPIC
  const isLoose = isOpen && (isProse === true || (code === undefined && enhanced === undefined))
  if (isLoose || (isDelayed === true && pattern.isEnd === true)) return true
  if (pattern.tier === 'list' && isOfAddress(pattern) && OF_LINK.test(answer.lower)) return true
  if (pattern.unless && answer.lower.search(pattern.unless) >= 0) return true
  return isBeforeRecipient === true && OF_RECIPIENTS.has(pattern.cause)
}

/** A text of so few letters (spam, quota, too many) stands in answers about other things, too. */
const FEW = 11

function rankOf({ tier, status }: Pattern, isTheirs: boolean, letters: number): number {
  if (!isTheirs) return TIERS.indexOf(tier) + 1
  return letters < FEW && status.length === 0 ? VAGUE : 0
}

/** A code of the receiver's own says more than any sentence beside it. */
const CODE_WORD = 100
const LETTERS = /^[a-z]+$/
/** A code that hardly anybody uses for something else says more than a single vague word. */
const FIRM = /^[45]\.(?:1\.1|1\.10|2\.2)$/

/** How many letters of the answer the pattern explains. Of a receiver that is not known to have answered, only what nobody else writes counts. */
function found(pattern: Pattern, answer: Answer, isTheirs: boolean): number {
  if (pattern.codeClass && answer.code !== undefined && !String(answer.code).startsWith(pattern.codeClass))
    return 0
  const byStatus = pattern.status.length > 0
  if (byStatus && !pattern.status.some((one) => isStatus(one, answer.enhanced))) return 0
  if (pattern.near) return lettersNear(pattern.near, answer.lower)
  if (pattern.texts.length === 0 && pattern.words.length === 0) return byStatus && isTheirs ? 1 : 0
  const texts = pattern.texts.filter(({ own }) => own || isTheirs)
  const isOutweighed = isVague(pattern) && FIRM.test(answer.enhanced ?? '')
  const words = isOutweighed ? [] : pattern.words.filter(({ own }) => own || isTheirs)
  const letters = Math.max(
    0,
    ...texts.map(({ pieces }) => lettersFound(answer.squashed, pieces)),
    ...words.map(({ word }) => (hasWord(answer.lower, word) ? weightOf(word) : 0)),
  )
  return letters > 0 && byStatus ? letters + 5 : letters
}

const weightOf = (word: string) => word.length + (LETTERS.test(word) ? 0 : CODE_WORD)

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
