import { type Ending, NotStored } from '../services/analysis/analyse.ts'
import type { Postponing } from '../services/analysis/postponing.ts'
import type { Log } from '../services/ports.ts'
import type { QueuedMessage } from '../store/claims.ts'
import type { Store } from '../store/store.ts'
import { createRest } from './rest.ts'

export interface QueueDeps {
  store: { messages: Pick<Store['messages'], 'claim' | 'renew' | 'giveBack' | 'claimsOf'> }
  log: Log
  /** Where this is, and this start of it: who claims. */
  holder: { host: string; start: string }
  /** How many messages are analysed at once now. */
  size(): number
  /** How many of them would begin at once. Absent: all. Whoever waits for a processor waits here, where parties take turns. */
  ready?(): number
  analyse(message: QueuedMessage): Promise<Ending>
  postponing: Postponing
  /** Milliseconds of the first rest when nothing can be stored. */
  restMs?: number
}

export interface Queue {
  /** Takes up what waits, from this moment on. */
  start(): void
  /** Something may wait now. */
  poke(): void
  /** The disk takes writes: what rested because it did not is tried again. */
  storeWorks(): void
  /** Takes up nothing more and resolves when what runs has ended, or the time is up. What runs then is given back; says how much. */
  stop(graceMs: number): Promise<number>
}

/** How often the store is asked though nobody poked: for what falls due. */
const LOOK_EVERY_MS = 5_000
/** How soon while there are places, and no processor is free. */
const LOOK_SOON_MS = 10
const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000

