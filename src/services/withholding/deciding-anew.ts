import type { DecidedBefore } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Announcer, Log, WithholdingRunner } from '../ports.ts'
import type { WithholdingRules } from './shown-words.ts'

export interface DecidingAnewDeps {
  store: Pick<Store, 'messages'>
  runner: WithholdingRunner
  announcer: Pick<Announcer, 'announce'>
  rules: Pick<WithholdingRules, 'version'>
  log: Log
}

/** Decides anew what earlier rules decided, of messages that a token opens. */
export interface DecidingAnew {
  /** Newest first, one at a time, until none is left or `isOver` says so. Gives how many are left undecided. */
  run(isOver: () => boolean): Promise<number>
}

/** Few enough that what is asked meanwhile hardly waits: no index tells which they are. */
const LOOKS_AT = 500
const REST_MS = 5

export function createDecidingAnew(deps: DecidingAnewDeps): DecidingAnew {
  /** Those that stopped their process: tried once in the life of the service, and not shown. */
  const givenUp = new Set<string>()

  async function decide({ id, token }: DecidedBefore): Promise<boolean> {
    const { store, runner, announcer, log } = deps
    const raw = await store.messages.raw(id)
    const read = await store.messages.report(token, id)
    // Deleted meanwhile.
    if (!raw || !read?.report) return true
    const decision = await runner.withhold(raw)
    if ('stopped' in decision) {
      givenUp.add(id)
      log.warn({ message: id, reason: decision.stopped }, 'It could not be decided whether words are shown')
      return false
    }
    // Where another report was stored meanwhile, it was decided by the rules of this program.
    if ((await store.messages.replaceWithholding(id, read, decision)) === 'replaced') {
      announcer.announce({ token, change: 'scored' })
    }
    return true
  }

  async function decideAll(page: readonly DecidedBefore[], isOver: () => boolean) {
    let [decided, left] = [0, 0]
    for (const message of page) {
      if (isOver()) break
      if (!givenUp.has(message.id) && (await decide(message))) decided += 1
      else left += 1
    }
    return { decided, left }
  }

  return {
    async run(isOver) {
      let before = Number.MAX_SAFE_INTEGER
      let [decided, left] = [0, 0]
      while (!isOver()) {
        const { found, next } = await deps.store.messages.decidedByOthers(
          deps.rules.version,
          before,
          LOOKS_AT,
        )
        const some = await decideAll(found, isOver)
        decided += some.decided
        left += some.left
        if (next === undefined) break
        before = next
        await Bun.sleep(REST_MS)
      }
      if (decided > 0) deps.log.info({ decided, left }, 'Decided anew which messages may be shown')
      return left
    },
  }
}
