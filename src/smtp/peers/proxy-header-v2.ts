import { formatAddress, type IpAddress } from '../../net/ip.ts'
import { crc32c } from './crc32c.ts'
import { clientOf, type ProxyHeader } from './proxied-client.ts'

/** With which a header in binary form begins (PROXY protocol 2.2). */
export const SIGNATURE = Uint8Array.from([
  0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a,
])

const FIXED = 16
/** Far more than any load balancer sends, client certificates among it. */
const LONGEST = 16 * 1024
const MOST_FAMILY = 3
const MOST_TRANSPORT = 2

/** What stands in front of the further fields, by family and transport. */
const ADDRESS_BLOCKS: ReadonlyMap<number, { octets: number; version?: 4 | 6 }> = new Map([
  [0x11, { octets: 12, version: 4 }],
  [0x12, { octets: 12 }],
  [0x21, { octets: 36, version: 6 }],
  [0x22, { octets: 36 }],
  [0x31, { octets: 216 }],
  [0x32, { octets: 216 }],
])

const bad = (why: string): ProxyHeader => ({ kind: 'bad', why })

/** Reads a header in binary form (version 2). Of its further fields only the checksum is looked at. */
export function readBinaryHeader(bytes: Uint8Array): ProxyHeader {
  const begun = bytes.subarray(0, SIGNATURE.length)
  if (!begun.every((byte, index) => byte === SIGNATURE[index]))
    return bad('it did not begin with a PROXY header')
  const [command = 0x20, family = 0] = bytes.subarray(SIGNATURE.length)
  if (command >> 4 !== 2) return bad('its PROXY header is of an unknown version')
  const isLocal = command === 0x20
  if (!isLocal && command !== 0x21) return bad('its PROXY header has an unknown command')
  if (!isLocal && (family >> 4 > MOST_FAMILY || (family & 15) > MOST_TRANSPORT))
    return bad('its PROXY header is of an unknown family of addresses')
  if (bytes.length < FIXED) return { kind: 'more' }
  const length = FIXED + (((bytes[14] ?? 0) << 8) | (bytes[15] ?? 0))
  if (length > LONGEST) return bad('its PROXY header is too long')
  if (bytes.length < length) return { kind: 'more' }
  return readWhole(bytes.subarray(0, length), isLocal ? 0 : family)
}

function readWhole(header: Uint8Array, family: number): ProxyHeader {
  const block = ADDRESS_BLOCKS.get(family)
  const { length } = header
  // What follows an unknown family is to be passed over, whatever it is.
  const fields = fieldsOf(header, FIXED + (block?.octets ?? 0))
  if (block && !fields) return bad('its PROXY header is cut short')
  const sums = (fields ?? []).filter(({ type }) => type === CHECKSUM)
  if (sums.some(({ at, octets }) => !isSum(header, at, octets)))
    return bad('its PROXY header has a wrong checksum')
  if (!block?.version) return { kind: 'header', length }
  const octets = block.version === 4 ? 4 : 16
  const source: IpAddress = { version: block.version, bytes: header.subarray(FIXED, FIXED + octets) }
  const port = FIXED + 2 * octets
  const client = clientOf(formatAddress(source), ((header[port] ?? 0) << 8) | (header[port + 1] ?? 0))
  return client ? { kind: 'header', length, client } : bad('its PROXY header names no address')
}

const CHECKSUM = 0x03

interface Field {
  type: number
  at: number
  octets: number
}

/** The further fields (type, length, value); absent where they do not fill what is left. */
function fieldsOf(header: Uint8Array, from: number): Field[] | undefined {
  const fields: Field[] = []
  let at = from
  while (at + 3 <= header.length) {
    const octets = ((header[at + 1] ?? 0) << 8) | (header[at + 2] ?? 0)
    fields.push({ type: header[at] ?? 0, at: at + 3, octets })
    at += 3 + octets
  }
  return at === header.length ? fields : undefined
}

/** The sum is that of the header with zeros in its place. */
function isSum(header: Uint8Array, at: number, octets: number): boolean {
  if (octets !== 4) return false
  const without = Uint8Array.from(header)
  without.fill(0, at, at + 4)
  return Buffer.from(header.subarray(at, at + 4)).readUInt32BE() === crc32c(without)
}
