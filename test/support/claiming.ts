import type { QueuedMessage } from '../../src/store/claims.ts'
import type { AnalysisOutcome } from '../../src/store/messages.ts'
import type { Store } from '../../src/store/store.ts'

const EVERYTHING = { holder: 'test/claiming', leaseMs: 60_000, limit: 100_000, places: 200_000 }
const turns = new WeakMap<Store, Promise<unknown>>()

/** Work on everything that is due, one piece of it at a time; what is not finished then is given back. */
function withAll<T>(store: Store, work: (claimed: QueuedMessage[]) => Promise<T>): Promise<T> {
  const done = (turns.get(store) ?? Promise.resolve()).then(async () => {
    const claimed: QueuedMessage[] = []
    for (let more = true; more; ) {
      const some = await store.messages.claim(EVERYTHING)
      claimed.push(...some)
      more = some.length > 0
    }
    try {
      return await work(claimed)
    } finally {
      const soon = { afterMs: 0, lostTry: false }
      await Promise.all(claimed.map((message) => store.messages.giveBack(message, soon)))
    }
  })
  turns.set(
    store,
    done.catch(() => undefined),
  )
  return done
}

/** The messages that are due, in their order. */
export function waiting(store: Store): Promise<QueuedMessage[]> {
  return withAll(store, async (claimed) => claimed)
}

/** Ends the analysis of a message that is due, whoever's turn it is. */
export function finish(
  store: Store,
  id: string,
  outcome: AnalysisOutcome,
): Promise<'finished' | 'lost' | 'no_space'> {
  return withAll(store, async (claimed) => {
    const own = claimed.find((message) => message.id === id)
    if (!own) throw new Error(`${id} is not due`)
    return store.messages.finish(own, outcome)
  })
}
