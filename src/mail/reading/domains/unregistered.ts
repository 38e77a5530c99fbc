import { parse } from 'tldts'
import { type Answer, ask, type FailedAnswer, type RecordType, type Resolver } from '../../../net/ports.ts'
import brands from '../../data/brand-registries.json' with { type: 'json' }
import { isDomainName, tidyDomain } from './domain-name.ts'
import { isNeverPublic } from './private-names.ts'

/** A name that leads nowhere, below a domain that its registry does not know: a strong hint that anybody can register it, and no proof,
 * as a domain that is on hold or has no name servers looks the same. */
export interface UnregisteredName {
  /** The name that was asked for, or where its aliases end. */
  name: string
  /** What somebody could register. */
  domain: string
  /** The zone that says so. */
  registry: string
}

/** What is asked about a name, and the type by which it is used, so that the question was asked before. */
export interface UsedName {
  name: string
  type: RecordType
}

/**
 * Whether the domain of a name looks unregistered. It does where the name, the NS and the SOA record of its registrable domain are all
 * answered with NXDOMAIN by the zone of its registry, and that registry is there. Whatever else is answered, and no answer, says nothing.
 */
export async function looksUnregistered(
  { name, type }: UsedName,
  resolver: Resolver,
): Promise<UnregisteredName | undefined> {
  const asked = tidyDomain(name)
  if (!isDomainName(asked)) return undefined
  const answer = await ask(resolver, asked, type)
  if (answer.kind !== 'nxdomain') return undefined
  const missing = answer.chain.at(-1) ?? asked
  const place = registrableOf(missing)
  if (!place || !saysRegistry(answer, place)) return undefined
  const { domain, suffix } = place
  for (const kind of ['NS', 'SOA'] as const) {
    const said = await ask(resolver, domain, kind)
    if (said.kind !== 'nxdomain' || said.chain.length > 0 || !saysRegistry(said, place)) return undefined
  }
  const registry = await ask(resolver, suffix, 'SOA')
  const isThere = registry.kind === 'records' || registry.kind === 'nodata'
  return isThere && answer.zone !== undefined ? { name: missing, domain, registry: answer.zone } : undefined
}

/** A domain that can be registered, and under which suffix. */
interface Place {
  domain: string
  suffix: string
}

/** By the suffixes of registries: those of the private section belong to somebody, who alone knows what is given away below them. */
export function registrableOf(name: string): Place | undefined {
  if (!isDomainName(name) || isNeverPublic(name)) return undefined
  const { domain, publicSuffix, isIcann } = parse(name, {
    allowPrivateDomains: false,
    extractHostname: false,
    validateHostname: false,
  })
  if (!domain || !publicSuffix || isIcann !== true || isClosed(publicSuffix)) return undefined
  return { domain, suffix: publicSuffix }
}

/** The zone that denies the name is that of the suffix, or one above it that holds the suffix, and not the root. A zone of its own below
 * the suffix would show that somebody has it; resolvers that invent absences sign them otherwise, or not at all. */
function saysRegistry(answer: Answer<RecordType> | FailedAnswer, { suffix }: Place): boolean {
  if (answer.kind !== 'nxdomain' || answer.zone === undefined || answer.zone === '') return false
  return suffix === answer.zone || suffix.endsWith(`.${answer.zone}`)
}

/** Where a registry gives names to governments, armed forces, schools and treaty organisations alone (RFC 1591 section 2). */
const CLOSED = new Set('gov mil edu int arpa'.split(' '))
/** The same below the code of a country, also where places or kinds of schools stand before it: `act.edu.au`, `pvt.k12.ma.us`. */
const CLOSED_BELOW = new Set('gov gob gouv govt go gc mil edu ac sch k12 police nhs mod'.split(' '))
/** Of single countries: RFC 1480 section 2, and JPRS, "Guide to JP Domain Name". */
const CLOSED_IN: Readonly<Record<string, readonly string[]>> = {
  us: ['cc', 'tec', 'lib', 'state', 'dni', 'fed'],
  jp: ['lg', 'ed', 'ad'],
}
/** Where a company gives names to itself and its affiliates. */
const BRANDS = new Set(brands.domains)

function isClosed(suffix: string): boolean {
  const labels = suffix.split('.')
  const top = labels.at(-1) ?? ''
  const below = labels.slice(0, -1)
  const isKept = (label: string) => CLOSED_BELOW.has(label) || CLOSED_IN[top]?.includes(label)
  return CLOSED.has(top) || BRANDS.has(top) || below.some(isKept)
}
