/** What waits, in turns: whoever has much of it waiting keeps nobody else's. */
export interface Turns<T> {
  /** False: so much waits already. */
  add(whose: string, what: T): boolean
  /** The next one of somebody of whom nothing runs. */
  next(isRunning: (whose: string) => boolean): T | undefined
  /** One of theirs ran: their turn is behind that of everybody who waits. */
  ran(whose: string): void
  remove(whose: string, what: T): void
  /** Takes all out. */
  empty(): T[]
}

export function createTurns<T>({ most, mostOfOne }: { most: number; mostOfOne: number }): Turns<T> {
  // Whose turn it is stands first.
  const waiting = new Map<string, T[]>()
  let all = 0

  function take(whose: string, index: number): T | undefined {
    const own = waiting.get(whose) ?? []
    const [what] = own.splice(index, 1)
    if (what !== undefined) all -= 1
    if (own.length === 0) waiting.delete(whose)
    return what
  }

  return {
    add(whose, what) {
      const own = waiting.get(whose) ?? []
      if (all >= most || own.length >= mostOfOne) return false
      own.push(what)
      waiting.set(whose, own)
      all += 1
      return true
    },
    next(isRunning) {
      for (const whose of waiting.keys()) if (!isRunning(whose)) return take(whose, 0)
      return undefined
    },
    ran(whose) {
      const own = waiting.get(whose)
      if (own && waiting.delete(whose)) waiting.set(whose, own)
    },
    remove(whose, what) {
      const index = waiting.get(whose)?.indexOf(what) ?? -1
      if (index >= 0) take(whose, index)
    },
    empty() {
      const left = [...waiting.values()].flat()
      waiting.clear()
      all = 0
      return left
    },
  }
}
