import { type Clock, ticksOf } from '../../net/ports.ts'
import type { Log } from '../../services/ports.ts'

/** Tells the log of connections that broke, however many do. */
export interface BrokenLog {
  broke(network: string, reason: string): void
  /** Tells what was summed up, once its minute is over; `now`: before. */
  sumUp(now?: 'now'): void
}

const SUMMED_MS = 60_000
/** Networks that have lines of their own in one minute. */
const MOST_NETWORKS = 20

/** The first of a network in a minute is told at once, the others as one number. */
export function createBrokenLog(log: Log, clock: Clock): BrokenLog {
  const more = new Map<string, number>()
  let others = 0
  let since = ticksOf(clock)

  function sumUp(now?: 'now'): void {
    const time = ticksOf(clock)
    if (now === undefined && time - since < SUMMED_MS) return
    since = time
    for (const [client, connections] of more) {
      if (connections > 0) log.info({ client, connections }, 'More SMTP connections of this client broke')
    }
    if (others > 0) log.info({ connections: others }, 'More SMTP connections of other clients broke')
    more.clear()
    others = 0
  }

  return {
    broke(network, reason) {
      sumUp()
      const before = more.get(network)
      if (before !== undefined) more.set(network, before + 1)
      else if (more.size >= MOST_NETWORKS) others += 1
      else {
        more.set(network, 0)
        log.info({ client: network, reason }, 'An SMTP connection broke')
      }
    },
    sumUp,
  }
}
