import { connect, type Socket } from 'node:net'
import type { ScanEnvelope, Scanner, ScanReply } from './ports.ts'
import { failureInWords, printable, tooLate } from './scan-text.ts'

export type SpamdAddress = { host: string; port: number } | { path: string }

export interface SpamdOptions {
  address: SpamdAddress
  /** For the whole exchange. */
  timeoutMs: number
  /** Our host name, for the trace fields. */
  receivedBy: string
}

const MOST_REPLY_BYTES = 256 * 1024

/** SpamAssassin's daemon over its own protocol: REPORT of SPAMC/1.5, one connection for each message. */
export function createSpamd({ address, timeoutMs, receivedBy }: SpamdOptions): Scanner {
  return {
    async scan(raw, envelope) {
      const trace = Buffer.from(traceFields(envelope, receivedBy), 'latin1')
      const head = `REPORT SPAMC/1.5\r\nContent-length: ${trace.length + raw.length}\r\n\r\n`
      try {
        return await exchange(address, Buffer.concat([Buffer.from(head), trace, raw]), timeoutMs)
      } catch (cause) {
        return { kind: 'failure', says: failureInWords(cause) }
      }
    },
  }
}

/** Sends the request, closes our half, and reads to the end of the other. */
function exchange(address: SpamdAddress, request: Buffer, timeoutMs: number): Promise<ScanReply> {
  const { promise, resolve } = Promise.withResolvers<ScanReply>()
  const chunks: Buffer[] = []
  let bytes = 0
  const socket: Socket = connect({ ...address, allowHalfOpen: true })
  const timer = setTimeout(() => fail(tooLate(timeoutMs)), timeoutMs)
  const finish = (reply: ScanReply) => {
    clearTimeout(timer)
    socket.destroy()
    resolve(reply)
  }
  const fail = (says: string) => finish({ kind: 'failure', says })
  // Latin-1 keeps every octet: the reply's own length is counted in octets.
  const done = () => finish({ kind: 'reply', body: Buffer.concat(chunks).toString('latin1') })
  socket.on('connect', () => socket.end(request))
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_REPLY_BYTES) fail('its answer is longer than any report')
    else chunks.push(chunk)
  })
  // spamd closes without reading to the end when it refuses a message: what it said by then counts.
  socket.on('error', (cause) => (bytes > 0 ? done() : fail(failureInWords(cause))))
  socket.on('end', done)
  socket.on('close', done)
  return promise
}

/** The trace fields our own delivery would have written, in Postfix's form: without them no rule about the client can hit. */
function traceFields(
  { clientAddress, clientName, helo, mailFrom, rcptTo, receivedAt }: ScanEnvelope,
  by: string,
) {
  const returnPath = mailFrom === undefined ? '' : `Return-Path: <${addressText(mailFrom)}>\r\n`
  if (clientAddress === undefined) return returnPath
  const literal = clientAddress.includes(':') ? `IPv6:${clientAddress}` : clientAddress
  const from = `${hostText(helo)} (${hostText(clientName)} [${literal}])`
  const recipient = rcptTo === '' ? '' : `\r\n\tfor <${addressText(rcptTo)}>`
  const date = new Date(receivedAt).toUTCString().replace('GMT', '+0000')
  return `${returnPath}Received: from ${from}\r\n\tby ${hostText(by)} (Postfix) with ESMTP id MAILGAUGE${recipient};\r\n\t${date}\r\n`
}

function hostText(name: string | undefined): string {
  return printable(name ?? '', 255).replace(/[^A-Za-z0-9.:[\]_-]/g, '?') || 'unknown'
}

function addressText(address: string): string {
  return printable(address).replace(/[<>()\s]/g, '?')
}
