import type { Change } from '../../../../core/fix.ts'
import { verbatim } from '../../../../core/verbatim.ts'
import { ask, type Resolver, recordsOf } from '../../../../net/ports.ts'
import { inLines, LONGEST_TXT, txtChange } from '../../../fixing/changes.ts'
import { isDomainName } from '../../../reading/domains/domain-name.ts'
import { isPrivateName } from '../../../reading/domains/private-names.ts'
import { organisationOf, sameOrganisation } from '../../../reading/domains/sender-domain.ts'
import { pointOf } from '../gate/networks.ts'
import { isSafe, letsEverybodyIn, MOST_EFFORT } from '../gate/safe.ts'
import { createWorld, type SpfWorld } from '../gate/world.ts'
import { addressTerm, corrected, withAddress, wordsOf } from './placing.ts'

/** What a domain without an SPF record could publish, and what to think of before. */
export interface FirstRecord {
  changes: Change[]
  advice: string
}

export interface Recordless {
  domain: string
  /** A TXT record there that looks meant for one. */
  near?: string
  /** Who sends for it, where one is known. */
  address?: string
}

const CAUTION =
  'Add everything else that sends for the domain first: the include: that each service documents, ip4: and ip6: for ' +
  'hosts of your own. Start with ~all, and change it to -all when DMARC reports show no other sender of yours.'

/** The first record of a domain, with the caution that it needs. */
export async function firstRecord(given: Recordless, resolver: Resolver): Promise<FirstRecord> {
  const { domain, near, address } = given
  const world = createWorld(resolver)
  if (!isDomainName(domain) || isPrivateName(domain)) {
    const advice = 'Send with an envelope sender at a domain of your own, and publish an SPF record there.'
    return { changes: [], advice }
  }
  if (await world.isAlias(domain)) {
    const advice = `${domain} is an alias (CNAME), which can have no record of its own: publish the SPF record where it leads, or put addresses and MX in place of the alias.`
    return { changes: [], advice }
  }
  if (near !== undefined) return fromNear(domain, near, address, world)
  const mail = await mailHostsOf(given, resolver)
  const text = address ? `v=spf1 ${addressTerm(address)} ~all` : mail.own ? 'v=spf1 mx ~all' : undefined
  const changes = text === undefined ? [] : [txtChange(domain, text, 'v=spf1')]
  const who = address ? `${address} sends` : `the mail hosts of ${domain} send`
  const publish = text === undefined ? '' : `If ${who} for ${domain}, publish: ${inLines(changes)}`
  return { changes, advice: [publish, CAUTION, mail.says].filter(Boolean).join('\n') }
}

/** Where mail for the domain comes in, as far as it matters to who sends. */
async function mailHostsOf(
  { domain, address }: Recordless,
  resolver: Resolver,
): Promise<{ own: boolean; says: string }> {
  const answer = await ask(resolver, domain, 'MX')
  if (answer.kind === 'failure') return { own: false, says: '' }
  const hosts = recordsOf(answer).flatMap(({ exchange }) => exchange || [])
  const foreign = hosts.find((host) => !sameOrganisation(host, domain))
  if (foreign !== undefined) {
    const whose = organisationOf(foreign) ?? foreign
    return {
      own: false,
      says: `Mail for ${domain} is received by ${foreign}, which belongs to another organisation (${whose}): if you also send through it, add the include: that it documents. Its MX hosts are often not those that send.`,
    }
  }
  if (hosts.length === 0) {
    return {
      own: false,
      says: address ? '' : `If ${domain} sends no mail at all, list nothing and end the record with -all.`,
    }
  }
  return { own: true, says: `If the mail hosts of ${domain} send too, the record needs mx.` }
}

const LONGEST_NEAR = 2_000

/** What was meant for a record, with its beginning put right. */
async function fromNear(
  domain: string,
  near: string,
  address: string | undefined,
  world: SpfWorld,
): Promise<FirstRecord> {
  const plain = nearText(near)
  const advice = `Correct the TXT record of ${domain} that begins with ${JSON.stringify(near.slice(0, 20))}: it has to begin with ${verbatim('v=spf1')} and a blank, without quotation marks of its own.`
  const none = { changes: [], advice: `${advice} Keep what it lists, and let your sending hosts in.` }
  if (plain === undefined) return none
  const old = await world.readText(domain, plain)
  if (old.kind !== 'record' || letsEverybodyIn(old)) return none
  const client = address === undefined ? undefined : pointOf(address)
  const effort = { left: MOST_EFFORT }
  const texts =
    address === undefined ? [plain] : [plain, ...withAddress(plain, address).map(({ text }) => text)]
  for (const text of texts) {
    const now = await world.readText(domain, text)
    const exchange = { old, now, usable: [], meant: [], ...(client && { client }) }
    if (text.length > LONGEST_TXT || !isSafe(exchange, effort)) continue
    const changes = [txtChange(domain, text, near.slice(0, 20))]
    if (address === undefined || text === plain)
      return { changes, advice: `${advice} Publish in its place: ${inLines(changes)}` }
    const sender = `If ${address} may send for ${domain}, publish in its place: ${inLines(changes)}`
    const other = `If it may not, publish the same without ${addressTerm(address)}.`
    return { changes, advice: `${advice} ${sender}\n${other}` }
  }
  return none
}

/** Without quotation marks and blanks around it, and what stands between the version and the first term. */
function nearText(near: string): string | undefined {
  if (near.length > LONGEST_NEAR) return undefined
  const bare = near.replaceAll(/["'\u00a0\t\r\n]/g, ' ').trim()
  const [, rest] = /^v ?= ?spf1 ?[;,:]? ?( [\s\S]*|)$/i.exec(bare) ?? []
  if (rest === undefined) return undefined
  return corrected(['v=spf1', ...wordsOf(rest)].join(' '))?.text
}
