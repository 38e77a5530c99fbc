import { connect, type Socket } from 'node:net'

/** What came back, and whether the other side ended the connection. */
export interface RawAnswer {
  text: string
  closed: boolean
}

/** `end` closes the write side; a function is waited for. */
export type RawStep = string | Uint8Array | 'end' | (() => Promise<unknown>)

/** Speaks to an HTTP server octet by octet, each step in a packet of its own, and listens until `enough` or the end. */
export function rawHttp(
  address: string,
  steps: readonly RawStep[],
  enough: (text: string) => boolean = () => false,
): Promise<RawAnswer> {
  const [host = '', port = ''] = address.split(':')
  const { promise, resolve } = Promise.withResolvers<RawAnswer>()
  let text = ''
  const socket = connect({ host, port: Number(port), allowHalfOpen: true }, () => void say(socket, steps))
  const finish = (closed: boolean) => {
    socket.destroy()
    resolve({ text, closed })
  }
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (enough(text)) finish(false)
  })
  for (const end of ['end', 'close', 'error']) socket.on(end, () => finish(true))
  return promise
}

async function say(socket: Socket, steps: readonly RawStep[]): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (socket.destroyed) return
    if (typeof step === 'function') await step()
    else if (step === 'end') socket.end()
    // The end goes out with what comes before it.
    else if (steps[at + 1] === 'end') socket.end(step)
    else await new Promise<void>((sent) => socket.write(step, () => sent()))
  }
}
