import type { SmtpLimits } from '../limits.ts'

/** `short`: there is none, or none that the network may have while others want one. */
export type Admission = 'admitted' | 'short' | 'full_for_network'

/** Counts open connections, in all and of each network. */
export interface Slots {
  /** `insteadOf`: for the slot that a connection of another network gave up, whatever the network's share. */
  enter(network: string, insteadOf?: boolean): Admission
  /** The slot is free for others now, and for the network itself after `rest` milliseconds. */
  leave(network: string, rest?: number): void
}

/** A network may hold so many times what is then left for others. */
const TIMES_LEFT = 3

/** One slot is had by any network as long as there is any, so that few slots take mail, too. */
export function createSlots({
  maxConnections,
  maxConnectionsPerAddress,
}: Pick<SmtpLimits, 'maxConnections' | 'maxConnectionsPerAddress'>): Slots {
  const heldBy = new Map<string, number>()
  let open = 0

  function giveBack(network: string): void {
    const held = heldBy.get(network) ?? 0
    if (held > 1) heldBy.set(network, held - 1)
    else heldBy.delete(network)
  }

  return {
    enter(network, insteadOf = false) {
      const held = heldBy.get(network) ?? 0
      if (held >= maxConnectionsPerAddress) return 'full_for_network'
      const leftThen = maxConnections - open - 1
      const withinShare = held === 0 || insteadOf || held + 1 <= TIMES_LEFT * leftThen
      if (leftThen < 0 || !withinShare) return 'short'
      heldBy.set(network, held + 1)
      open += 1
      return 'admitted'
    },
    leave(network, rest = 0) {
      open -= 1
      if (rest > 0) setTimeout(() => giveBack(network), rest).unref()
      else giveBack(network)
    },
  }
}
