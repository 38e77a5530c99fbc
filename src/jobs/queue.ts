import type { Clock, Log } from '../services/ports.ts'
import type { QueuedMessage, Store } from '../store/store.ts'

export interface QueueDeps {
  store: Store
  clock: Clock
  log: Log
  /** Messages analysed at once. */
  size: number
  /** Milliseconds before a lost analysis is tried again. */
  restMs?: number
  analyse(message: QueuedMessage): Promise<void>
}

export interface Queue {
  /** Takes up what waits, from this moment on. */
  start(): void
  /** Something may wait now. */
  poke(): void
  /** Takes up nothing more and resolves when what runs has ended, or the time is up. */
  stop(graceMs: number): Promise<void>
}

/** How often the store is asked though nobody poked: for repeated analyses that fall due. */
const LOOK_EVERY_MS = 5_000

/** How long a message is left alone whose analysis was lost: the disk may be full, or what is stored of it unreadable.
 * Tried at once it would keep out the messages behind it. */
const REST_MS = 30_000

/** Feeds messages from the store's rows to analysis, oldest first: the rows are the queue, so a restart loses nothing. */
export function createQueue(deps: QueueDeps): Queue {
  const running = new Map<string, Promise<void>>()
  const resting = new Map<string, ReturnType<typeof setTimeout>>()
  let looking = false
  let again = false
  let timer: ReturnType<typeof setInterval> | undefined

  async function look(): Promise<void> {
    again = true
    if (looking || !timer) return
    looking = true
    while (again && timer && running.size < deps.size) {
      again = false
      await takeUp().catch((cause) => deps.log.error({ err: cause }, 'The queue could not be read'))
    }
    looking = false
  }

  async function takeUp(): Promise<void> {
    const room = deps.size - running.size
    const except = [...running.keys(), ...resting.keys()]
    const messages = await deps.store.messages.queued(deps.clock.now(), except, room)
    if (!timer) return
    for (const message of messages) {
      const work = deps
        .analyse(message)
        .catch((cause) => {
          deps.log.error({ err: cause, message: message.id }, 'An analysis was lost; it is tried again later')
          rest(message.id)
        })
        .finally(() => {
          running.delete(message.id)
          void look()
        })
      running.set(message.id, work)
    }
  }

  function rest(id: string): void {
    const wake = () => {
      resting.delete(id)
      void look()
    }
    resting.set(id, setTimeout(wake, deps.restMs ?? REST_MS))
  }

  return {
    start() {
      timer = setInterval(() => void look(), LOOK_EVERY_MS)
      void look()
    },
    poke: () => void look(),
    async stop(graceMs) {
      clearInterval(timer)
      timer = undefined
      await Promise.race([Promise.allSettled(running.values()), Bun.sleep(graceMs)])
      for (const waking of resting.values()) clearTimeout(waking)
      resting.clear()
    },
  }
}
