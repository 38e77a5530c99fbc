import type { Socket } from 'node:net'
import type { ProxiedClient } from './proxied-client.ts'
import { readProxyHeader } from './proxy-header.ts'

/** What a connection of a load balancer began with. */
export type Heard = { client?: ProxiedClient } | { failed: string }

/**
 * Reads the PROXY header off a connection and leaves what follows it to be read. Says nothing where the load balancer
 * went away meanwhile.
 */
export function awaitHeader(socket: Socket, within: number, heard: (what: Heard) => void): void {
  let read: Buffer = Buffer.alloc(0)

  function end(what?: Heard): void {
    clearTimeout(timer)
    socket.off('data', more)
    socket.off('end', gone)
    socket.off('close', gone)
    socket.off('error', gone)
    if (what) heard(what)
    else socket.destroy()
  }

  function gone(): void {
    socket.on('error', () => {})
    end()
  }

  function more(piece: Buffer): void {
    read = read.length === 0 ? piece : Buffer.concat([read, piece])
    const header = readProxyHeader(read)
    if (header.kind === 'more') return
    if (header.kind === 'bad') {
      end({ failed: header.why })
      return
    }
    const rest = read.subarray(header.length)
    const { client } = header
    socket.pause()
    if (rest.length > 0) socket.unshift(rest)
    end(client ? { client } : {})
  }

  const timer = setTimeout(() => end({ failed: 'its PROXY header did not come in time' }), within)
  timer.unref()
  socket.on('data', more)
  socket.on('end', gone)
  socket.on('close', gone)
  socket.on('error', gone)
}
