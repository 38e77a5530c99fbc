import { connect } from 'node:net'

/** What came back, and how the connection ended. */
export interface RawAnswer {
  text: string
  /** Each answer by itself, as far as they are told apart by their status lines. */
  answers: string[]
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
  return new Promise((resolve) => {
    let text = ''
    let over = false
    const finish = (closed: boolean) => {
      if (over) return
      over = true
      socket.destroy()
      resolve({ text, closed, answers: text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((one) => one !== '') })
    }
    const socket = connect({ host, port: Number(port), allowHalfOpen: true }, async () => {
      socket.setNoDelay(true)
      for (const step of steps) {
        if (over) return
        if (typeof step === 'function') await step()
        else if (step === 'end') socket.end()
        else await new Promise<void>((sent) => socket.write(step, () => sent()))
      }
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (enough(text)) finish(false)
    })
    socket.on('end', () => finish(true))
    socket.on('close', () => finish(true))
    socket.on('error', () => finish(true))
  })
}
