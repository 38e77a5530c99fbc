import { connect, isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { plainName } from '../core/mailbox.ts'
import { systemReason } from '../core/trouble/system-reason.ts'
import { classifyAddress } from '../net/ip.ts'
import type { Delivery, RelayStep } from '../services/outgoing/relay.ts'

export interface RelayServer {
  host: string
  port: number
  tls: 'starttls' | 'implicit' | 'none'
  /** Certificates in PEM that are trusted besides the public authorities. */
  ca?: string
  login?: { user: string; password: string }
  /** The name given with EHLO. */
  helo: string
  /** For everything, in milliseconds. */
  timeout: number
}

interface Sent {
  from: string
  to: string
  raw: Buffer
}

type Failure = Error & {
  code?: string | undefined
  command?: string | undefined
  response?: string | undefined
}

const QUIT_MS = 1000

/** Hands one message to the server, in a session of its own. Never rejects, and takes no longer than the timeout. */
export function deliver(server: RelayServer, sent: Sent): Promise<Delivery> {
  return inSession(server, sent)
}

/** Begins a session, signs in where there is a login, and leaves. As bounded as a delivery. */
export function signIn(server: RelayServer): Promise<Delivery> {
  return inSession(server, undefined)
}

function inSession(server: RelayServer, sent: Sent | undefined): Promise<Delivery> {
  const { host, port, timeout } = server
  // As the system resolves names, every address in turn; nodemailer would ask the DNS alone.
  const socket = connect({ host, port })
  let step: RelayStep = 'connection'
  return new Promise((resolve) => {
    const late = setTimeout(() => end({ kind: 'timeout', during: step }), timeout)
    function end(delivery: Delivery): void {
      clearTimeout(late)
      resolve(delivery)
      // QUIT gets the time to leave; nobody waits for what is said to it.
      if (delivery.kind === 'accepted') setTimeout(() => socket.destroy(), QUIT_MS).unref()
      else socket.destroy()
    }
    // What breaks behind the end changes nothing; unheard, it would be thrown.
    socket.on('error', () => {})
    const unreached = (cause: Error) => end({ kind: 'not_reached', says: said(reasonOf(cause.message)) })
    socket.on('error', unreached)
    socket.once('connect', () => {
      socket.off('error', unreached)
      converse(server, sent, socket, (now) => {
        step = now
      }).then(end, (cause: Failure) => end(failed(cause, step)))
    })
  })
}

/** The session on a connection that stands. Rejects with what nodemailer says. */
async function converse(
  server: RelayServer,
  sent: Sent | undefined,
  socket: Socket,
  reached: (step: RelayStep) => void,
): Promise<Delivery> {
  const connection = sessionOn(socket, server)
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('it closed the connection')))
    const send = () => {
      if (!sent) {
        connection.quit()
        return resolve({ kind: 'accepted', says: '' })
      }
      reached('addresses')
      if (needsUtf8(sent) && !offers(connection, 'SMTPUTF8')) return resolve({ kind: 'needs_smtputf8' })
      const { from, to, raw } = sent
      const envelope = { from, to: [to], size: raw.length, use8BitMime: raw.some((byte) => byte > 0x7f) }
      connection.send(
        envelope,
        asked(raw, () => reached('message')),
        (cause, info) => {
          if (cause) return reject(cause)
          connection.quit()
          resolve({ kind: 'accepted', says: said(info?.response ?? '') })
        },
      )
    }
    connection.connect((cause) => {
      if (cause) return reject(cause)
      if (!server.login) return send()
      reached('sign_in')
      const { user, password } = server.login
      const credentials = { user, pass: password }
      connection.login({ credentials }, (refused) => (refused ? reject(refused) : send()))
    })
  })
}

function sessionOn(socket: Socket, { host, port, tls, ca, helo, timeout }: RelayServer): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    name: helo,
    connection: socket,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: {
      // Who could stand in between on loopback has the machine; there a relay often has a certificate for another name.
      rejectUnauthorized: ca !== undefined || !isLoopback(host),
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    },
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
}

/** The message, and a word when it is asked for: both addresses were taken by then. */
function asked(raw: Buffer, begun: () => void): Readable {
  return new Readable({
    read() {
      begun()
      this.push(raw)
      this.push(null)
    },
  })
}

const isLoopback = (host: string) => host === 'localhost' || classifyAddress(host) === 'loopback'

const needsUtf8 = ({ from, to }: Sent) => /[^\p{ASCII}]/u.test(from + to)

/** nodemailer keeps what EHLO was answered to itself, and sends such addresses to servers that do not take them. */
function offers(connection: SMTPConnection, extension: string): boolean {
  const { _supportedExtensions: offered } = connection as unknown as { _supportedExtensions?: unknown }
  return Array.isArray(offered) && offered.includes(extension)
}

const LONGEST_REPLY = 500

/** A reply as one line: the server may send anything. */
const said = (text: string) => plainName(text, LONGEST_REPLY)

/** In words of OpenSSL, BoringSSL and Node.js. */
const ABOUT_TLS = /certificate|\bSSL|\bTLS|handshake|altname|wrong version|verif|issuer|packet length/i

function failed(cause: Failure, step: RelayStep): Delivery {
  const { code, command = '', response, message } = cause
  const says = said(response ?? reasonOf(message))
  if (code === 'ETIMEDOUT') return { kind: 'timeout', during: step }
  if (code === 'EAUTH') return { kind: 'sign_in_refused', says }
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return { kind: 'sender_refused', says }
  if (code === 'EENVELOPE' && command === 'RCPT TO') return { kind: 'recipient_refused', says }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'message_refused', says }
  if (code === 'ETLS' || (step === 'connection' && response === undefined && ABOUT_TLS.test(message)))
    return { kind: 'tls_refused', says }
  return { kind: 'not_reached', says }
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOTFOUND|ENODATA|EDNS|getaddrinfo|query/, 'the name has no address'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no route to it'],
  [/ECONNRESET|EPIPE|closed/i, 'it closed the connection'],
]

const reasonOf = (message: string) =>
  REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? systemReason(message)
