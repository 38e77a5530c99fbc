/** IP addresses as text and bytes. Pure: no I/O, imports nothing. */

export interface IpAddress {
  version: 4 | 6
  /** 4 or 16 octets. */
  bytes: Uint8Array
}

/**
 * What an address is for, as far as a verdict about a sender may rest on it. Documentation ranges count as `public`:
 * tests and samples live there. `isGlobalAddress` is the stricter question.
 */
export type AddressClass =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'cgnat'
  | 'ula'
  /** Unspecified, multicast, reserved, benchmarking, translation and protocol ranges (RFC 6890). */
  | 'other-special'

const LONGEST_TEXT = 45

/** Reads an IPv4 or IPv6 address, strictly: no leading zeros, no zone id, no brackets. `::ffff:1.2.3.4` is IPv4. */
export function parseAddress(text: string): IpAddress | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  if (!text.includes(':')) {
    const bytes = ipv4Bytes(text)
    return bytes && { version: 4, bytes: Uint8Array.from(bytes) }
  }
  const bytes = ipv6Bytes(text)
  if (!bytes) return undefined
  return isMapped(bytes) ? { version: 4, bytes: bytes.slice(12) } : { version: 6, bytes }
}

/** The canonical text of an address: RFC 5952 for IPv6. */
export function formatAddress(address: IpAddress): string {
  return address.version === 4 ? address.bytes.join('.') : formatIpv6(address.bytes)
}

/** The canonical text of what `parseAddress` reads. */
export function normaliseAddress(text: string): string | undefined {
  const address = parseAddress(text)
  return address && formatAddress(address)
}

/** The canonical text of an AAAA record: as `normaliseAddress`, but a mapped IPv4 address stays IPv6. */
export function normaliseIpv6(text: string): string | undefined {
  const bytes = text.length <= LONGEST_TEXT && text.includes(':') ? ipv6Bytes(text) : undefined
  if (!bytes) return undefined
  return isMapped(bytes) ? `::ffff:${bytes.slice(12).join('.')}` : formatIpv6(bytes)
}

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = new RegExp(`^${OCTET}\\.${OCTET}\\.${OCTET}\\.${OCTET}$`)

function ipv4Bytes(text: string): number[] | undefined {
  // Most of what is asked about is a name.
  const first = text.charCodeAt(0)
  if (!(first >= 0x30 && first <= 0x39)) return undefined
  const match = IPV4.exec(text)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])] : undefined
}

function ipv6Bytes(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = groupsOf(halves[0] ?? '', halves.length === 1)
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '', true) : []
  if (!head || !tail) return undefined
  const missing = 16 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return Uint8Array.from([...head, ...new Array<number>(missing).fill(0), ...tail])
}

/** The octets of colon-separated groups; only the last may be dotted IPv4 (RFC 4291 2.2). */
function groupsOf(text: string, last: boolean): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
      continue
    }
    const dotted = last && index === groups.length - 1 ? ipv4Bytes(group) : undefined
    if (!dotted) return undefined
    bytes.push(...dotted)
  }
  return bytes
}

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

function isMapped(bytes: Uint8Array): boolean {
  return MAPPED.every((byte, index) => bytes[index] === byte)
}

function formatIpv6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[i * 2] ?? 0) << 8) | (bytes[i * 2 + 1] ?? 0))
  const gap = longestZeros(groups)
  const hex = groups.map((group) => group.toString(16))
  if (gap.length < 2) return hex.join(':')
  return `${hex.slice(0, gap.start).join(':')}::${hex.slice(gap.start + gap.length).join(':')}`
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = 0
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start }
  }
  return best
}

/** Networks with a meaning of their own, the first that holds an address decides (IANA special-purpose registries). */
const SPECIAL_RANGES: readonly (readonly [string, AddressClass])[] = [
  ['192.0.2.0/24', 'public'],
  ['198.51.100.0/24', 'public'],
  ['203.0.113.0/24', 'public'],
  ['0.0.0.0/8', 'other-special'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'cgnat'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'other-special'],
  ['192.88.99.0/24', 'other-special'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'other-special'],
  ['224.0.0.0/3', 'other-special'],
  ['2001:db8::/32', 'public'],
  ['3fff::/20', 'public'],
  ['::1/128', 'loopback'],
  ['::/96', 'other-special'],
  ['64:ff9b::/96', 'other-special'],
  ['64:ff9b:1::/48', 'other-special'],
  ['100::/64', 'other-special'],
  ['100:0:0:1::/64', 'other-special'],
  ['2001::/23', 'other-special'],
  ['5f00::/16', 'other-special'],
  ['fc00::/7', 'ula'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'other-special'],
]

