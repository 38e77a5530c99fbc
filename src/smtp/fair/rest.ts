const MS_PER_COMMAND = 50

/**
 * How long the slot of a connection that was `lasted` milliseconds long stays taken for its network: what
 * brings no message may come at 20 a second for each slot, over all connections that have it one after the other.
 */
export function restAfter(costInVain: number, lasted: number): number {
  return Math.max(0, costInVain * MS_PER_COMMAND - lasted)
}
