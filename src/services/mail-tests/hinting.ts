import { type Actor, accountOf } from '../../core/access/permission.ts'
import { isToken, type MailTest } from '../../core/mail-test.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { HintChange, SenderHints } from '../../core/report.ts'
import type { Store } from '../../store/store.ts'
import { testOf } from '../access/own-test.ts'
import type { Rescoring } from '../analysis/rescoring/rescoring.ts'
import type { Announcer, Log } from '../ports.ts'
import { createFairTurns } from './fair-turns.ts'

export interface HintingDeps {
  store: Pick<Store, 'mailTests'>
  /** Writes what it finds. */
  rescoring: Pick<Rescoring, 'ofTest'>
  announcer: Pick<Announcer, 'announce'>
  log: Log
  /** The longest that whoever says something waits until their test is judged again. */
  waitMs?: number
}

/** Keeps what owners say of their mail, and judges it again by that. */
export interface Hinting {
  /** Of a test of the actor's: whoever holds the token of one that was made without an account is its owner. `party` is
   * whose turn it takes: the account, or the network of whoever holds the token. */
  give(actor: Actor, token: string, change: HintChange, party?: string): Promise<Result<void>>
  /** A message was judged by what its owner had said when its analysis began: judges the test again if they said
   * something else meanwhile. */
  settle(token: string, heard: SenderHints | undefined): Promise<void>
}

/** Tests that may wait to be judged again; one at a time is, and parties take turns: the account, or the network of whoever
 * has the token. */
const MOST_WAITING = { ofParty: 20, ofAll: 200 }
const WAIT_MS = 8_000
const RETRY_AFTER_SECONDS = 10

export function createHinting(deps: HintingDeps): Hinting {
  const { store } = deps
  const turns = createFairTurns(MOST_WAITING)

  async function giveOf(
    test: MailTest | undefined,
    party: string,
    change: HintChange,
  ): Promise<Result<void>> {
    if (!test) return refused({ kind: 'not_found', what: 'test' })
    const { token } = test
    const done = turns.take(party, async () => {
      if ((await store.mailTests.changeSenderHints(token, change)) === 'changed') {
        await judgeAgain(deps, token)
      }
    })
    if (!done) return refused({ kind: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS })
    // Whoever leaves earlier is told when it is done, like everybody who looks at the test.
    await within(deps.waitMs ?? WAIT_MS, done)
    return granted(undefined)
  }

  const read = (token: string) => (isToken(token) ? store.mailTests.byToken(token) : undefined)

  return {
    async give(actor, token, change, party = accountOf(actor) ?? token) {
      return giveOf(await testOf(deps, actor, token, 'change'), party, change)
    },
    async settle(token, heard) {
      const test = await read(token)
      if (test && JSON.stringify(test.senderHints ?? {}) !== JSON.stringify(heard ?? {})) {
        void turns.take(test.accountId ?? token, () => judgeAgain(deps, token), 'always')
      }
    },
  }
}

async function judgeAgain({ store, rescoring, announcer, log }: HintingDeps, token: string): Promise<void> {
  try {
    const hints = (await store.mailTests.byToken(token))?.senderHints ?? {}
    for await (const { id, ...became } of rescoring.ofTest(token, hints)) {
      if (became.kind === 'failed') {
        const { reason } = became
        log.warn({ message: id, reason }, 'A message could not be scored again by what its owner says')
      }
    }
    announcer.announce({ token, change: 'scored' })
  } catch (cause) {
    log.error({ err: cause }, 'A test could not be scored again by what its owner says')
  }
}

/** What is said after a change. Not bulk is what is assumed of those who say nothing. */
export function hintsAfter(before: SenderHints, change: HintChange): SenderHints {
  const { kind = before.kind, bulk = before.bulk } = change
  return { ...(kind !== undefined && kind !== 'inferred' && { kind }), ...(bulk && { bulk }) }
}

async function within(milliseconds: number, done: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await Promise.race([done, promise])
  } finally {
    clearTimeout(timer)
  }
}
