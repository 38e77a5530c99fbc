import { inNetwork, isGlobalAddress, normaliseAddress } from '../ip.ts'
import { type Answer, ask, type FailedAnswer, type Resolver } from '../ports.ts'
import type { PostFailureReason } from '../post-ports.ts'
import { MOST_ADDRESSES, readAnyPort, type Target } from './target.ts'

/** Which addresses a person may have requests sent to. */
export interface Allowed {
  resolver: Resolver
  /** Blocks that may be used beside public addresses. */
  allow: readonly string[]
  /** Addresses of this machine: whoever connects from it may get further than strangers do. */
  own(): readonly string[]
}

/** Why nothing is sent, in a sentence for whoever typed the address. */
export interface Unfit {
  reason: PostFailureReason
  says: string
}

/** Nobody takes JSON there, and what is sent could be taken for mail. */
const MAIL_PORTS: readonly number[] = [25, 465, 587]

/** Reads an address that a person typed: http or https on any port but those of mail, without a user. */
export function readDestination(text: string): Target | Unfit {
  const target = readAnyPort(text)
  if (!target)
    return badAddress(
      'The address cannot be used: it has to begin with https:// or http://, name a host, and have no user and no password in it.',
    )
  if (MAIL_PORTS.includes(target.port)) return badAddress(`Port ${target.port} is one of mail servers.`)
  return target
}

/** Where the host lives: every address of it must be one that may be used, or none is. */
export async function addressesOf(
  { host, isAddress }: Target,
  allowed: Allowed,
): Promise<readonly string[] | Unfit> {
  const may = mayUse(allowed)
  if (isAddress) return may(host) ? [host] : notPublic(host)
  if (host === 'localhost' || host.endsWith('.localhost')) {
    // RFC 6761 6.3: the name means this machine, whatever a server says.
    const loopback = ['127.0.0.1', '::1'].filter(may)
    return loopback.length > 0 ? loopback : notPublic(host)
  }
  const answers = await Promise.all([ask(allowed.resolver, host, 'A'), ask(allowed.resolver, host, 'AAAA')])
  const addresses = answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []))
  if (!addresses.every(may)) return notPublic(host)
  return addresses.length > 0 ? addresses.slice(0, MOST_ADDRESSES) : noAddress(host, answers)
}

function mayUse({ allow, own }: Allowed): (address: string) => boolean {
  const ours = own().map(normaliseAddress)
  return (address) =>
    allow.some((block) => inNetwork(address, block)) ||
    (isGlobalAddress(address) && !ours.includes(normaliseAddress(address)))
}

function noAddress(host: string, answers: readonly (Answer<'A' | 'AAAA'> | FailedAnswer)[]): Unfit {
  const failure = answers.find((answer) => answer.kind === 'failure')
  if (!failure) return { reason: 'no-address', says: `${host} has no address in the DNS.` }
  if (failure.reason === 'timeout')
    return { reason: 'timeout', says: `The DNS did not answer for ${host} in time.` }
  return { reason: 'network', says: `The DNS did not answer for ${host}: ${failure.reason}.` }
}

const badAddress = (says: string): Unfit => ({ reason: 'bad-address', says })

/** Where a name leads inside is not told. */
const notPublic = (host: string): Unfit => ({
  reason: 'not-public',
  says: `${host} is, or leads to, an address of this machine or of a network that is not public. Only webhooks.allow_private in the configuration of this service allows that.`,
})
