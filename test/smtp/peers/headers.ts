import { crc32c } from '../../../src/smtp/peers/crc32c.ts'

/** How a header in binary form is written; what is left out is as a load balancer has it. */
export interface BinaryHeader {
  command?: number
  family?: number
  addresses?: Uint8Array
  /** Type and value of each further field. */
  fields?: readonly (readonly [type: number, value: Uint8Array])[]
  /** A field with the checksum of the header, wrong by so much. */
  checksumOffBy?: number
  /** Written in place of the true length. */
  length?: number
}

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')

const port = (number: number) => Buffer.from([number >> 8, number & 255])

/** Source and destination of TCP over IPv4. */
export function v4(source: string, from = 4711): Buffer {
  const octets = (text: string) => Buffer.from(text.split('.').map(Number))
  return Buffer.concat([octets(source), octets('198.51.100.1'), port(from), port(25)])
}

/** Source and destination of TCP over IPv6, as 32 hexadecimal digits. */
export function v6(source: string, from = 4711): Buffer {
  return Buffer.concat([Buffer.from(source, 'hex'), Buffer.alloc(16, 1), port(from), port(25)])
}

export function binaryHeader({
  command = 0x21,
  family = 0x11,
  addresses = v4('192.0.2.7'),
  fields = [],
  checksumOffBy,
  length,
}: BinaryHeader = {}): Buffer {
  const sum = checksumOffBy === undefined ? [] : [[0x03, Buffer.alloc(4)] as const]
  const written = [...fields, ...sum].map(([type, value]) =>
    Buffer.concat([Buffer.from([type]), port(value.length), value]),
  )
  const rest = Buffer.concat([addresses, ...written])
  const header = Buffer.concat([SIGNATURE, Buffer.from([command, family]), port(length ?? rest.length), rest])
  if (checksumOffBy !== undefined)
    header.writeUInt32BE((crc32c(header) + checksumOffBy) >>> 0, header.length - 4)
  return header
}
