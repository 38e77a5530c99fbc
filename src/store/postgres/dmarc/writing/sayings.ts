import type { Results } from '../../../../core/aggregate/report.ts'
import { BROKEN, DKIM, SPF } from '../../../keeping/dmarc/bits.ts'
import { isWithin, type Said, saidIn } from '../../../keeping/dmarc/said.ts'
import type { Collecting } from './collecting.ts'

/** What is made of results that were collected, whose names are collected with them: their numbers are places. */
export function createSayings(collecting: Collecting): (place: number) => Said {
  const known = new Map<number, Said>()
  return (place) => {
    const there = known.get(place)
    if (there) return there
    const json = collecting.collected.results.all[place] ?? '{"dkim":[],"spf":[]}'
    const said = saidIn(JSON.parse(json) as Results, collecting.text)
    known.set(place, said)
    return said
  }
}

/** The same with numbers of names in place of places. */
export const withNumbers = (said: Said, texts: readonly number[]): Said => ({
  ...said,
  domains: said.domains.map((one) => ({ ...one, name: texts[one.name] ?? 0 })),
})

/** The bits of a record of a domain: a failing one is marked where a signature of the domain's own did not verify: one of its name or of one
 * below it, for From within it. */
export function marked(
  bits: number,
  { own, headerFrom, said }: { own: string; headerFrom: string; said: Said },
): number {
  const isBroken =
    (bits & (DKIM | SPF)) === 0 &&
    said.failed.length > 0 &&
    isWithin(headerFrom, own) &&
    said.failed.some((one) => isWithin(one, own))
  return isBroken ? bits | BROKEN : bits & ~BROKEN
}
