import type { SourceTrait } from '../../dmarc/source-facts.ts'
import { mostTelling, OF_SPF, type Trait } from './traits.ts'

/** Domains of all addresses that are told; where there are more, so many of each kind and address. */
const [MOST_TRAITS, MOST_OF_MANY] = [40_000, 4]

/** What is told of the traits of addresses. `isProven`: what authenticated reports say alone. `texts`: names by their numbers. */
export function toldTraits(
  seen: readonly { ip: string; traits: readonly Trait[] }[],
  texts: ReadonlyMap<number, string>,
  isProven: boolean,
): SourceTrait[] {
  const isMuch = seen.reduce((sum, { traits }) => sum + traits.length, 0) > MOST_TRAITS
  return seen.flatMap(({ ip, traits }) => {
    const told = isMuch ? mostTelling(traits, MOST_OF_MANY) : traits
    return told.flatMap(({ kind, name, ...said }): SourceTrait[] => {
      const lastSeen = isProven ? said.proven : said.last
      const passed = isProven ? said.provenPass : said.passed
      const domain = texts.get(name)
      if (lastSeen === 0 || domain === undefined) return []
      return [{ ip, kind: kind === OF_SPF ? 'spf' : 'dkim', domain, passed, lastSeen }]
    })
  })
}
