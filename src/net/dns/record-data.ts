import packet from 'dns-packet'
import { normaliseIpv6 } from '../ip.ts'
import type { RecordData, RecordType, TxtRecord } from '../ports.ts'
import { MalformedMessage, presentName, type ResourceRecord } from './message-format.ts'
import { lowerAscii } from './name.ts'

/** Reads record data at RDLENGTH; `octets` is RDLENGTH. */
type Reader<T> = (message: Buffer, at: number, octets: number) => T

const nameReader: Reader<string> = (message, at) => presentName(packet.ptr.decode(message, at))

const READERS: { [T in RecordType]: Reader<RecordData[T]> } = {
  A: (message, at, octets) => packet.a.decode(demand(octets === 4, message), at),
  AAAA: (message, at, octets) => {
    const text = packet.aaaa.decode(demand(octets === 16, message), at)
    return normaliseIpv6(text) ?? text
  },
  MX: (message, at) => {
    const { preference, exchange } = packet.mx.decode(message, at)
    return { preference, exchange: presentName(exchange) }
  },
  TXT: (message, at) => joined(packet.txt.decode(message, at)),
  PTR: nameReader,
  CNAME: nameReader,
  NS: nameReader,
  SOA: (message, at) => {
    const { mname, rname, serial } = packet.soa.decode(message, at)
    return { primary: presentName(mname), mailbox: presentName(rname), serial }
  },
  TLSA: (message, at, octets) => {
    const { usage, selector, matchingType, certificate } = packet.tlsa.decode(
      demand(octets >= 3, message),
      at,
    )
    return { usage, selector, matchingType, certificate: certificate.toString('hex') }
  },
  CAA: (message, at, octets) => {
    const tagOctets = message[at + 3] ?? 0
    const { flags, tag, value } = packet.caa.decode(
      demand(tagOctets > 0 && tagOctets + 2 <= octets, message),
      at,
    )
    return { critical: (flags & 128) !== 0, tag: lowerAscii(tag), value }
  },
}

/** The data of a record of that type. Throws MalformedMessage. */
export function readData<T extends RecordType>(record: ResourceRecord, type: T): RecordData[T] {
  const { message, dataAt } = record
  try {
    return READERS[type](message, dataAt, message.readUInt16BE(dataAt))
  } catch (cause) {
    throw new MalformedMessage(`the data of a ${type} record cannot be read`, { cause })
  }
}

/** The last field of a SOA record: how long an absence may be kept at most (RFC 2308 4). */
export function negativeTtl(record: ResourceRecord): number {
  try {
    return Math.min(record.ttl, packet.soa.decode(record.message, record.dataAt).minimum)
  } catch (cause) {
    throw new MalformedMessage('the data of a SOA record cannot be read', { cause })
  }
}

function joined(strings: readonly Buffer[]): TxtRecord {
  return { text: Buffer.concat(strings).toString('latin1'), strings: strings.length }
}

function demand(holds: boolean, message: Buffer): Buffer {
  if (!holds) throw new MalformedMessage('a record has the wrong length')
  return message
}
