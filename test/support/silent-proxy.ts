import type { Socket } from 'bun'

interface Ends {
  toClient: Outlet
  server?: Socket<unknown>
  toServer?: Outlet
  early: Uint8Array[]
}

export interface SilentProxy {
  port: number
  /** From now on bytes of either side vanish; connections stay, and new ones are taken and answer nothing. */
  silence(): void
  /** New connections work again; those of before stay silent. */
  resume(): void
  stop(): void
}

/** A socket takes as many bytes as it has room for: the others go when it drains. */
interface Outlet {
  send(bytes: Uint8Array): void
  drain(): void
}

function outletOf(socket: Pick<Socket<unknown>, 'write'>): Outlet {
  let left: Uint8Array[] = []
  const send = (bytes: Uint8Array) => {
    const taken = left.length > 0 ? 0 : Math.max(0, socket.write(bytes))
    if (taken < bytes.length) left.push(bytes.slice(taken))
  }
  return {
    send,
    drain() {
      const waiting = left
      left = []
      for (const bytes of waiting) send(bytes)
    },
  }
}

/** Stands between a client and a server as a net does that may lose all bytes without a word. */
export function silentProxy(port: number): SilentProxy {
  let isSilent = false
  const silenced = new WeakSet<object>()
  const open = new Set<Ends>()
  const listener = Bun.listen<Ends>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(client) {
        const ends: Ends = { toClient: outletOf(client), early: [] }
        client.data = ends
        open.add(ends)
        if (isSilent) return void silenced.add(ends)
        const server = await Bun.connect({
          hostname: '127.0.0.1',
          port,
          socket: {
            data(_, bytes) {
              if (!silenced.has(ends)) ends.toClient.send(bytes)
            },
            drain: () => ends.toServer?.drain(),
            close: () => void client.end(),
          },
        })
        ends.server = server
        ends.toServer = outletOf(server)
        for (const bytes of ends.early) ends.toServer.send(bytes)
        ends.early = []
      },
      data({ data: ends }, bytes) {
        if (silenced.has(ends)) return
        if (ends.toServer) ends.toServer.send(bytes)
        else ends.early.push(bytes.slice())
      },
      drain: ({ data: ends }) => ends.toClient.drain(),
      close({ data: ends }) {
        open.delete(ends)
        ends.server?.end()
      },
    },
  })
  return {
    port: listener.port,
    silence() {
      isSilent = true
      for (const ends of open) silenced.add(ends)
    },
    resume() {
      isSilent = false
    },
    stop() {
      listener.stop(true)
      for (const ends of open) ends.server?.end()
    },
  }
}
