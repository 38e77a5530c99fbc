import type { DomainFacts } from '../../../store/dmarc/source-facts.ts'

/** Bytes in memory, with what an answer makes of each: measured with a store of 500 domains. Texts, which strangers write, come to it. */
const OF_ADDRESS = 1_500
const OF_ROW = 800
const OF_TRAIT = 400
/** A text of which every row has a copy of its own, in characters of two bytes at most. */
const OF_CHARACTER = 2

/** What the facts of a window weigh in memory together with the answer that is made of them, in bytes. */
export function bytesOf({ rows, traits }: Pick<DomainFacts, 'rows' | 'traits'>): number {
  const addresses = new Set<string>()
  let characters = 0
  for (const { ip, headerFrom, reverseDns = '', organization } of rows) {
    addresses.add(ip)
    characters += headerFrom.length + reverseDns.length + (organization?.name.length ?? 0)
  }
  for (const { domain } of traits) characters += domain.length
  return (
    addresses.size * OF_ADDRESS + rows.length * OF_ROW + traits.length * OF_TRAIT + characters * OF_CHARACTER
  )
}
