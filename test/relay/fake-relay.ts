import { createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { selfMade } from '../smtp/door.ts'

export interface FakeRelay {
  host: string
  port: number
  /** The certificate it shows. */
  cert: string
  /** The messages it took. */
  taken: string[]
  close(): Promise<void>
}

export const LOGIN = { user: 'mailgauge', password: 'correct horse' }

/** An SMTP error with its code. */
export const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/** A submission server on loopback, as strict as it is told to be. */
export async function fakeRelay(options: SMTPServerOptions = {}, name = 'localhost'): Promise<FakeRelay> {
  const { key, cert } = selfMade(name)
  const taken: string[] = []
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === LOGIN.user && password === LOGIN.password
      if (isRight) callback(null, { user: username })
      else callback(refusal(535, '5.7.8 Authentication credentials invalid'))
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString('latin1'))
        callback(null, '2.0.0 Ok: queued as 4bXyZ')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    host: '127.0.0.1',
    port,
    cert,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A server that answers by a script: what it says at first, and what to each line. Undefined: nothing. */
export async function scripted(
  greeting: string | undefined,
  answer: (line: string, socket: Socket) => string | undefined = () => undefined,
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (greeting !== undefined) socket.write(greeting)
    socket.on('data', (data: Buffer) => {
      for (const line of data.toString('latin1').split('\r\n').filter(Boolean)) {
        const reply = answer(line, socket)
        if (reply !== undefined) socket.write(reply)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    host: '127.0.0.1',
    port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
