import type { SeenConsent, SetUpItem, SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import { ask, type Resolver } from '../../../../net/ports.ts'
import { txtChange } from '../../../fixing/changes.ts'
import { sameOrganisation } from '../../../reading/domains/sender-domain.ts'
import { isConsent } from '../destinations.ts'
import { readDmarcRecord } from '../tags.ts'
import { type DmarcLookup, organisationOf, walkTree } from '../walk.ts'
import { addressIn, namedUris } from './uris.ts'

type Sought = Pick<SoughtSetUp, 'host' | 'address' | 'accounts'>

const item = (state: SetUpItem['state'], says: string, host: string): SetUpItem => ({
  state,
  says,
  notes: [],
  publish: [],
  by: 'operator',
  zone: host,
})

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
    return item(
      'not_needed',
      `${host} and ${policyDomain} are of one organization: no receiver asks for consent.`,
      host,
    )
  }
  const seen = await askConsent(policyDomain, host, resolver)
  switch (seen.kind) {
    case 'failure':
      return item('unknown', `The DNS did not say whether ${host} takes reports about ${policyDomain}.`, host)
    case 'too_long':
      return item(
        'wrong',
        `The name of the consent of ${host} to reports about ${policyDomain} is longer than the DNS allows, so receivers do not send any. The operator can choose a shorter reports host (dmarc.host).`,
        host,
      )
    case 'consent':
      return withConsent(seen, policyDomain, sought)
    case 'none':
      return isListed && isWalked === undefined
        ? item(
            'unknown',
            `The DNS did not say whether ${host} and ${policyDomain} are of one organization.`,
            host,
          )
        : withoutConsent(seen.texts, policyDomain, sought)
  }
}

const consentName = (policyDomain: string, host: string) => `${policyDomain}._report._dmarc.${host}`

const MOST_TEXTS = 20

/** Asks whether a host takes reports about a domain of another organization. */
export async function askConsent(
  policyDomain: string,
  host: string,
  resolver: Resolver,
): Promise<SeenConsent> {
  const answer = await ask(resolver, consentName(policyDomain, host), 'TXT')
  if (answer.kind === 'failure') {
    return answer.reason === 'bad-name' ? { kind: 'too_long' } : { kind: 'failure', reason: answer.reason }
  }
  const texts = answer.kind === 'records' ? answer.records.map(({ text }) => text).slice(0, MOST_TEXTS) : []
  const consents = texts.filter(isConsent)
  if (consents.length === 0) return { kind: 'none', texts }
  const uris = consents.flatMap((text) => namedUris(readDmarcRecord(text), 'rua').map(({ uri }) => uri))
  return { kind: 'consent', texts: consents, uris }
}

function withoutConsent(texts: readonly string[], policyDomain: string, { host }: Sought): SetUpItem {
  const name = consentName(policyDomain, host)
  const [first] = texts
  if (first === undefined) {
    return {
      ...item(
        'missing',
        `${host} does not say that it takes reports about ${policyDomain}: there is no TXT record at ${name}.`,
        host,
      ),
      publish: [{ change: txtChange(`*._report._dmarc.${host}`, 'v=DMARC1', 'v=DMARC1') }],
      notes: [`A DNS name below _report._dmarc.${host} that has records of its own hides the wildcard.`],
    }
  }
  return {
    ...item(
      'wrong',
      `The TXT record at ${name} does not begin with v=DMARC1, so receivers do not send reports there.`,
      host,
    ),
    publish: [{ change: txtChange(name, 'v=DMARC1', first.slice(0, 30)), instead: first }],
  }
}

/** A consent may name another address of the same host (RFC 7489 7.1): the reports go there then. */
function withConsent(
  { texts, uris }: Extract<SeenConsent, { kind: 'consent' }>,
  policyDomain: string,
  { host, address, accounts }: Sought,
): SetUpItem {
  const own = new Set([address, ...accounts.map((one) => one.address)])
  const other = uris.find((uri) => !own.has(addressIn(uri) ?? ''))
  if (other === undefined)
    return item('ok', `${host} says that it takes reports about ${policyDomain}.`, host)
  return {
    ...item(
      'wrong',
      `The consent of ${host} sends reports about ${policyDomain} elsewhere: it names ${other.slice(0, 100)} in rua=.`,
      host,
    ),
    publish: [
      {
        change: txtChange(consentName(policyDomain, host), 'v=DMARC1', 'v=DMARC1'),
        instead: texts.join('\n'),
      },
    ],
  }
}

/** By the tree walk (RFC 9989 4.10.2). Undefined: a question failed. */
async function sharesOrganisation(a: string, b: string, lookup: DmarcLookup): Promise<boolean | undefined> {
  const [one, other] = await Promise.all(
    [a, b].map(async (name) => organisationOf(name, await walkTree(name, lookup))),
  )
  return one === undefined || other === undefined ? undefined : one === other
}
