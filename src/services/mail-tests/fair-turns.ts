/** Work of several parties, one at a time: parties take turns, and within one the order is kept. */
export interface FairTurns {
  /** Resolves when it was done. Absent: the party, or all of them together, have as much waiting as they may. */
  take(
    party: string,
    work: () => Promise<void>,
    when?: 'always' | 'if there is room',
  ): Promise<void> | undefined
}

interface Turn {
  run(): Promise<void>
}

/** Parties with less than this waiting may wait, so that one does not keep the others out. */
export function createFairTurns(most: { ofParty: number; ofAll: number }): FairTurns {
  // In the order in which they have their turns: who had one goes to the end.
  const waiting = new Map<string, Turn[]>()
  let count = 0
  let busy = false

  function next(): [string, Turn] | undefined {
    for (const [party, turns] of waiting) {
      waiting.delete(party)
      const turn = turns.shift()
      if (turns.length > 0) waiting.set(party, turns)
      if (turn) return [party, turn]
    }
    return undefined
  }

  async function workOff(): Promise<void> {
    if (busy) return
    busy = true
    for (let one = next(); one; one = next()) {
      count -= 1
      await one[1].run()
    }
    busy = false
  }

  return {
    take(party, work, when = 'if there is room') {
      const own = waiting.get(party) ?? []
      if (when === 'if there is room' && (own.length >= most.ofParty || count >= most.ofAll)) return undefined
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      own.push({ run: () => work().then(resolve, reject) })
      waiting.set(party, own)
      count += 1
      void workOff()
      return promise
    },
  }
}