/** Feeds messages from the store's rows to analysis: the rows are the queue, so a restart loses nothing. */
export function createQueue(deps: QueueDeps): Queue {
  const { messages } = deps.store
  const holder = `${deps.holder.host}/${deps.holder.start}`
  const running = new Map<string, { message: QueuedMessage; done: Promise<void> }>()
  const rest = createRest(() => void look(), deps.restMs)
  const timers: ReturnType<typeof setInterval>[] = []
  let open = false
  let looking: Promise<void> | undefined
  let again = false
  /** What could not be given back is, before anything else is taken up: its claims would hold for a minute. */
  const owed: QueuedMessage[] = []
  let restsForWrites = false
  let soon: ReturnType<typeof setTimeout> | undefined

  /** What an earlier start had claimed when it was killed is its last word: read before it is released. */
  async function takeBack(): Promise<void> {
    const left = (await messages.claimsOf(deps.holder.host)).filter((claim) => claim.holder !== holder)
    await deps.postponing.interrupted(left)
  }

  function look(): void {
    again = true
    looking ??= lookAll().finally(looked)
  }

  function looked(): void {
    looking = undefined
    if (again && mayLook()) look()
  }

  const mayLook = () => open && rest.state() !== 'resting'

  async function lookAll(): Promise<void> {
    while (again && mayLook()) {
      again = false
      if (!(await giveBackOwed())) return
      await fill(deps.size())
    }
  }

  async function fill(places: number): Promise<void> {
    const left = (rest.state() === 'trying' ? 1 : places) - running.size
    if (left <= 0) return
    const limit = Math.max(0, Math.min(left, deps.ready?.() ?? left))
    const taken = limit > 0 ? await takeUp(limit, places) : 0
    if (taken === limit && limit < left) lookSoon()
  }

  function lookSoon(): void {
    clearTimeout(soon)
    soon = setTimeout(look, LOOK_SOON_MS)
  }

  /** Gives how many there were. */
  async function takeUp(limit: number, places: number): Promise<number> {
    try {
      const claimed = await messages.claim({ holder, leaseMs: LEASE_MS, limit, places })
      for (const message of claimed) {
        if (open) begin(message)
        else await messages.giveBack(message, { afterMs: 0, lostTry: false })
      }
      return claimed.length
    } catch (cause) {
      rested({ err: cause }, 'The queue could not be read', 'writes')
      return 0
    }
  }

  function begin(message: QueuedMessage): void {
    const key = `${message.id} ${message.number}`
    const done = work(message).finally(() => {
      running.delete(key)
      look()
    })
    running.set(key, { message, done })
  }

  async function work(message: QueuedMessage): Promise<void> {
    try {
      const ending = await deps.analyse(message)
      if (ending === 'no_process')
        rested({ message: message.id }, 'No analysis process could be started', 'other')
      else if (ending === 'stored' && rest.over()) deps.log.info({}, 'Messages can be analysed again')
    } catch (cause) {
      if (open) await failed(message, cause)
    }
  }

  async function failed(message: QueuedMessage, cause: unknown): Promise<void> {
    const facts = { err: cause, message: message.id }
    if (!(cause instanceof NotStored)) deps.log.error(facts, 'An analysis failed')
    else rested(facts, cause.message, cause.noSpace ? 'writes' : 'other')
    if (cause instanceof NotStored && cause.noSpace) await giveBack(message)
    else await postpone(message)
  }

  /** At once: what was missing was room, and the queue rests for that. */
  async function giveBack(message: QueuedMessage): Promise<void> {
    try {
      await messages.giveBack(message, { afterMs: 0, lostTry: false })
    } catch (cause) {
      owes(message, cause)
    }
  }

  async function giveBackOwed(): Promise<boolean> {
    for (const message of owed.splice(0)) {
      if (rest.state() === 'resting') owed.push(message)
      else await giveBack(message)
    }
    return owed.length === 0
  }

  function owes(message: QueuedMessage, cause: unknown): void {
    owed.push(message)
    rested({ err: cause, message: message.id }, 'A message could not be given back to the queue', 'writes')
  }

  async function postpone(message: QueuedMessage): Promise<void> {
    try {
      await deps.postponing.postpone(
        message,
        'its outcome could not be stored, or what is stored of it not be read',
      )
    } catch (cause) {
      owes(message, cause)
    }
  }

  /** While nothing can be stored, nothing is analysed over and over: one message at a time, after growing rests. */
  function rested(facts: Record<string, unknown>, sentence: string, waitsFor: 'writes' | 'other'): void {
    if (rest.state() !== 'resting') restsForWrites = waitsFor === 'writes'
    rest.begin()
    deps.log.error(facts, `${sentence}; the queue rests and tries again`)
  }

  async function renew(): Promise<void> {
    const claims = [...running.values()].map(({ message }) => message)
    if (claims.length === 0) return
    // What ended meanwhile is no longer claimed.
    const lost = (await messages.renew(claims, LEASE_MS)).filter(({ id, number }) =>
      running.has(`${id} ${number}`),
    )
    if (lost.length > 0) {
      deps.log.warn(
        { messages: lost.map(({ id }) => id) },
        'Claims on messages were lost while they were analysed',
      )
    }
  }

  return {
    start() {
      open = true
      const renewing = () =>
        renew().catch((cause) => deps.log.error({ err: cause }, 'Claims could not be renewed'))
      timers.push(setInterval(look, LOOK_EVERY_MS), setInterval(renewing, RENEW_EVERY_MS))
      again = true
      looking = takeBack()
        .catch((cause) =>
          deps.log.error({ err: cause }, 'Claims of an earlier start could not be given back'),
        )
        .then(lookAll)
        .finally(looked)
    },
    poke: look,
    storeWorks() {
      if (restsForWrites) rest.cut()
    },
    async stop(graceMs) {
      open = false
      rest.stop()
      clearTimeout(soon)
      for (const timer of timers) clearInterval(timer)
      const until = Bun.sleep(graceMs)
      await Promise.race([looking, until])
      const ends = Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([ends, until])
      const left = [...running.values()].map(({ message }) => message)
      const given = [...owed, ...left].map((message) =>
        messages.giveBack(message, { afterMs: 0, lostTry: false }).catch(() => undefined),
      )
      await Promise.all(given)
      return left.length
    },
  }
}
