import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

const TRIES = 4

/** Why a program did not start that another port does not help against. */
export class NotThePort extends Error {}

/** Starts a program that cannot choose a port by itself on one that was free, and on another where somebody else was faster. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    const port = await freePort()
    try {
      return await start(port)
    } catch (cause) {
      if (left === 0 || cause instanceof NotThePort) throw cause
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Lets a TCP server listen on a port of the host that UDP has free too: any other socket may hold the one of that number. */
export async function onOnePort(tcp: Server, host: string): Promise<{ udp: Socket; port: number }> {
  for (let left = TRIES - 1; ; left -= 1) {
    tcp.listen(0, host)
    await once(tcp, 'listening')
    const { port } = tcp.address() as AddressInfo
    const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    try {
      udp.bind(port, host)
      await once(udp, 'listening')
      return { udp, port }
    } catch (cause) {
      udp.close()
      await new Promise((resolve) => tcp.close(resolve))
      if (left === 0) throw cause
    }
  }
}
