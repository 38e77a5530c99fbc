import { connect } from 'node:net'
import {
  type DnsResponse,
  decodeResponse,
  encodeQuery,
  MalformedMessage,
  type Question,
} from './message-format.ts'
import type { DnsServer } from './server-address.ts'

/** One question put to one server once. */
export interface Exchange {
  server: DnsServer
  question: Question
  edns: boolean
  /** Milliseconds. */
  waitAtMost: number
}

export type Outcome =
  | { kind: 'response'; response: DnsResponse }
  | { kind: 'failure'; reason: 'timeout' | 'network' | 'malformed' }

/** Resolves to the first outcome settled, and cleans up once. */
function settleOnce(waitAtMost: number, begin: (settle: (outcome: Outcome) => void) => () => void) {
  return new Promise<Outcome>((resolve) => {
    let cleanUp: (() => void) | undefined
    let settled = false
    const settle = (outcome: Outcome) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      cleanUp?.()
      resolve(outcome)
    }
    const timer = setTimeout(() => settle(failure('timeout')), waitAtMost)
    try {
      cleanUp = begin(settle)
    } catch {
      settle(failure('network'))
    }
    if (settled) cleanUp?.()
  })
}

const failure = (reason: 'timeout' | 'network' | 'malformed'): Outcome => ({ kind: 'failure', reason })

/** Undefined: the message answers another question, or none. */
function read(message: Buffer, question: Question): Outcome | undefined {
  try {
    const response = decodeResponse(message, question)
    return response && { kind: 'response', response }
  } catch (cause) {
    if (cause instanceof MalformedMessage) return failure('malformed')
    throw cause
  }
}

/**
 * Asks over UDP from a socket of its own, so that each question has a port of its own (RFC 5452 9.2). What comes from
 * elsewhere or answers another question is ignored: the true answer may still come.
 */
export function askOverUdp({ server, question, edns, waitAtMost }: Exchange): Promise<Outcome> {
  return settleOnce(waitAtMost, (settle) => {
    const fails = () => settle(failure('network'))
    const receive = (message: Buffer, port: number, address: string) => {
      if (port !== server.port || address.split('%')[0] !== server.address.split('%')[0]) return
      const outcome = read(message, question)
      if (outcome) settle(outcome)
    }
    let open = true
    const opening = openUdp(server, receive, fails)
    const asked = opening.then((socket) => !open || socket.send(encodeQuery(question, edns)))
    void asked.then((sent) => sent || fails(), fails)
    return () => {
      open = false
      void opening.then((socket) => socket.close(), fails)
    }
  })
}

/** Connected: the kernel drops what comes from elsewhere and tells of an unreachable port at once. Not node:dgram, whose layers take
 * as much processor time as the socket itself. */
function openUdp(
  { family, address, port }: DnsServer,
  receive: (message: Buffer, port: number, address: string) => void,
  fails: () => void,
) {
  return Bun.udpSocket({
    hostname: family === 6 ? '::' : '0.0.0.0',
    connect: { hostname: address, port },
    binaryType: 'buffer',
    socket: {
      data: (_socket, message, from, fromAddress) => receive(message, from, fromAddress),
      error: fails,
    },
  })
}

const LENGTH_OCTETS = 2

/** Asks over TCP (RFC 7766); reads the one framed message and nothing after it. */
export function askOverTcp({ server, question, edns, waitAtMost }: Exchange): Promise<Outcome> {
  return settleOnce(waitAtMost, (settle) => {
    const query = encodeQuery(question, edns)
    const length = Buffer.alloc(LENGTH_OCTETS)
    length.writeUInt16BE(query.length)
    const socket = connect({ host: server.address, port: server.port }, () => {
      socket.write(Buffer.concat([length, query]))
    })
    const chunks: Buffer[] = []
    let octets = 0
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      octets += chunk.length
      const message = octets < LENGTH_OCTETS ? undefined : framed(chunks, octets)
      if (message) settle(readFramed(message, question))
    })
    socket.on('error', () => settle(failure('network')))
    socket.on('close', () => settle(failure('network')))
    return () => socket.destroy()
  })
}

/** The message once it is whole. */
function framed(chunks: Buffer[], octets: number): Buffer | undefined {
  if ((chunks[0]?.length ?? 0) < LENGTH_OCTETS) chunks.splice(0, chunks.length, Buffer.concat(chunks))
  const end = LENGTH_OCTETS + (chunks[0]?.readUInt16BE(0) ?? 0)
  return octets < end ? undefined : Buffer.concat(chunks).subarray(LENGTH_OCTETS, end)
}

function readFramed(message: Buffer, question: Question): Outcome {
  const outcome = read(message, question)
  if (outcome?.kind === 'response' && outcome.response.truncated) return failure('malformed')
  return outcome ?? failure('malformed')
}
