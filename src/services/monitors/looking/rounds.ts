interface RoundsDeps<T> {
  /** The longest due first, but for those of these accounts. */
  due(request: { limit: number; leave: readonly string[] }): Promise<T[]>
  keyOf(one: T): string
  /** Puts what it looks at off, or rejects. */
  look(one: T): Promise<void>
  atOnce: number
  /** Of one account: name servers that answer slowly hold up its own alone. */
  atOnceOfOne: number
}

/** Looks at all that is due, some at once. */
export interface Rounds {
  /** Resolves when nothing is due any more, or when it was stopped. Rejects when a look did, after the others have ended. */
  run(): Promise<void>
  /** Begins no further look. */
  stop(): void
}

export function createRounds<T extends { accountId: string }>(deps: RoundsDeps<T>): Rounds {
  const { due, keyOf, look, atOnce, atOnceOfOne } = deps
  const underWay = new Map<string, { accountId: string; over: Promise<void> }>()
  let failures: unknown[] = []
  let isStopped = false
  let running: Promise<void> | undefined

  const countOf = (accountId: string) =>
    [...underWay.values()].filter((one) => one.accountId === accountId).length

  function start(one: T): void {
    const key = keyOf(one)
    const over = look(one)
      .catch((cause) => void failures.push(cause))
      .finally(() => underWay.delete(key))
    underWay.set(key, { accountId: one.accountId, over })
  }

  /** Gives how many it started: those that were left out may be behind others of their account. */
  async function startDue(): Promise<number> {
    const busy = [...underWay.values()].map(({ accountId }) => accountId)
    const leave = [...new Set(busy)].filter((accountId) => countOf(accountId) >= atOnceOfOne)
    // What is under way is due until it has ended.
    let started = 0
    for (const one of await due({ limit: 2 * atOnce, leave })) {
      if (underWay.size >= atOnce) break
      if (underWay.has(keyOf(one)) || countOf(one.accountId) >= atOnceOfOne) continue
      start(one)
      started += 1
    }
    return started
  }

  async function lookAtAll(): Promise<void> {
    failures = []
    const mayGoOn = () => !isStopped && failures.length === 0
    while (mayGoOn()) {
      while (mayGoOn() && underWay.size < atOnce && (await startDue()) > 0);
      if (underWay.size === 0) break
      await Promise.race([...underWay.values()].map(({ over }) => over))
    }
    await Promise.all([...underWay.values()].map(({ over }) => over))
    if (failures.length > 0) throw failures[0]
  }

  return {
    run() {
      running ??= lookAtAll().finally(() => {
        running = undefined
      })
      return running
    },
    stop() {
      isStopped = true
    },
  }
}
