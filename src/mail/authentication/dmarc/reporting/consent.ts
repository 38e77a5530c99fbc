import type { SetUpItem, SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import { ask, type Resolver } from '../../../../net/ports.ts'
import { txtChange } from '../../../fixing/changes.ts'
import { sameOrganisation } from '../../../reading/domains/sender-domain.ts'
import { isConsent } from '../destinations.ts'
import { readDmarcRecord } from '../tags.ts'
import { type DmarcLookup, organisationOf, walkTree } from '../walk.ts'
import { addressIn, namedUris } from './uris.ts'

type Sought = Pick<SoughtSetUp, 'host' | 'address' | 'accounts'>

const base = (host: string) => ({ notes: [], publish: [], by: 'operator' as const, zone: host })

/** Whether the reports host says that it takes reports about a domain of another organization (RFC 7489 7.1, RFC 9990 4).
 * `lookup` answers as if the record of the domain were published. */
export async function judgeConsent(
  policyDomain: string,
  sought: Sought,
  resolver: Resolver,
  lookup: DmarcLookup,
): Promise<SetUpItem> {
  const { host } = sought
  const isListed = sameOrganisation(policyDomain, host)
  const isWalked = await sharesOrganisation(policyDomain, host, lookup)
  if (isListed && isWalked) {
    return {
      ...base(host),
      state: 'not_needed',
      says: `${host} and ${policyDomain} are of one organization: no receiver asks for consent.`,
    }
  }
  const name = `${policyDomain}._report._dmarc.${host}`
  const answer = await ask(resolver, name, 'TXT')
  if (answer.kind === 'failure' && answer.reason !== 'bad-name') {
    return {
      ...base(host),
      state: 'unknown',
      says: `The DNS did not say whether ${host} takes reports about ${policyDomain}.`,
    }
  }
  if (answer.kind === 'failure') {
    return {
      ...base(host),
      state: 'wrong',
      says: `The name ${name.slice(0, 300)} is longer than the DNS allows, so receivers do not send reports to ${host}. A shorter reports host (dmarc.host) can be asked for.`,
    }
  }
  const texts = answer.kind === 'records' ? answer.records.map(({ text }) => text) : []
  const consents = texts.filter(isConsent)
  if (consents.length > 0) return withConsent(consents, policyDomain, sought)
  if (isListed && isWalked === undefined) {
    return {
      ...base(host),
      state: 'unknown',
      says: `The DNS did not say whether ${host} and ${policyDomain} are of one organization.`,
    }
  }
  return withoutConsent(texts, name, policyDomain, sought)
}

function withoutConsent(
  texts: readonly string[],
  name: string,
  policyDomain: string,
  { host }: Sought,
): SetUpItem {
  const [first] = texts
  const wildcard = { change: txtChange(`*._report._dmarc.${host}`, 'v=DMARC1', 'v=DMARC1') }
  if (first === undefined) {
    return {
      ...base(host),
      state: 'missing',
      says: `${host} does not say that it takes reports about ${policyDomain}: there is no TXT record at ${name}.`,
      publish: [wildcard],
      notes: [`A DNS name below _report._dmarc.${host} that has records of its own hides the wildcard.`],
    }
  }
  return {
    ...base(host),
    state: 'wrong',
    says: `The TXT record at ${name} does not begin with v=DMARC1, so receivers do not send reports there.`,
    publish: [{ change: txtChange(name, 'v=DMARC1', first.slice(0, 30)), instead: first }],
  }
}

/** A consent may name another address of the same host (RFC 7489 7.1): the reports go there then. */
function withConsent(
  consents: readonly string[],
  policyDomain: string,
  { host, address, accounts }: Sought,
): SetUpItem {
  const own = new Set([address, ...accounts.map((one) => one.address)])
  for (const text of consents) {
    const [uri] = namedUris(readDmarcRecord(text), 'rua')
    if (!uri || own.has(addressIn(uri.uri) ?? '')) continue
    return {
      ...base(host),
      state: 'wrong',
      says: `The consent of ${host} sends reports about ${policyDomain} elsewhere: it names ${uri.uri.slice(0, 100)} in rua=.`,
      publish: [
        {
          change: txtChange(`${policyDomain}._report._dmarc.${host}`, 'v=DMARC1', 'v=DMARC1'),
          instead: text,
        },
      ],
    }
  }
  return { ...base(host), state: 'ok', says: `${host} says that it takes reports about ${policyDomain}.` }
}

/** By the tree walk (RFC 9989 4.10.2). Undefined: a question failed. */
async function sharesOrganisation(a: string, b: string, lookup: DmarcLookup): Promise<boolean | undefined> {
  const [one, other] = await Promise.all(
    [a, b].map(async (name) => organisationOf(name, await walkTree(name, lookup))),
  )
  return one === undefined || other === undefined ? undefined : one === other
}
