import type { Answer, FailedAnswer, RecordType } from '../../../../net/ports.ts'
import { SPF_MOST_MX_HOSTS } from '../nodes.ts'
import type { SpfTerm } from '../record.ts'
import { type Family, type Range, rangeOf } from './networks.ts'
import type { Match } from './program.ts'

/** An answer, or why there is none. */
export type Said<T extends RecordType> = Answer<T> | FailedAnswer
/** Asks the DNS. */
export type Say = <T extends RecordType>(name: string, type: T) => Promise<Said<T>>

type Prefixes = { prefix4?: number; prefix6?: number }
type HostsMatch = Extract<Match, { kind: 'hosts' }>

/** What terms that name hosts match, for clients of either family. */
export function createHosts(say: Say) {
  async function add(match: HostsMatch, name: string, family: Family, term: Prefixes): Promise<void> {
    const answer = name === '' ? undefined : await say(name, family === 4 ? 'A' : 'AAAA')
    if (answer && isUnknown(answer)) match.open[family] = keyOf(`${family} ${name}`, term)
    const addresses: string[] = answer ? recordsIn(answer) : []
    if (addresses.length === 0) match.voids[family] += voidsOf(answer)
    const prefix = family === 4 ? term.prefix4 : term.prefix6
    match.ranges.push(...addresses.flatMap((address) => rangeOf(address, family, prefix) ?? []))
  }

  async function named(names: readonly string[], term: Prefixes): Promise<HostsMatch> {
    const match = hostsIn([])
    for (const name of names) {
      await add(match, name, 4, term)
      await add(match, name, 6, term)
    }
    return match
  }

  return {
    named,
    /** The hosts of an `mx`. */
    async mail(target: string, term: Prefixes): Promise<Match> {
      const answer = target === '' ? undefined : await say(target, 'MX')
      if (answer && isUnknown(answer)) {
        const key = keyOf(`mx ${target}`, term)
        return { ...hostsIn([]), open: { 4: key, 6: key } }
      }
      const listed = answer ? recordsIn(answer) : []
      if (listed.length > SPF_MOST_MX_HOSTS) return { kind: 'too-many' }
      if (listed.length === 0) {
        const voids = voidsOf(answer)
        return { ...hostsIn([]), voids: { 4: voids, 6: voids } }
      }
      return named(
        listed.flatMap(({ exchange }) => (exchange === '' ? [] : [exchange])),
        term,
      )
    },
    /** An `exists` of a name that is the same for all. */
    async existing(target: string, open: Match): Promise<Match> {
      if (target === '') return { kind: 'exists', found: false, voids: 1 }
      const answer = await say(target, 'A')
      const voids = voidsOf(answer)
      return isUnknown(answer) ? open : { kind: 'exists', found: recordsIn(answer).length > 0, voids }
    },
  }
}

/** Some receivers count each alias on the way to nothing. */
function voidsOf(answer: Said<RecordType> | undefined): number {
  return 1 + (answer && answer.kind !== 'failure' ? answer.chain.length : 0)
}

/** A match of these networks, with nothing asked. */
export function hostsIn(ranges: Range[]): HostsMatch {
  return { kind: 'hosts', ranges, open: {}, voids: { 4: 0, 6: 0 } }
}

/** The network of an `ip4` or `ip6` term. */
export function networkOf(term: SpfTerm & { kind: 'mechanism' }): Range[] {
  const family: Family = term.name === 'ip4' ? 4 : 6
  const range = rangeOf(term.value ?? '', family, family === 4 ? term.prefix4 : term.prefix6)
  return range ? [range] : []
}

function keyOf(what: string, { prefix4 = 32, prefix6 = 128 }: Prefixes): string {
  return `${what}/${prefix4}//${prefix6}`
}

/** It got no answer; a name that cannot be asked has none to get. */
export function isUnknown(answer: Said<RecordType>): boolean {
  return answer.kind === 'failure' && answer.reason !== 'bad-name'
}

/** The records of an answer, none where there is none. */
export function recordsIn<T extends RecordType>(answer: Said<T>) {
  return answer.kind === 'records' ? answer.records : []
}
