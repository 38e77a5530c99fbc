import { normaliseAddress, parseAddress, reverseName } from '../../../../net/ip.ts'
import { ask, type RecordType, type Resolver } from '../../../../net/ports.ts'
import { isUnknown, recordsIn, type Said } from '../gate/hosts.ts'
import type { Program } from '../gate/program.ts'
import type { SpfWorld } from '../gate/world.ts'
import { expandDomain, usesValidatedName } from '../macro.ts'
import type { SpfTerm } from '../record.ts'

/** Asks about terms whose answer is another one for each address. */
export interface PerAddress {
  /** The record of a name that was made for one address. */
  read(name: string): Promise<Program>
  /** Whether a `ptr` term, or one with macros, matches an address. */
  matches(term: SpfTerm & { kind: 'mechanism' }, domain: string, ip: string): Promise<boolean | 'unknown'>
}

/** Of one record, all its addresses together. */
const MOST_QUESTIONS = 300
/** RFC 7208 5.5. */
const MOST_NAMES = 10

/** Bounded in questions; from then on it is not known. */
export function createPerAddress(resolver: Resolver, world: SpfWorld): PerAddress {
  let questions = 0

  async function say<T extends RecordType>(name: string, type: T): Promise<Said<T>> {
    questions += 1
    return questions > MOST_QUESTIONS ? { kind: 'failure', reason: 'limit' } : ask(resolver, name, type)
  }

  async function hasAddress(name: string, ip: string, prefixes: Prefixes): Promise<boolean | 'unknown'> {
    const version = parseAddress(ip)?.version
    const answer: Said<'A'> | Said<'AAAA'> = version === 4 ? await say(name, 'A') : await say(name, 'AAAA')
    if (isUnknown(answer)) return 'unknown'
    const addresses: string[] = answer.kind === 'records' ? answer.records : []
    const { prefix4 = 32, prefix6 = 128 } = prefixes
    if (prefix4 !== 32 || prefix6 !== 128) return addresses.length > 0 ? 'unknown' : false
    return addresses.some((one) => normaliseAddress(one) === normaliseAddress(ip))
  }

  /** Some confirmed name of the address is the target, or below it. */
  async function hasNameBelow(target: string, ip: string): Promise<boolean | 'unknown'> {
    const reverse = reverseName(ip)
    if (reverse === undefined) return false
    const answer = await say(reverse, 'PTR')
    if (isUnknown(answer)) return 'unknown'
    const names: string[] = recordsIn(answer)
    const below = names.slice(0, MOST_NAMES).filter((name) => name === target || name.endsWith(`.${target}`))
    const found = await Promise.all(below.map((name) => hasAddress(name, ip, {})))
    return found.includes(true) || (found.includes('unknown') ? 'unknown' : false)
  }

  return {
    async read(name) {
      questions += 1
      if (questions > MOST_QUESTIONS) return { kind: 'open', key: name }
      return name === '' ? { kind: 'broken', domain: name, texts: [] } : world.read(name)
    },
    async matches(term, domain, ip) {
      const target = term.value === undefined ? domain : domainOf(term.value, domain, ip)
      if (target === undefined) return 'unknown'
      if (target === '') return false
      switch (term.name) {
        case 'ptr':
          return hasNameBelow(target, ip)
        case 'exists': {
          const answer = await say(target, 'A')
          return isUnknown(answer) ? 'unknown' : recordsIn(answer).length > 0
        }
        case 'a':
          return hasAddress(target, ip, term)
        default:
          return 'unknown'
      }
    },
  }
}

interface Prefixes {
  prefix4?: number
  prefix6?: number
}

/** The name that a term asks about for an address; '' where it is none, undefined where it depends on the message too. */
export function domainOf(spec: string | undefined, domain: string, ip: string): string | undefined {
  if (spec === undefined) return domain
  return usesValidatedName(spec) ? undefined : expandDomain(spec, { domain, clientAddress: ip })
}
