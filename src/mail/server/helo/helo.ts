import { isPublicAddress, normaliseAddress, reverseName } from '../../../net/ip.ts'
import { ask, type Resolver } from '../../../net/ports.ts'
import { type HeloName, readHelo } from '../../reading/domains/host-names.ts'

/** What is wrong with a HELO argument by itself. */
export type HeloFault =
  | Extract<HeloName, { kind: 'wrong' }>['why']
  | 'private-literal'
  | 'ours'
  | 'unresolvable'

/** How a HELO argument stands, by itself and against the client. */
export interface HeloReport {
  fault?: HeloFault
  /** The addresses of the name could not be asked, so whether it resolves is open. */
  isOpen: boolean
  /** The name to ask, without trailing dot; absent for literals and wrong names. */
  name?: string
  trailingDot: boolean
  addresses: string[]
  /** Against the client address: shown, never a ground to refuse (RFC 5321 4.1.4). Absent: cannot be said. */
  isClient?: boolean
  /** Against the PTR names of the client: shown. Absent: cannot be said. */
  isPtr?: boolean
}

/** Judges the HELO argument of a client; without its address only the name itself. */
export async function judgeHelo(
  helo: string,
  client: string | undefined,
  ourName: string,
  resolver: Resolver,
): Promise<HeloReport> {
  const read = readHelo(helo)
  const base = { isOpen: false, trailingDot: false, addresses: [] }
  if (read.kind === 'wrong') return { ...base, fault: read.why }
  if (read.kind === 'literal') {
    const isClient = client === undefined ? {} : { isClient: read.address === client }
    const isPrivate = !isPublicAddress(read.address) && read.address !== client
    return {
      ...base,
      addresses: [read.address],
      ...isClient,
      ...(isPrivate && { fault: 'private-literal' as const }),
    }
  }
  const named = { ...base, name: read.name, trailingDot: read.trailingDot }
  const resolved = await resolveName(read.name, client, resolver)
  // A sender on this very host may bear our name; anybody else only pretends.
  const isPretence = read.name === ourName.toLowerCase() && resolved.isClient === false
  return { ...named, ...resolved, ...(isPretence && { fault: 'ours' as const }) }
}

async function resolveName(name: string, client: string | undefined, resolver: Resolver) {
  const reverse = client === undefined ? undefined : reverseName(client)
  const [v4, v6, ptr] = await Promise.all([
    ask(resolver, name, 'A'),
    ask(resolver, name, 'AAAA'),
    reverse === undefined ? undefined : ask(resolver, reverse, 'PTR'),
  ])
  const found = [v4, v6].flatMap((answer) => (answer.kind === 'records' ? answer.records : []))
  const addresses = [...new Set(found)].slice(0, MOST_ADDRESSES)
  const failed = v4.kind === 'failure' || v6.kind === 'failure'
  const isClient = found.some((address) => normaliseAddress(address) === client)
  return {
    addresses,
    isOpen: found.length === 0 && failed,
    ...(found.length === 0 && !failed && { fault: 'unresolvable' as const }),
    ...(client !== undefined && (isClient || !failed) && { isClient }),
    ...(ptr !== undefined &&
      ptr.kind !== 'failure' && { isPtr: ptr.kind === 'records' && ptr.records.includes(name) }),
  }
}

const MOST_ADDRESSES = 10