let special: { network: IpNetwork; meaning: AddressClass }[] | undefined

function specialOf(address: IpAddress): AddressClass | undefined {
  special ??= SPECIAL_RANGES.flatMap(([range, meaning]) => {
    const network = parseNetwork(range)
    return network ? [{ network, meaning }] : []
  })
  return special.find(({ network }) => holds(network, address))?.meaning
}

/** What the address is for; undefined when the text is no address. */
export function classifyAddress(text: string): AddressClass | undefined {
  const address = parseAddress(text)
  return address && (specialOf(address) ?? 'public')
}

/** May a verdict about the sender's host rest on this address? Documentation ranges may. */
export function isPublicAddress(text: string): boolean {
  return classifyAddress(text) === 'public'
}

/**
 * May a connection to this address, chosen by a stranger, be made? Only globally reachable unicast: no documentation
 * range, and no IPv6 range that carries an IPv4 address (6to4, Teredo, NAT64), which could lead back inside.
 */
export function isGlobalAddress(text: string): boolean {
  const address = parseAddress(text)
  if (!address || specialOf(address)) return false
  return address.version === 4 || (inNetwork(text, '2000::/3') && !inNetwork(text, '2002::/16'))
}

interface IpNetwork {
  base: IpAddress
  prefix: number
}

function parseNetwork(cidr: string): IpNetwork | undefined {
  const slash = cidr.indexOf('/')
  const text = slash < 0 ? cidr : cidr.slice(0, slash)
  const base = parseAddress(text)
  if (!base) return undefined
  const longest = base.version === 4 ? 32 : 128
  if (slash < 0) return { base, prefix: longest }
  const length = cidr.slice(slash + 1)
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(length)) return undefined
  const prefix = base.version === 4 && text.includes(':') ? Number(length) - 96 : Number(length)
  return prefix >= 0 && prefix <= longest ? { base, prefix } : undefined
}

function holds({ base, prefix }: IpNetwork, address: IpAddress): boolean {
  if (base.version !== address.version) return false
  const whole = prefix >> 3
  for (let i = 0; i < whole; i++) if (base.bytes[i] !== address.bytes[i]) return false
  const mask = (0xff00 >> (prefix & 7)) & 0xff
  return ((base.bytes[whole] ?? 0) & mask) === ((address.bytes[whole] ?? 0) & mask)
}

/** Is the address in the network? `cidr` without a length is one address; text that cannot be read is never in. */
export function inNetwork(address: string, cidr: string): boolean {
  const parsed = parseAddress(address)
  const network = parseNetwork(cidr)
  return parsed !== undefined && network !== undefined && holds(network, parsed)
}

/** The name whose PTR record names the host (RFC 1035 3.5, RFC 3596 2.5). */
export function reverseName(address: string): string | undefined {
  const parsed = parseAddress(address)
  return parsed && `${reversedLabels(parsed)}.${parsed.version === 4 ? 'in-addr.arpa' : 'ip6.arpa'}`
}

/** The name to ask an IP list about an address (RFC 5782 2.1, 2.4). */
export function listName(address: string, zone: string): string | undefined {
  const parsed = parseAddress(address)
  return parsed && `${reversedLabels(parsed)}.${zone}`
}

/** Its octets, or half octets, the last first, as the name of a zone has them. */
export function reversedLabels({ version, bytes }: IpAddress): string {
  const labels = version === 4 ? [...bytes] : [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
  return labels
    .map((label) => label.toString(version === 4 ? 10 : 16))
    .reverse()
    .join('.')
}

/** The network that counts as one client for rate limits: an IPv4 address, an IPv6 /64. */
export function clientNetwork(address: string): string | undefined {
  const parsed = parseAddress(address)
  if (!parsed) return undefined
  if (parsed.version === 4) return `${formatAddress(parsed)}/32`
  const bytes = parsed.bytes.map((byte, index) => (index < 8 ? byte : 0))
  return `${formatIpv6(bytes)}/64`
}
