import net from 'node:net'
import tls from 'node:tls'

export interface SmtpReply {
  code: number
  /** Enhanced status code, '' without one. */
  status: string
  lines: string[]
}

/** A client that sends exactly what it is told, when it is told. */
export interface SmtpClient {
  /** Sends bytes as they are; text as one octet per character. */
  send(data: string | Uint8Array): void
  /** The next whole reply. Rejects when the connection ends before it. */
  reply(): Promise<SmtpReply>
  /** Sends a line and reads its reply. */
  command(line: string): Promise<SmtpReply>
  /** MAIL, one RCPT each, DATA, message and dot, waiting for every reply; gives the last one. */
  deliver(message: { from?: string; to: string[]; data: string | Uint8Array }): Promise<SmtpReply>
  /** Upgrades the connection after STARTTLS was answered 220. */
  secure(options?: tls.ConnectionOptions): Promise<void>
  /** Hands the socket over, for a handshake of one's own. */
  bare(): net.Socket
  /** Sends byte by byte, with a pause after each. */
  drip(data: string, pauseMs: number): Promise<void>
  /** Closes the sending side and keeps reading. */
  halfClose(): void
  /** Resets the connection. */
  reset(): void
  /** Resolves when the server's side is closed, with the milliseconds since the connection was opened. */
  readonly closed: Promise<number>
  /** Everything that was received and not read yet. */
  unread(): string
}

const latin1 = (data: string | Uint8Array) => (typeof data === 'string' ? Buffer.from(data, 'latin1') : data)

/** Message data as a strict client sends it (RFC 5321 4.5.2), with the final dot. */
export function dotStuffed(data: string | Uint8Array): Buffer {
  const text = Buffer.from(latin1(data)).toString('latin1')
  const stuffed = text.replace(/^\./, '..').replaceAll('\r\n.', '\r\n..')
  const end = stuffed === '' || stuffed.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
  return Buffer.from(stuffed + end, 'latin1')
}

export interface SmtpAddress {
  host: string
  port: number
  /** The address it connects from. */
  localAddress?: string
}

export async function connectSmtp(at: SmtpAddress | { path: string }): Promise<SmtpClient> {
  const openedAt = performance.now()
  let socket: net.Socket = net.connect({ ...at, allowHalfOpen: true })
  let received = ''
  let ended = false
  let wake: () => void = () => {}
  let close: (ms: number) => void = () => {}
  const closed = new Promise<number>((resolve) => {
    close = resolve
  })

  function end(): void {
    ended = true
    wake()
    close(performance.now() - openedAt)
  }

  function listen(to: net.Socket): void {
    to.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      wake()
    })
    to.on('end', () => {
      end()
      if (!to.destroyed) to.end()
    })
    to.on('close', end)
    to.on('error', end)
  }

  async function line(): Promise<string> {
    for (;;) {
      const at = received.indexOf('\r\n')
      if (at >= 0) {
        const found = received.slice(0, at)
        received = received.slice(at + 2)
        return found
      }
      if (ended) throw new Error(`The server closed the connection; unread: ${JSON.stringify(received)}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  async function reply(): Promise<SmtpReply> {
    const lines = [await line()]
    while (/^\d{3}-/.test(lines.at(-1) ?? '')) lines.push(await line())
    const last = lines.at(-1) ?? ''
    const status = /^\d{3} (\d\.\d{1,3}\.\d{1,3}) /.exec(last)?.[1] ?? ''
    return { code: Number(last.slice(0, 3)), status, lines }
  }

  const send = (data: string | Uint8Array) => void socket.write(latin1(data))

  async function command(text: string): Promise<SmtpReply> {
    send(`${text}\r\n`)
    return reply()
  }

  listen(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })

  return {
    send,
    reply,
    command,
    async deliver({ from = 'sender@example.org', to, data }) {
      const first = await command(`MAIL FROM:<${from}>`)
      if (first.code !== 250) return first
      for (const address of to) await command(`RCPT TO:<${address}>`)
      const ready = await command('DATA')
      if (ready.code !== 354) return ready
      send(dotStuffed(data))
      return reply()
    },
    bare() {
      socket.removeAllListeners()
      return socket
    },
    async secure(options = {}) {
      socket.removeAllListeners()
      const secured = tls.connect({ socket, rejectUnauthorized: false, ...options })
      await new Promise<void>((resolve, reject) => {
        secured.once('secureConnect', resolve)
        secured.once('error', reject)
        secured.once('close', () => reject(new Error('closed amid the handshake')))
      })
      socket = secured
      listen(socket)
    },
    async drip(data, pauseMs) {
      for (const character of data) {
        if (ended) return
        send(character)
        await Bun.sleep(pauseMs)
      }
    },
    halfClose: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    closed,
    unread: () => received,
  }
}

/** Connects, reads the greeting and says EHLO. */
export async function greetedClient(at: SmtpAddress, helo = 'mail.example.org') {
  const client = await connectSmtp(at)
  await client.reply()
  await client.command(`EHLO ${helo}`)
  return client
}
