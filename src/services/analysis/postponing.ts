import type { Claim } from '../../store/claims.ts'
import type { Store } from '../../store/store.ts'
import type { Announcer, Log } from '../ports.ts'

export interface PostponingDeps {
  store: { messages: Pick<Store['messages'], 'giveBack'> }
  announcer: Pick<Announcer, 'announce'>
  log: Log
}

/** A message whose try came to nothing through no fault of its own. */
export type Postponed = Claim & { token: string; lostTries: number }

/** Gives messages back to be tried again: after growing waits, and without an end. */
export interface Postponing {
  /** A try was lost; `because` is for the operator. Rejects when the store takes no write. */
  postpone(message: Postponed, because: string): Promise<void>
  /** The service ended while these were analysed. The first time they are tried again at once; then one after the other,
   * because one of them may be what ends it. */
  interrupted(messages: readonly Postponed[]): Promise<void>
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 10 * 60_000

/** How long a message waits that was tried in vain so often before. */
export function waitAfter(lostTries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(lostTries, 20))
}

export function createPostponing({ store, announcer, log }: PostponingDeps): Postponing {
  async function giveBack(message: Postponed, afterMs: number): Promise<boolean> {
    const given = await store.messages.giveBack(message, { afterMs, lostTry: true })
    if (given === 'given_back') announcer.announce({ token: message.token, change: 'postponed' })
    return given === 'given_back'
  }

  return {
    async postpone(message, because) {
      const afterMs = waitAfter(message.lostTries)
      if (!(await giveBack(message, afterMs))) return
      log.warn(
        { message: message.id, reason: because, tries: message.lostTries + 1, waitSeconds: afterMs / 1000 },
        'An analysis was lost; it is tried again later',
      )
    },
    async interrupted(messages) {
      if (messages.length === 0) return
      for (const [index, message] of messages.entries()) {
        const { lostTries } = message
        const wait = lostTries === 0 ? 0 : waitAfter(lostTries - 1) * (index + 1)
        await giveBack(message, Math.min(LONGEST_WAIT_MS, wait))
      }
      log.warn(
        { messages: messages.map(({ id }) => id) },
        'The service had ended while these messages were analysed; they are analysed again',
      )
    },
  }
}
