import type { AnalysisOutcome } from '../../src/store/messages.ts'
import type { Store } from '../../src/store/store.ts'
import { account, mailTest, newMessage, report } from './builders.ts'
import { finish, waiting } from './claiming.ts'
import type { TestClock } from './clock.ts'

const STEPS = 400

/** mulberry32 */
export function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Ends the analysis of a message, where one is due. */
async function concluded(store: Store, id: string, outcome: AnalysisOutcome): Promise<boolean> {
  const due = (await waiting(store)).some((message) => message.id === id)
  return due && (await finish(store, id, outcome)) === 'finished'
}

/** Tests and messages at random: arrivals, analyses, replacements, deletions. Each step goes to one of the stores, which are over one
 * database; `at` is called now and then. */
export async function strangeLife(
  { stores, clock }: { stores: readonly Store[]; clock: TestClock },
  next: (below: number) => number,
  at: () => Promise<void>,
) {
  const owner = account()
  let store = stores[0] as Store
  await store.accounts.create(owner)
  const tests: string[] = []
  const messages: { id: string; token: string; reports: number }[] = []
  const pick = <T>(list: readonly T[]) => list[next(list.length)]
  const outcome = () => {
    const made = report({ score: next(10), headline: { from: 'ä'.repeat(next(50)), date: '', subject: '' } })
    return {
      report: made,
      evidence: { filler: 'e'.repeat(next(3000)), random: [...Array(next(200))].map(() => next(1e9)) },
      content: 'ü'.repeat(next(500)),
      ...(next(2) === 0 && { messageView: { fields: [] } as never }),
    }
  }
  const steps = [
    async () => {
      const [expiresAt, mine] = [new Date(clock.now().getTime() + next(1000)), next(4) === 0]
      const one = mailTest(mine ? { accountId: owner.id, expiresAt } : { expiresAt })
      const network = mine || next(3) === 0 ? undefined : `192.0.2.${next(4)}/32`
      await store.mailTests.allocate({ test: one, ...(network && { client: network }) })
      tests.push(one.token)
    },
    async () => {
      const raw = crypto.getRandomValues(new Uint8Array(next(5000)))
      const all = [...Array(1 + next(3))].map(() => newMessage(pick(tests) ?? 'none', { raw }))
      const bounds = { messagesPerTest: 6, bytesPerTest: 20_000 }
      if ((await store.messages.accept(all, bounds)) === 'stored')
        messages.push(...all.map(({ id, token }) => ({ id, token, reports: 0 })))
    },
    async () => {
      const one = pick(messages)
      if (!one) return
      if (next(4) === 0) {
        await concluded(store, one.id, { status: 'failed', reason: 'no' })
        return
      }
      const { report: made, ...rest } = outcome()
      const again = { ...rest, repeatAfterMs: 0 }
      if (await concluded(store, one.id, { status: 'scored', report: made, ...again })) one.reports += 1
    },
    async () => {
      const one = pick(messages)
      if (!one?.reports) return
      const after = outcome()
      const replaced = await store.messages.replaceReport(one.id, { revision: one.reports - 1, ...after })
      if (replaced === 'replaced') one.reports += 1
    },
    async () => {
      const one = pick(messages)
      if (!one?.reports) return
      const checks = crypto.getRandomValues(new Uint8Array(next(3000)))
      const revision = one.reports - 1 - (next(4) === 0 ? 1 : 0)
      await store.messages.keepRendered(one.id, { revision, version: String(next(3)), checks })
    },
    async () => {
      if (next(3) === 0) await store.mailTests.delete(pick(tests) ?? 'none')
      clock.advance(next(20))
      if (next(12) === 0) await store.mailTests.deleteExpired(3)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    store = pick(stores) ?? store
    await pick(steps)?.()
    if (step % 20 === 0) await at()
  }
}
