import type { NamedAddress, SourceName } from '../../../store/aggregates.ts'
import type { NetworkLook } from './networks.ts'

/** What asking for the names of an address brought, as far as it matters here. */
export type ReverseLook =
  | { kind: 'failed' | 'none' }
  | {
      kind: 'names'
      names: readonly {
        name: string
        forward: 'confirmed' | 'other-address' | 'no-address' | 'no-answer'
        generic?: unknown
      }[]
    }

export interface NamingOutside {
  /** PTR names of an address, each looked up forward. */
  lookUp(ip: string): Promise<ReverseLook>
  /** Whether the DNS can know it: of a private or reserved address it is never asked. */
  mayAsk(ip: string): boolean
  /** Whether the DNS answers anything at all. */
  answers(): Promise<boolean>
  organisationOf(name: string): string | undefined
  /** The service that a host name is of, and what it is to its customers, in words. */
  knownSender(name: string): { name: string; type: string } | undefined
  /** The network that announces an address. Absent: nobody is asked. */
  networkOf?(ip: string): Promise<NetworkLook>
}

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
/** Host names; everything else that a zone can hold is no name to show. */
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/

/** An address with its name and the organization of that. `isUnanswered`: the DNS did not say, which is not the same as no name. */
export async function nameFor(
  ip: string,
  outside: NamingOutside,
  now: Date,
): Promise<NamedAddress & { isUnanswered: boolean }> {
  const { lookUp, mayAsk, networkOf } = outside
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const known = { ip, askAt: later(KEPT_MS), isUnanswered: false }
  if (!mayAsk(ip)) return { ...known, name: {} }
  const found = await lookUp(ip)
  const confirmed = confirmedName(found)
  if (confirmed === undefined) return { ip, askAt: later(DAY_MS), isUnanswered: true }
  if (confirmed !== '') return { ...known, name: named(confirmed, outside) }
  const network = await networkOf?.(ip)
  if (network?.kind === 'failed') return { ip, askAt: later(DAY_MS), isUnanswered: true }
  if (network?.kind !== 'network') return { ...known, name: {} }
  return { ...known, name: { organization: { name: network.name, basis: 'asn' } } }
}

/** A confirmed host name with the organization that it is of. */
export function named(
  reverseDns: string,
  { organisationOf, knownSender }: Pick<NamingOutside, 'organisationOf' | 'knownSender'>,
): SourceName {
  const domain = organisationOf(reverseDns)
  const sender = knownSender(reverseDns)
  const name = sender?.name ?? domain
  if (name === undefined) return { reverseDns }
  const more = { ...(domain !== undefined && { domain }), ...(sender && { type: sender.type }) }
  return { reverseDns, organization: { name, ...more, basis: 'ptr' } }
}

/** The name that leads back; '' where none does; undefined where that could not be found out. */
function confirmedName(found: ReverseLook): string | undefined {
  if (found.kind === 'failed') return undefined
  if (found.kind !== 'names') return ''
  const names = found.names.filter(({ forward, name }) => forward === 'confirmed' && HOST.test(name))
  // Always the same of several: one that somebody chose, before one that was made of the address.
  names.sort((a, b) => Number(Boolean(a.generic)) - Number(Boolean(b.generic)) || (a.name < b.name ? -1 : 1))
  const [first] = names
  if (first) return first.name
  return found.names.some(({ forward }) => forward === 'no-answer') ? undefined : ''
}
