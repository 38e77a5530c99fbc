import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { SmtpSeen } from '../probe-ports.ts'
import { certificateOf } from './certificate.ts'
import { failureOf } from './failure.ts'

interface Target {
  address: string
  port: number
  helo: string
  waitAtMost: number
  asProxy?: boolean
}

/** The header of a connection that a load balancer makes for itself (PROXY protocol 2.2, LOCAL). */
const LOCAL_HEADER = Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex')

/** RFC 5321 4.5.3.1.5: a reply line has 512 octets; no greeting needs as many lines. */
const MOST_BYTES = 16_384
const QUIT_WITHIN_MS = 1_000

/** Reads a greeting, asks what is offered, and looks at the certificate of STARTTLS. Sends no mail. */
export function smtpProbe(target: Target, trust: { ca?: string[] }): Promise<SmtpSeen> {
  const { address, port, waitAtMost } = target
  const { promise, resolve } = Promise.withResolvers<SmtpSeen>()
  const socket = connect({ host: address, port })
  const settle = (seen: SmtpSeen) => {
    clearTimeout(late)
    resolve(seen)
    socket.destroy()
  }
  const late = setTimeout(() => settle({ kind: 'failure', reason: 'timeout' }), waitAtMost)
  socket.on('error', (cause) => settle({ kind: 'failure', reason: failureOf(cause) }))
  socket.on('close', () => settle({ kind: 'failure', reason: 'closed' }))
  if (target.asProxy) socket.write(LOCAL_HEADER)
  introduce(socket, target, trust).then(settle, () => settle({ kind: 'failure', reason: 'other' }))
  return promise
}

async function introduce(socket: Socket, { helo }: Target, trust: { ca?: string[] }): Promise<SmtpSeen> {
  const reply = replies(socket)
  const greeting = await reply()
  if (greeting.code !== 220) return { kind: 'turned_away', says: greeting.lines.join(' ').slice(0, 500) }
  const name = (greeting.lines[0]?.split(' ')[0] ?? '').toLowerCase()
  socket.write(`EHLO ${helo}\r\n`)
  const offered = await reply()
  const startTls = offered.lines.some((line) => /^STARTTLS\s*$/i.test(line))
  if (!startTls) return { kind: 'smtp', name, startTls }
  socket.write('STARTTLS\r\n')
  const ready = await reply()
  reply.end()
  const certificate = ready.code === 220 ? await handshake(socket, name, trust) : undefined
  return { kind: 'smtp', name, startTls, ...(certificate && { certificate }) }
}

interface Reply {
  code: number
  /** Without their codes. */
  lines: string[]
}

/** Reads one reply at a time; rejects on what is none. */
function replies(socket: Socket): { (): Promise<Reply>; end(): void } {
  let text = ''
  let size = 0
  let heard: (() => void) | undefined
  const onData = (data: Buffer) => {
    size += data.length
    text += data.toString('latin1')
    heard?.()
  }
  socket.on('data', onData)
  const next = () =>
    new Promise<Reply>((resolve, reject) => {
      const look = () => {
        const found = readReply(text)
        if (found === undefined && size <= MOST_BYTES) return
        heard = undefined
        if (!found || found === 'none') return reject(new Error('no SMTP reply'))
        text = text.slice(found.length)
        resolve(found.reply)
      }
      heard = look
      look()
    })
  return Object.assign(next, { end: () => void socket.off('data', onData) })
}

/** The reply at the beginning. Undefined: it is not whole yet. */
function readReply(text: string): { reply: Reply; length: number } | 'none' | undefined {
  const lines: string[] = []
  for (let at = 0; ; ) {
    const end = text.indexOf('\n', at)
    if (end < 0)
      return text.length - at > 4 && !/^\d{3}[ -]/.test(text.slice(at, at + 4)) ? 'none' : undefined
    const line = text.slice(at, end).replace(/\r$/, '')
    if (!/^\d{3}(?:[ -]|$)/.test(line)) return 'none'
    lines.push(line.slice(4))
    at = end + 1
    if (line[3] !== '-') return { reply: { code: Number(line.slice(0, 3)), lines }, length: at }
  }
}

function handshake(socket: Socket, name: string, trust: { ca?: string[] }) {
  return new Promise<ReturnType<typeof certificateOf>>((resolve) => {
    // Bun ends the socket below when it is taken over.
    socket.removeAllListeners('close')
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(isIP(name) === 0 && name.includes('.') && { servername: name }),
      ...trust,
    })
    let seen: ReturnType<typeof certificateOf>
    const done = () => {
      clearTimeout(patience)
      resolve(seen)
      secure.destroy()
    }
    let patience: ReturnType<typeof setTimeout> | undefined
    secure.once('secureConnect', () => {
      seen = certificateOf(secure)
      // A session that is cut off here is one whose TLS failed, in the log of the server.
      patience = setTimeout(done, QUIT_WITHIN_MS)
      secure.once('data', done)
      secure.write('QUIT\r\n')
    })
    secure.once('error', done)
    secure.once('close', done)
  })
}
