/** Lines of one client that one party has in the log. */
export interface Holding {
  party: string
  network: string
  lines: number
  /** When the newest of them happened. */
  newest: number
}

/** The oldest lines of a client that have to go. */
export interface Cut {
  party: string
  network: string
  lines: number
}

interface Holder {
  lines: number
  newest: number
}

/** Takes from those who hold most, first among parties and then among the clients of each, until no more than the bound is left. So
 * whoever holds little loses nothing to whoever holds much. */
export function cutsFor(holdings: readonly Holding[], bound: number): Cut[] {
  const parties = [...Map.groupBy(holdings, ({ party }) => party).values()].map((own) => ({
    own,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    newest: own.reduce((latest, { newest }) => Math.max(latest, newest), 0),
  }))
  return sharedOut(parties, bound).flatMap(({ holder, left }) =>
    left === holder.lines ? [] : cutsWithin(holder.own, left),
  )
}

function cutsWithin(own: readonly Holding[], bound: number): Cut[] {
  return sharedOut(own, bound).flatMap(({ holder: { party, network, lines }, left }) =>
    left === lines ? [] : [{ party, network, lines: lines - left }],
  )
}

/** What is left to each: all of it, or as much as to any other that has to give. What cannot be divided goes to those heard of last. */
function sharedOut<H extends Holder>(holders: readonly H[], bound: number): { holder: H; left: number }[] {
  const byLines = holders.toSorted((a, b) => a.lines - b.lines)
  let room = bound
  let level = Number.POSITIVE_INFINITY
  for (const [index, { lines }] of byLines.entries()) {
    const share = Math.floor(room / (byLines.length - index))
    if (lines > share) {
      level = share
      break
    }
    room -= lines
  }
  const giving = holders.filter(({ lines }) => lines > level).toSorted((a, b) => b.newest - a.newest)
  const more = new Set(giving.slice(0, room - level * giving.length))
  return holders.map((holder) => ({
    holder,
    left: holder.lines <= level ? holder.lines : level + (more.has(holder) ? 1 : 0),
  }))
}
