import { createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import packet, { type Answer, type DecodedPacket } from 'dns-packet'
import { onOnePort } from '../../support/free-port.ts'

export const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1')

export interface Asked {
  name: string
  type: string
  via: 'udp' | 'tcp'
  /** The port the question came from. */
  from: number
  query: DecodedPacket
}

/** What goes back, as it stands: no bytes is silence, several are sent one after the other. */
export type Reaction = Buffer | Buffer[] | undefined

export interface DnsServerScript {
  udp?: (asked: Asked) => Reaction | Promise<Reaction>
  /** Default: what `udp` says, framed. Frames are the script's own business. */
  tcp?: (asked: Asked, socket: Socket) => void
}

export interface TestDnsServer extends AsyncDisposable {
  address: string
  asked: Asked[]
}

export interface Said {
  rcode?: number
  flags?: number
  answers?: Answer[]
  authorities?: Answer[]
  additionals?: Answer[]
}

export const TC = packet.TRUNCATED_RESPONSE
export const AD = packet.AUTHENTIC_DATA
const RECURSIVE = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE

/** A response to the question, from a server that recurses. */
export function say(asked: Asked, { rcode = 0, flags = RECURSIVE, ...sections }: Said = {}): Buffer {
  const questions = asked.query.questions ?? []
  return packet.encode({
    type: 'response',
    id: asked.query.id ?? 0,
    flags: flags | RECURSIVE | rcode,
    questions,
    ...sections,
  })
}

/** A copy with the octets at `at` replaced. */
export function patched(message: Buffer, at: number, ...octets: number[]): Buffer {
  const copy = Buffer.from(message)
  copy.set(octets, at)
  return copy
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

export const a = (name: string, data: string, ttl = 300): Answer => ({ type: 'A', name, data, ttl })
export const cname = (name: string, data: string, ttl = 300): Answer => ({ type: 'CNAME', name, data, ttl })
export const soa = (name: string, ttl = 600, minimum = 60): Answer => ({
  type: 'SOA',
  name,
  ttl,
  data: { mname: `ns.${name}`, rname: `host.${name}`, serial: 1, refresh: 1, retry: 1, expire: 1, minimum },
})

/** A DNS server on loopback, UDP and TCP on one port, that does what the script says. */
export async function startDnsServer(script: DnsServerScript, host = '127.0.0.1'): Promise<TestDnsServer> {
  const asked: Asked[] = []
  const hear = (message: Buffer, via: 'udp' | 'tcp', from: number): Asked => {
    const query = packet.decode(message)
    const { name = '', type = '' } = query.questions?.[0] ?? {}
    const heard: Asked = { name: name.toLowerCase(), type, via, from, query }
    asked.push(heard)
    return heard
  }
  const react = async (heard: Asked) => [(await script.udp?.(heard)) ?? []].flat()

  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', async (chunk: Buffer) => {
      const heard = hear(chunk.subarray(2), 'tcp', socket.remotePort ?? 0)
      if (script.tcp) return script.tcp(heard, socket)
      for (const message of await react(heard)) socket.write(framed(message))
    })
  })
  const { udp, port } = await onOnePort(tcp, host)
  let closed = false
  udp.on('message', async (message, from) => {
    const heard = hear(message, 'udp', from.port)
    const reactions = await react(heard)
    for (const reaction of closed ? [] : reactions) udp.send(reaction, from.port, from.address)
  })
  const open = new Set<Socket>()
  tcp.on('connection', (socket) => open.add(socket))
  return {
    address: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      closed = true
      udp.close()
      for (const socket of open) socket.destroy()
      tcp.close()
    },
  }
}
