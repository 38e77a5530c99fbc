import type { Resolver } from '../../net/ports.ts'
import { tidyDomain } from '../reading/domains/domain-name.ts'
import {
  looksUnregistered,
  registrableOf,
  type UnregisteredName,
  type UsedName,
} from '../reading/domains/unregistered.ts'
import type { Remark } from '../remark.ts'

/** A name that something published leads to. */
export interface NamedUse extends UsedName {
  /** What leads there, as the beginning of a sentence: `include:a.example`, `An MX record`. */
  what: string
  /** What several such are called, where they are called alike: `MX records`. */
  several?: string
  /** Where that stands: `in the SPF record of example.org`. */
  place?: string
  /** What its holder can do, as the end of a sentence: `can send as example.org`. */
  harm: string
  /** What to do where nobody holds it, as the end of a sentence. */
  remedy: string
  /** It is a name of one's own, which may be an alias. */
  isOwn?: true
}

/** What is told of names that look unregistered, so that nothing else is advised about them. */
export interface Unregistered<Code extends string = string, Use extends NamedUse = NamedUse> {
  /** One for each domain. */
  remarks: Remark<Code>[]
  /** The uses that they tell of. */
  told: Use[]
  /** The names of these, as they were asked and where their aliases end. */
  names: ReadonlySet<string>
}

/** Names that are asked about for one check, and domains that are told. */
const MOST_ASKED = 12
const MOST_TOLD = 5

interface Found<Use extends NamedUse> {
  use: Use
  name: UnregisteredName
}

/** Says of each domain that looks unregistered what its holder could do. Nothing is asked below domains that are `known` to be there; a
 * question without an answer says nothing. */
export async function unregisteredNames<Code extends string, Use extends NamedUse>(
  code: Code,
  uses: readonly Use[],
  known: readonly string[],
  resolver: Resolver,
): Promise<Unregistered<Code, Use>> {
  const there = new Set(known.map((name) => registrableOf(tidyDomain(name))?.domain ?? name))
  const open = uses.filter((use) => isOpen(use, there)).slice(0, MOST_ASKED)
  const asked = await Promise.all(
    open.map(async (use) => ({ use, name: await looksUnregistered(use, resolver) })),
  )
  const found = asked.flatMap(({ use, name }) => (name ? [{ use, name }] : []))
  const told = [...Map.groupBy(found, ({ name }) => name.domain).values()].slice(0, MOST_TOLD)
  return {
    remarks: told.map((ones) => ({ code, ...inWords(ones), reference: 'RFC 8020' })),
    told: told.flat().map(({ use }) => use),
    names: new Set(told.flat().flatMap(({ use, name }) => [tidyDomain(use.name), name.name])),
  }
}

function isOpen({ name, isOwn }: NamedUse, there: ReadonlySet<string>): boolean {
  const place = registrableOf(tidyDomain(name))
  return isOwn === true || (place !== undefined && !there.has(place.domain))
}

function inWords(found: readonly Found<NamedUse>[]): Pick<Remark, 'says' | 'advice'> {
  const uses = found.map(({ use }) => use)
  const names = distinct(found.map(({ name }) => name.name))
  const { domain = '', registry = '' } = found[0]?.name ?? {}
  const isItself = names.length === 1 && names[0] === domain
  const leads = isItself ? `${domain}, which looks` : `${listed(names)}, whose domain ${domain} looks`
  const harm = listed(distinct(uses.map((use) => use.harm)))
  const remedies = distinct(uses.map(({ remedy }) => remedy))
  const correct = remedies.length > 1 ? 'the names where they are misspelt' : 'the name where it is misspelt'
  return {
    says: `${subjectOf(uses)} to ${leads} unregistered: whoever registers it ${harm}.`,
    advice:
      `Look ${domain} up in the registration data of its registry, by RDAP or whois. That the zone ${registry} does not have it ` +
      `is a strong hint and no proof: a domain that is on hold looks the same. If nobody holds it, whoever registers it ${harm}: ` +
      `${remedies.join('; ')}, or correct ${correct}.`,
  }
}

/** What leads there, each place named once: `a:x.example and mx:x.example in the SPF record of example.org lead`. */
function subjectOf(uses: readonly NamedUse[]): string {
  const places = [...Map.groupBy(uses, ({ place = '' }) => place)].map(([place, ones]) => {
    const alike = [...Map.groupBy(ones, ({ what }) => what).values()]
    return `${inSentence(alike.map(calledTogether))} ${place}`.trimEnd()
  })
  const isOne = distinct(uses.map(({ what, place }) => `${what} ${place}`)).length === 1
  return `${inSentence(places)} ${isOne && severalOf(uses) === undefined ? 'leads' : 'lead'}`
}

const calledTogether = (alike: readonly NamedUse[]) => severalOf(alike) ?? alike[0]?.what ?? ''

/** What uses of several names are called. */
const severalOf = (uses: readonly NamedUse[]) =>
  distinct(uses.map(({ name }) => name)).length > 1 ? uses[0]?.several : undefined

const inSentence = (parts: readonly string[]) =>
  listed(parts.map((part, index) => (index === 0 ? part : part.replace(/^(?:An?|The) /, lower))))

const lower = (word: string) => word.toLowerCase()

const distinct = (items: readonly string[]) => [...new Set(items)]

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
