import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { addressOf, type ListenAddress, listenOn, reasonOf, SOCKET_OPTIONS } from '../listen.ts'

/** Where LMTP is spoken: an address, or a socket of the file system. */
export type LmtpAddress = ListenAddress | { path: string }

type Connected = (socket: Socket, isLocal: boolean) => void

/** Listens there. Rejects with a sentence that names it. */
export function listenForLmtp(address: LmtpAddress, mode: number, connected: Connected): Promise<Server> {
  if ('path' in address) return listenAt(address.path, mode, connected)
  const option = { protocol: 'LMTP', name: 'smtp.lmtp_listen' }
  return listenOn(address, [address], (socket) => connected(socket, false), option)
}

async function listenAt(path: string, mode: number, connected: Connected): Promise<Server> {
  await removeLeftOver(path)
  const server = createServer(SOCKET_OPTIONS, (socket) => connected(socket, true))
  return new Promise((resolve, reject) => {
    server.once('error', (cause: Error & { code?: string }) => {
      const sentence = `LMTP cannot listen on ${path}: ${reasonAt(cause)}.`
      reject(new Error(sentence, { cause }))
    })
    server.listen(path, () => {
      server.removeAllListeners('error')
      chmodSync(path, mode)
      resolve(server)
    })
  })
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the service may not write to that folder',
  ENOENT: 'there is no such folder',
  EADDRINUSE:
    'something is there already that answers, or is no socket. Stop that program, or set another smtp.lmtp_listen',
  EROFS: 'that folder cannot be written to',
}

const reasonAt = (cause: Error & { code?: string }) =>
  (cause.code !== undefined && REASONS[cause.code]) || reasonOf(cause, 'smtp.lmtp_listen')

/** A socket that nobody listens on is one that a killed process left. */
async function removeLeftOver(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const isHeard = await new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
  if (!isHeard) unlinkSync(path)
}

/** Where it listens, with the port it was given. */
export function lmtpAddressOf(server: Server): LmtpAddress {
  const address = server.address()
  return typeof address === 'string' ? { path: address } : addressOf(server)
}
