/** Shares out the event loop, so that what one network sends holds nobody else up. */
export interface Turns {
  /** Does the step at once, or when it is the network's turn again. Steps of one network keep their order. */
  take(network: string, cost: number, step: () => void): void
}

export interface TurnBounds {
  /** Cost of the steps of one network in one turn of the event loop. */
  perNetwork: number
  /** Cost of all steps in one turn. */
  perTurn: number
  /** The longest a turn may take, in milliseconds. It is looked at now and then. */
  longest: number
}

/** A command costs 1, and so do this many octets of a message. */
export const OCTETS_PER_COST = 16 * 1024

/** What a millisecond of reading a large piece costs. A command is not timed: that would cost more than it tells. */
const COST_PER_MS = 16

/** After so many commands the time is looked at. */
const COMMANDS_PER_LOOK = 8

/** A command takes some tens of microseconds, so that a turn is over within a few milliseconds. */
export const TURN_BOUNDS: TurnBounds = { perNetwork: 32, perTurn: 128, longest: 2 }

/** The event loop, and a clock for the time that steps take, in milliseconds. */
export interface Loop {
  nextTurn(begin: () => void): unknown
  time(): number
}

const LOOP: Loop = { nextTurn: setImmediate, time: () => performance.now() }

/**
 * `nextTurn` calls back when the event loop has looked at everybody else. What a network has left waiting is done in
 * the turns that follow, one step of each network after the other.
 */
export function createTurns({ perNetwork, perTurn, longest }: TurnBounds, loop: Loop = LOOP): Turns {
  const waiting = new Map<string, { cost: number; step: () => void }[]>()
  const spentBy = new Map<string, number>()
  let spent = 0
  let announced = false
  let begun = 0
  let commands = 0
  /** The time up to which steps were paid for: one may lead to others within it. */
  let paidUntil = 0

  function spend(network: string, cost: number): void {
    spent += cost
    spentBy.set(network, (spentBy.get(network) ?? 0) + cost)
  }

  function announce(): void {
    if (announced) return
    announced = true
    begun = loop.time()
    loop.nextTurn(begin)
  }

  function doNow(network: string, cost: number, step: () => void): void {
    spend(network, cost)
    announce()
    if (cost <= 1) {
      step()
      commands += 1
      if (commands % COMMANDS_PER_LOOK === 0 && loop.time() - begun > longest) spent = perTurn
      return
    }
    const from = loop.time()
    step()
    const until = loop.time()
    const more = (until - Math.max(from, paidUntil)) * COST_PER_MS - cost
    paidUntil = until
    if (more > 0) spend(network, more)
  }

  const mayGo = (network: string) => spent < perTurn && (spentBy.get(network) ?? 0) < perNetwork

  /** True when a step was done. */
  function serveOne(network: string): boolean {
    const steps = waiting.get(network)
    if (!steps || !mayGo(network)) return false
    const next = steps.shift()
    // A network with more to do goes to the end of the row.
    waiting.delete(network)
    if (steps.length > 0) waiting.set(network, steps)
    if (next) doNow(network, next.cost, next.step)
    return true
  }

  function begin(): void {
    announced = false
    spent = 0
    spentBy.clear()
    if (waiting.size > 0) announce()
    for (let served = true; served && waiting.size > 0 && spent < perTurn; ) {
      served = false
      for (const network of [...waiting.keys()]) if (serveOne(network)) served = true
    }
  }

  return {
    take(network, cost, step) {
      if (!waiting.has(network) && mayGo(network)) {
        doNow(network, cost, step)
        return
      }
      const steps = waiting.get(network)
      if (steps) steps.push({ cost, step })
      else waiting.set(network, [{ cost, step }])
      announce()
    },
  }
}
