import type { Socket } from 'bun'

interface Ends {
  client: Socket<Ends>
  server?: Socket<unknown>
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
        const ends: Ends = { client, early: [] }
        client.data = ends
        open.add(ends)
        if (isSilent) return void silenced.add(ends)
        ends.server = await Bun.connect({
          hostname: '127.0.0.1',
          port,
          socket: {
            data(_, bytes) {
              if (!silenced.has(ends)) client.write(bytes)
            },
            close: () => void client.end(),
          },
        })
        for (const bytes of ends.early) ends.server.write(bytes)
        ends.early = []
      },
      data({ data: ends }, bytes) {
        if (silenced.has(ends)) return
        if (ends.server) ends.server.write(bytes)
        else ends.early.push(bytes)
      },
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
