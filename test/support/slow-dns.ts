import { createSocket } from 'node:dgram'
import { decode, encode } from 'dns-packet'

export interface SlowDns {
  /** ip:port, for dns.servers. */
  address: string
  close(): void
}

/** A DNS server on loopback in which nothing exists, and which takes its time to say so of some names. */
export async function slowDns(waitMs: (name: string) => number): Promise<SlowDns> {
  const socket = createSocket('udp4')
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  // Who asked may have been killed before the answer: its system says so.
  socket.on('error', () => {})
  socket.on('message', (data, from) => {
    const { id = 0, questions = [] } = decode(data)
    const answer = encode({ type: 'response', id, flags: (1 << 10) | 3, questions })
    const timer = setTimeout(
      () => {
        waiting.delete(timer)
        socket.send(answer, from.port, from.address)
      },
      waitMs(questions[0]?.name ?? ''),
    )
    waiting.add(timer)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close() {
      for (const timer of waiting) clearTimeout(timer)
      socket.close()
    },
  }
}
