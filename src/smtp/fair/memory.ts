import { type ByteBudget, createByteBudget } from '../limits.ts'

/** Message bytes held by open sessions, shared out among the networks that send them. */
export interface MemoryShares {
  /** What a session of the network takes its bytes from. */
  of(network: string): ByteBudget
}

/** A network may hold so many times what is then left for others. */
const TIMES_LEFT = 3

/** `oneMessage`: a network may hold as much as long as there is any room, so that a small memory takes mail, too. */
export function createMemoryShares(limit: number, oneMessage: number): MemoryShares {
  const all = createByteBudget(limit)
  const heldBy = new Map<string, number>()

  function leftFor(network: string): number {
    const own = heldBy.get(network) ?? 0
    const share = Math.floor((TIMES_LEFT * all.left() - own) / (TIMES_LEFT + 1))
    return Math.max(0, Math.min(all.left(), Math.max(share, oneMessage - own)))
  }

  return {
    of: (network) => ({
      take(bytes) {
        if (bytes > leftFor(network) || !all.take(bytes)) return false
        heldBy.set(network, (heldBy.get(network) ?? 0) + bytes)
        return true
      },
      give(bytes) {
        all.give(bytes)
        const own = (heldBy.get(network) ?? 0) - bytes
        if (own > 0) heldBy.set(network, own)
        else heldBy.delete(network)
      },
      left: () => leftFor(network),
    }),
  }
}
