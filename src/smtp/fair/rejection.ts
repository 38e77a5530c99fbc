import type { Socket } from 'node:net'
import type { Reply } from '../replies.ts'
import { ignoreWhatFollows } from './linger.ts'

/** How long a client that is rejected may take to read why. */
const REJECTION_MS = 1000
/** How many of those are given the time, in all and of one network. The others are cut without a word. */
const MOST_REJECTIONS = 2000
const MOST_OF_NETWORK = 1000

/** Rejects a client with a reply in place of the greeting, after `delay` milliseconds. */
export type Rejection = (socket: Socket, network: string, reply: Reply, delay: number) => void

/**
 * The reply waits so that a client which connects again at once does so a few times a second: taking a connection in and
 * ending it costs more than any command.
 */
export function createRejection(hostname: string): Rejection {
  const leavingOf = new Map<string, number>()
  let leaving = 0

  function count(network: string, change: 1 | -1): void {
    leaving += change
    const now = (leavingOf.get(network) ?? 0) + change
    if (now > 0) leavingOf.set(network, now)
    else leavingOf.delete(network)
  }

  return (socket, network, { code, text }, delay) => {
    socket.on('error', () => {})
    if (leaving >= MOST_REJECTIONS || (leavingOf.get(network) ?? 0) >= MOST_OF_NETWORK) {
      socket.destroy()
      return
    }
    count(network, 1)
    const [enhanced, ...words] = text.split(' ')
    let timer = setTimeout(() => {
      socket.end(`${code} ${enhanced} ${hostname} ${words.join(' ')}\r\n`)
      // Unread bytes would make the reply be lost to a reset.
      ignoreWhatFollows(socket)
      timer = setTimeout(() => socket.destroy(), REJECTION_MS).unref()
    }, delay).unref()
    socket.once('close', () => {
      count(network, -1)
      clearTimeout(timer)
    })
  }
}
