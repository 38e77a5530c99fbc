import type { Enforced } from '../ready.ts'
import { ownMail, type Parts } from './parts.ts'
import type { ScopedMail, ScopedSource } from './scoped.ts'

/** Of 10,000 own messages, how many a policy may touch. */
const LIMITS: Readonly<Record<Enforced, number>> = { quarantine: 200, reject: 50 }

/** The limit as people read it. */
export const LIMIT_WORDS: Readonly<Record<Enforced, string>> = { quarantine: '2%', reject: '0.5%' }

/** A source of weight has so many own messages, and one in so many of all own messages. */
const WEIGHT = { messages: 20, oneIn: 100 } as const

/** At most the limit of own mail fails. */
export const isWithin = (parts: Parts, policy: Enforced): boolean =>
  BigInt(parts.own) * 10_000n <= BigInt(ownMail(parts)) * BigInt(LIMITS[policy])

/** What nobody decided about, taken for the domain's own. */
export const asOwn = (parts: Parts): Parts => ({ ...parts, own: parts.own + parts.undecided, undecided: 0 })

/**
 * Own sources of weight of which most mail fails, most messages first. Own mail of other sources that fails is not counted among
 * all own mail here: one source that breaks never makes another one weigh less.
 */
export function failingOfWeight({ sources, all }: ScopedMail): ScopedSource[] {
  const whole = all.pass
  return sources
    .filter(({ parts }) => {
      const messages = ownMail(parts)
      const isHeavy = messages >= WEIGHT.messages && messages * WEIGHT.oneIn >= whole + parts.own
      return isHeavy && parts.own * 2 > messages
    })
    .sort(byFailing('own'))
}

/** Sources by how much of a kind fails, most first. */
export const byFailing = (kind: 'own' | 'undecided') => (one: ScopedSource, other: ScopedSource) =>
  other.parts[kind] - one.parts[kind] || byPlace(one, other)

/** By key, and by the domain that has it. */
export function byPlace(one: Placed, other: Placed): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1
  return (one.domain ?? '') < (other.domain ?? '') ? -1 : 1
}

type Placed = Pick<ScopedSource, 'key' | 'domain'>

/** The same mail, as if what nobody decided about were the domain's own. */
export function allAsOwn(mail: ScopedMail): ScopedMail {
  return {
    ...mail,
    all: asOwn(mail.all),
    sources: mail.sources.map((source) => ({ ...source, parts: asOwn(source.parts) })),
  }
}

/** The same mail, as if the domain's own passed. */
export function repaired(mail: ScopedMail): ScopedMail {
  const pass = (parts: Parts): Parts => ({ ...parts, pass: parts.pass + parts.own, own: 0 })
  return {
    ...mail,
    all: pass(mail.all),
    sources: mail.sources.map((source) => ({ ...source, parts: pass(source.parts) })),
  }
}
