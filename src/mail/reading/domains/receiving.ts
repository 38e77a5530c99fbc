import { domainToASCII } from 'node:url'
import { isPublicAddress, parseAddress } from '../../../net/ip.ts'
import { type Answer, ask, type FailedAnswer, type MxRecord, type Resolver } from '../../../net/ports.ts'

/** One host that mail for a domain would go to. */
export interface MailHost {
  name: string
  /** ip-address: an address stands where a name must (RFC 5321 5.1). not-public: its addresses cannot be reached. */
  state: 'reachable' | 'no-address' | 'ip-address' | 'not-public' | 'no-answer'
  /** The name is an alias, which an MX may not name (RFC 2181 10.3). */
  isAlias: boolean
}

/** Whether mail to a domain has somewhere to go (RFC 5321 5.1, RFC 7505). */
export type Receiving =
  | { kind: 'receives'; by: 'mx' | 'address'; hosts: MailHost[]; nullBeside: boolean }
  /** A null MX: the domain says that it takes no mail. */
  | { kind: 'refuses' }
  | { kind: 'cannot'; why: 'no-domain' | 'no-records' | 'no-host'; hosts: MailHost[] }
  | { kind: 'unknown'; hosts: MailHost[] }

/** MX hosts that are looked at, most preferred first. */
const MOST_HOSTS = 4

/** The name to ask about a mail domain, A-labels, lower case; undefined for a literal or no domain at all. */
export function mailDomain(domain: string): string | undefined {
  const name = domain.endsWith('.') ? domain.slice(0, -1) : domain
  if (name === '' || name.startsWith('[') || name.length > 1_000) return undefined
  const isAscii = /^[\x21-\x7e]+$/.test(name)
  return isAscii ? name.toLowerCase() : domainToASCII(name) || undefined
}

/** Can this domain receive mail? `isReachable` says which host addresses count. */
export async function canReceive(
  domain: string,
  resolver: Resolver,
  isReachable: (address: string) => boolean,
): Promise<Receiving> {
  const answer = await ask(resolver, domain, 'MX')
  if (answer.kind === 'failure') {
    return answer.reason === 'bad-name' ? cannot('no-domain') : { kind: 'unknown', hosts: [] }
  }
  if (answer.kind === 'nxdomain') return cannot('no-domain')
  if (answer.kind === 'records' && answer.records.length > 0) {
    return throughMx(answer.records, (name) => examine(name, resolver, isReachable))
  }
  const host = await examine(domain, resolver, isReachable)
  // RFC 5321 5.1: without an MX the domain's own address is the implicit one, alias or not.
  const own = { ...host, isAlias: false }
  if (host.state === 'reachable') return { kind: 'receives', by: 'address', hosts: [own], nullBeside: false }
  if (host.state === 'no-answer') return { kind: 'unknown', hosts: [own] }
  return host.state === 'not-public' ? cannot('no-host', [own]) : cannot('no-records')
}

/** Could mail to an address at the domain arrive? */
export async function receivesMail(
  domain: string,
  resolver: Resolver,
): Promise<'yes' | 'no' | 'undetermined'> {
  const { kind } = await canReceive(domain, resolver, isPublicAddress)
  if (kind === 'unknown') return 'undetermined'
  return kind === 'receives' ? 'yes' : 'no'
}

async function throughMx(
  records: readonly MxRecord[],
  examineHost: (name: string) => Promise<MailHost>,
): Promise<Receiving> {
  const named = records.filter((record) => record.exchange !== '')
  if (named.length === 0) return { kind: 'refuses' }
  const sorted = named.toSorted((a, b) => a.preference - b.preference)
  const names = [...new Set(sorted.map((record) => record.exchange))]
  const hosts = await Promise.all(names.slice(0, MOST_HOSTS).map(examineHost))
  if (hosts.some((host) => host.state === 'reachable')) {
    return { kind: 'receives', by: 'mx', hosts, nullBeside: named.length < records.length }
  }
  const isOpen = names.length > hosts.length || hosts.some((host) => host.state === 'no-answer')
  return isOpen ? { kind: 'unknown', hosts } : cannot('no-host', hosts)
}

async function examine(
  name: string,
  resolver: Resolver,
  isReachable: (address: string) => boolean,
): Promise<MailHost> {
  if (parseAddress(name)) return { name, state: 'ip-address', isAlias: false }
  const v4 = await ask(resolver, name, 'A')
  const first = stateOf(v4, isReachable)
  const isAlias = v4.kind !== 'failure' && v4.chain.length > 0
  if (first === 'reachable' || v4.kind === 'nxdomain') return { name, state: first, isAlias }
  const second = stateOf(await ask(resolver, name, 'AAAA'), isReachable)
  const state = MOST_TELLING.find((candidate) => candidate === first || candidate === second) ?? first
  return { name, state, isAlias }
}

const MOST_TELLING = ['reachable', 'no-answer', 'not-public', 'no-address'] as const

function stateOf(
  answer: Answer<'A' | 'AAAA'> | FailedAnswer,
  isReachable: (address: string) => boolean,
): MailHost['state'] {
  if (answer.kind === 'failure') return answer.reason === 'bad-name' ? 'no-address' : 'no-answer'
  if (answer.kind !== 'records') return 'no-address'
  return answer.records.some(isReachable) ? 'reachable' : 'not-public'
}

function cannot(why: 'no-domain' | 'no-records' | 'no-host', hosts: MailHost[] = []): Receiving {
  return { kind: 'cannot', why, hosts }
}
