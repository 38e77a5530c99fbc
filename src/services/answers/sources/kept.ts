/** Keeps what was worked out, within bounds of what it weighs: of each account, and of all. What was not asked for longest goes first. */
export interface Kept<T> {
  get(key: string): T | undefined
  drop(key: string): void
  put(key: string, of: { accountId: string; weight: number }, value: T): void
}

interface Entry<T> {
  accountId: string
  weight: number
  value: T
}

export function createKept<T>(most: { all: number; account: number }): Kept<T> {
  const entries = new Map<string, Entry<T>>()
  const held = new Map<string, number>()
  let total = 0

  function remove(key: string, { accountId, weight }: Entry<T>): void {
    entries.delete(key)
    total -= weight
    const left = (held.get(accountId) ?? 0) - weight
    if (left > 0) held.set(accountId, left)
    else held.delete(accountId)
  }

  function makeRoom(isOver: () => boolean, goes: (entry: Entry<T>) => boolean): void {
    for (const [key, entry] of entries) {
      if (!isOver()) return
      if (goes(entry)) remove(key, entry)
    }
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    drop(key) {
      const entry = entries.get(key)
      if (entry) remove(key, entry)
    },
    put(key, { accountId, weight }, value) {
      const before = entries.get(key)
      if (before) remove(key, before)
      if (weight > most.account) return
      entries.set(key, { accountId, weight, value })
      held.set(accountId, (held.get(accountId) ?? 0) + weight)
      total += weight
      makeRoom(
        () => (held.get(accountId) ?? 0) > most.account,
        (entry) => entry.accountId === accountId,
      )
      makeRoom(
        () => total > most.all,
        () => true,
      )
    },
  }
}
