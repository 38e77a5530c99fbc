import { connect } from 'node:net'
import { until } from './until.ts'

/** Waits until a program that was started answers on a port of this host; rejects when it ended instead, as one that came too late for the port. */
export async function answering(port: number, child: { exited: Promise<number> }): Promise<void> {
  let ended: number | undefined
  void child.exited.then((code) => {
    ended = code
  })
  await until(async () => {
    if (ended !== undefined) throw new Error(`it ended with ${ended}`)
    return new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  })
}
