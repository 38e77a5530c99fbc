/** What is to be known of a connection that may have to make room. */
export interface Evictable {
  /** Whose slot it has. */
  readonly holder: string
  /** Since when it is for the client to speak; undefined while the client waits for us or sends a message. */
  readonly idleSince: number | undefined
}

/**
 * The connection to be ended for a newcomer when there is no slot left: of the network that holds most the one that has
 * been idle longest. A network that holds only one more than the newcomer's gives one up when it has been idle since
 * `longIdle`. Undefined: nobody gives way.
 */
export function whoGivesWay<Connection extends Evictable>(
  open: Iterable<Connection>,
  newcomer: string,
  longIdle: number,
): Connection | undefined {
  const all = [...open]
  const held = new Map<string, number>()
  for (const { holder } of all) held.set(holder, (held.get(holder) ?? 0) + 1)
  const heldBy = (holder: string) => held.get(holder) ?? 0
  const own = heldBy(newcomer)
  let found: { connection: Connection; held: number; idleSince: number } | undefined
  for (const connection of all) {
    const { holder, idleSince } = connection
    const more = heldBy(holder) - own
    if (idleSince === undefined || more < 1 || (more === 1 && idleSince > longIdle)) continue
    const candidate = { connection, held: heldBy(holder), idleSince }
    if (
      !found ||
      candidate.held > found.held ||
      (candidate.held === found.held && idleSince < found.idleSince)
    ) {
      found = candidate
    }
  }
  return found?.connection
}
