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
  /** What leads there, as the beginning of a sentence: `include:a.example in the SPF record of example.org`. */
  where: string
  /** What its holder can do, as the end of a sentence: `can send as example.org`. */
  harm: string
  /** What to do where nobody holds it, as the end of a sentence. */
  remedy: string
  /** It is a name of one's own, which may be an alias. */
  isOwn?: true
}

/** Names that are asked about for one check, and those that are told. */
const MOST_ASKED = 12
const MOST_TOLD = 5

/** Says of each name whose domain looks unregistered what its holder could do. Nothing is asked below domains that are `known` to be
 * there; a question without an answer says nothing. */
export async function unregisteredRemarks<Code extends string>(
  code: Code,
  uses: readonly NamedUse[],
  known: readonly string[],
  resolver: Resolver,
): Promise<Remark<Code>[]> {
  const there = new Set(known.map((name) => registrableOf(tidyDomain(name))?.domain ?? name))
  const open = uses.filter((use) => isOpen(use, there)).slice(0, MOST_ASKED)
  const found = await Promise.all(
    open.map(async (use) => ({ use, name: await looksUnregistered(use, resolver) })),
  )
  const told = new Map<string, Remark<Code>>()
  for (const { use, name } of found) {
    if (!name) continue
    const remark = { code, ...inWords(use, name), reference: 'RFC 8020' }
    if (told.size < MOST_TOLD) told.set(remark.says, remark)
  }
  return [...told.values()]
}

function isOpen({ name, isOwn }: NamedUse, there: ReadonlySet<string>): boolean {
  const place = registrableOf(tidyDomain(name))
  return isOwn === true || (place !== undefined && !there.has(place.domain))
}

function inWords(
  { where, harm, remedy }: NamedUse,
  { name, domain, registry }: UnregisteredName,
): Pick<Remark, 'says' | 'advice'> {
  const leads = name === domain ? `${domain}, which looks` : `${name}, whose domain ${domain} looks`
  return {
    says: `${where} leads to ${leads} unregistered: whoever registers it ${harm}.`,
    advice:
      `Look ${domain} up in the registration data of its registry, by RDAP or whois. That the zone ${registry} does not have it ` +
      `is a strong hint and no proof: a domain that is on hold looks the same. If nobody holds it, whoever registers it ${harm}: ` +
      `${remedy}, or correct the name where it is misspelt.`,
  }
}
