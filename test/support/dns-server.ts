import { createServer } from 'node:net'
import {
  decode,
  encode,
  type Packet,
  type Answer as PacketAnswer,
  streamDecode,
  streamEncode,
} from 'dns-packet'
import { type ZoneFailures, type ZoneLiteral, zoneResolver } from '../../src/net/dns/zone.ts'
import { type Answer, DnsFailure, type RecordData, type RecordType } from '../../src/net/ports.ts'
import { onOnePort } from './free-port.ts'

export interface DnsServer {
  /** ip:port, for dns.servers. */
  address: string
  /** Every question in order, as 'TXT name'. */
  calls: string[]
  /** Answers from another zone from now on. */
  publish(zone: ZoneLiteral, fail?: ZoneFailures): void
  close(): void
}

const TYPES = ['A', 'AAAA', 'MX', 'TXT', 'PTR', 'CNAME', 'NS', 'SOA', 'CAA', 'TLSA']
const AUTHORITATIVE = 1 << 10
const TRUNCATED = 1 << 9
const RCODES: Record<string, number> = { nxdomain: 3, servfail: 2, refused: 5 }

/** A DNS server on loopback, UDP and TCP, that answers from a zone literal. */
export async function dnsServer(zone: ZoneLiteral): Promise<DnsServer> {
  let resolver = zoneResolver(zone)
  const calls: string[] = []

  async function reply(packet: Packet): Promise<Packet> {
    const question = packet.questions?.[0]
    const base = { type: 'response' as const, id: packet.id ?? 0, questions: packet.questions ?? [] }
    if (!question || !TYPES.includes(question.type)) return { ...base, flags: 4 }
    calls.push(`${question.type} ${question.name}`)
    try {
      const answer = await resolver.query(question.name, question.type as RecordType)
      const flags = AUTHORITATIVE | (RCODES[answer.kind] ?? 0)
      const answers = packetAnswers(question.name, question.type as RecordType, answer)
      return { ...base, flags, answers, authorities: authorityOf(answer) }
    } catch (cause) {
      const reason = cause instanceof DnsFailure ? cause.reason : 'servfail'
      return { ...base, flags: RCODES[reason] ?? 2 }
    }
  }

  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', async (data) => socket.end(streamEncode(await reply(streamDecode(Buffer.from(data))))))
  })
  const { udp, port } = await onOnePort(tcp, '127.0.0.1')
  // Who asked may have been killed before the answer: its system says so.
  udp.on('error', () => {})
  udp.on('message', async (data, from) => {
    const full = await reply(decode(data))
    const bytes = encode(full)
    const fits = bytes.length <= 1232
    udp.send(
      fits ? bytes : encode({ ...full, answers: [], flags: (full.flags ?? 0) | TRUNCATED }),
      from.port,
      from.address,
    )
  })
  return {
    address: `127.0.0.1:${port}`,
    calls,
    publish(next, fail = []) {
      resolver = zoneResolver(next, { fail })
    },
    close() {
      tcp.close()
      udp.close()
    },
  }
}

/** Who says that there is no such name. */
function authorityOf(answer: Answer<RecordType>): PacketAnswer[] {
  if (answer.kind !== 'nxdomain' || answer.zone === undefined) return []
  const soa = { primary: 'ns.invalid', mailbox: 'hostmaster.invalid', serial: 1 }
  return [packetRecord(answer.zone, 'SOA', soa)]
}

function packetAnswers<T extends RecordType>(name: string, type: T, answer: Answer<T>): PacketAnswer[] {
  const owners = [name, ...answer.chain]
  const chain = answer.chain.map((target, index) => ({
    type: 'CNAME' as const,
    name: owners[index] ?? name,
    ttl: 60,
    data: target,
  }))
  if (answer.kind !== 'records') return chain
  const owner = owners.at(-1) ?? name
  return [...chain, ...answer.records.map((record) => packetRecord(owner, type, record))]
}

function packetRecord<T extends RecordType>(name: string, type: T, record: RecordData[T]): PacketAnswer {
  const base = { name, ttl: 60, type }
  if (type === 'TXT') {
    const bytes = Buffer.from((record as RecordData['TXT']).text, 'latin1')
    const strings: Buffer[] = []
    for (let at = 0; at < bytes.length || at === 0; at += 255) strings.push(bytes.subarray(at, at + 255))
    return { ...base, data: strings } as PacketAnswer
  }
  if (type === 'CAA') {
    const { critical, tag, value } = record as RecordData['CAA']
    return { ...base, data: { flags: critical ? 128 : 0, tag, value } } as PacketAnswer
  }
  if (type === 'TLSA') {
    const { certificate, ...rest } = record as RecordData['TLSA']
    return {
      ...base,
      data: { ...rest, certificate: Buffer.from(certificate, 'hex') },
    } as unknown as PacketAnswer
  }
  if (type === 'SOA') {
    const { primary, mailbox, serial } = record as RecordData['SOA']
    return {
      ...base,
      data: { mname: primary, rname: mailbox, serial, refresh: 60, retry: 60, expire: 60, minimum: 60 },
    } as PacketAnswer
  }
  return { ...base, data: record } as PacketAnswer
}
