import { BIT } from '../data/auth-words/concepts.ts'
import { distance, has, near, type Segment } from './segments.ts'
import { type Token, tokensIn } from './tokens.ts'

/** How surely a sentence speaks of a code that opens an account. */
export const MENTIONS = ['none', 'weak', 'medium', 'strong'] as const
export type Mention = (typeof MENTIONS)[number]

/** Letters between a code's noun and what says of what kind it is. */
const BOUND = 40

/** The mention of a sentence among its neighbours: a passcode beside the number of a meeting is the meeting's. */
export function mentionAt(segments: readonly Segment[], index: number): Mention {
  const segment = segments[index]
  if (!segment) return 'none'
  const mention = mentionOf(segment)
  if (mention === 'none' || qualified(segment)) return mention
  const around = segments.slice(Math.max(0, index - 2), index + 3)
  return around.some((other) => has(other, 'goods')) ? 'weak' : mention
}

/** Another word than the code's own says that it is one of authentication. */
function qualified({ hits }: Segment): boolean {
  return hits.some(({ bits }) => (bits & BIT.code) === 0 && (bits & (BIT.auth | BIT.sign | BIT.conf)) !== 0)
}

export function mentionOf(segment: Segment): Mention {
  if (!has(segment, 'code')) return 'none'
  const auth = distance(segment, 'code', 'auth')
  const goods = distance(segment, 'code', 'goods')
  if (goods <= 25 && goods < auth) return 'none'
  if (auth <= BOUND) return goods <= 12 ? 'medium' : 'strong'
  if (near(segment, 'code', 'conf', BOUND) || near(segment, 'code', 'sign', BOUND)) return 'strong'
  if (near(segment, 'code', 'confn', BOUND)) return goods === Number.POSITIVE_INFINITY ? 'medium' : 'none'
  if (near(segment, 'code', 'temp', 20)) return 'medium'
  return goods <= 60 ? 'none' : 'weak'
}

export function surer(mention: Mention, than: Mention): boolean {
  return MENTIONS.indexOf(mention) > MENTIONS.indexOf(than)
}

/** What may be the code a sentence speaks of: in it, in the line before, or in the next ones. */
export function tokenNear(
  segments: readonly Segment[],
  index: number,
  mention: Mention,
  least = surer(mention, 'weak') ? 1 : 2,
): Token | undefined {
  const segment = segments[index]
  if (!segment) return undefined
  const own = ownToken(segment, mention, least)
  if (own) return own
  for (const step of [1, 2, 3, -1, -2]) {
    const other = segments[index + step]
    const token = other && !blocks(segments, index, step) ? tokensIn(other)[0] : undefined
    if (token && token.strength >= least && (token.alone || (step === 1 && leads(other, token)))) return token
  }
  return undefined
}

/** The next sentence begins with it. */
function leads(segment: Segment | undefined, token: Token): boolean {
  return segment !== undefined && token.strength === 2 && token.at < 12 && !has(segment, 'goods')
}

/** A sentence of other things stands between. */
function blocks(segments: readonly Segment[], index: number, step: number): boolean {
  return segments.slice(index + 1, index + step).some((between) => between.plain.length > 120)
}

function ownToken(segment: Segment, mention: Mention, least: number): Token | undefined {
  const found = tokensIn(segment).find((token) => token.strength >= least && !isOfGoods(segment, token))
  if (found) return found
  return surer(mention, 'weak') ? tailToken(segment) : undefined
}

/** What stands behind the colon of a sure mention is the code, also in letters alone. */
function tailToken({ plain }: Segment): Token | undefined {
  const tail = plain.slice(-80)
  const word = /(?::|=|\bis)\s{0,3}["'«“‘]?([\p{L}\d][\p{L}\d-]{2,40})["'»”’]?[.!]?\s{0,3}$/u.exec(tail)?.[1]
  if (word === undefined || !/[\d-]|^[A-Z]{4,}$/.test(word) || tail.includes('://')) return undefined
  return { at: plain.length, end: plain.length, text: word, strength: 1, alone: false }
}

/** The number behind the word `order` is the order's. */
export function isOfGoods(segment: Segment, token: Token): boolean {
  const scale = segment.folded.length / Math.max(1, segment.plain.length)
  const at = token.at * scale
  const end = token.end * scale
  let goods = Number.POSITIVE_INFINITY
  let auth = Number.POSITIVE_INFINITY
  for (const hit of segment.hits) {
    const away = Math.abs(hit.at < at ? at - hit.end : (hit.at - end) * 2)
    if ((hit.bits & BIT.goods) !== 0) goods = Math.min(goods, away)
    if ((hit.bits & (BIT.auth | BIT.code | BIT.sign | BIT.conf)) !== 0) auth = Math.min(auth, away)
  }
  return goods <= 20 && goods < auth
}
