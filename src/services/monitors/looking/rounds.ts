/** Accounts that are remembered to have had a turn. */
const MOST_SERVED = 2_000

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

/** Looks at all that is due, some at once; accounts take turns, however much one has due and since when. */
export interface Rounds {
  /** Resolves when nothing is due any more, or when it was stopped. Rejects when a look did, after the others have ended. */
  run(): Promise<void>
  /** Begins no further look. */
  stop(): void
}

export function createRounds<T extends { accountId: string }>(deps: RoundsDeps<T>): Rounds {
  const { due, keyOf, look, atOnce, atOnceOfOne } = deps
  const underWay = new Map<string, { accountId: string; over: Promise<void> }>()
  /** Accounts that had a turn: the others come first. */
  const served = new Set<string>()
  let failures: unknown[] = []
  let isStopped = false
  let running: Promise<void> | undefined

  const isFull = (account: string) =>
    [...underWay.values()].filter(({ accountId }) => accountId === account).length >= atOnceOfOne

  function start(one: T): void {
    const key = keyOf(one)
    const over = look(one)
      .catch((cause) => void failures.push(cause))
      .finally(() => underWay.delete(key))
    underWay.set(key, { accountId: one.accountId, over })
  }

  /** Those whose account had no turn since all others that have something due; then everybody's. */
  async function nextDue(): Promise<T[]> {
    const full = [...underWay.values()].map(({ accountId }) => accountId).filter(isFull)
    const waiting = async (leave: readonly string[]) =>
      // What is under way is due until it has ended.
      (await due({ limit: 2 * atOnce, leave })).filter((one) => !underWay.has(keyOf(one)))
    const first = await waiting([...new Set([...full, ...served])])
    if (first.length > 0 || served.size === 0) return first
    served.clear()
    return waiting([...new Set(full)])
  }

  /** One of each account. Gives how many it started: those of others may be behind them. */
  async function startDue(): Promise<number> {
    let started = 0
    for (const one of await nextDue()) {
      if (underWay.size >= atOnce) break
      if (served.has(one.accountId)) continue
      start(one)
      if (served.size >= MOST_SERVED) served.clear()
      served.add(one.accountId)
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
