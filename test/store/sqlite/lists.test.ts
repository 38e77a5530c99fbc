import { expect, test } from 'bun:test'
import { account, mailTest } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { testStore } from '../../support/store.ts'

const SEED = Number(process.env['SEED'] ?? 7)

/** mulberry32 */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

test(`every page of a long list is what the list without pages holds there (SEED=${SEED})`, async () => {
  const next = seeded(SEED)
  const clock = testClock()
  const { store, done } = await testStore({ clock })
  const owners = [account(), account()]
  for (const owner of owners) await store.accounts.create(owner)
  let all = Array.from({ length: 6000 }, () => {
    const owner = next(5) === 0 ? undefined : owners[next(10) === 0 ? 1 : 0]
    const expiresAt = new Date(clock.now().getTime() + (next(4) === 0 ? next(1000) : 1e9))
    return mailTest({ ...(owner && { accountId: owner.id }), expiresAt })
  })
  await Promise.all(all.map((one) => store.mailTests.allocate({ test: one })))

  async function expectPages(): Promise<void> {
    for (const { id } of owners) {
      const own = all.filter((one) => one.accountId === id && one.expiresAt > clock.now()).toReversed()
      const offsets = [0, 1, 1023, 1024, 1025, own.length - 1, own.length, own.length + 1]
      for (const offset of [...offsets, ...Array.from({ length: 20 }, () => next(own.length + 1))]) {
        const limit = 1 + next(200)
        const page = await store.mailTests.listByAccount(id, { limit, offset })
        expect(page.total).toBe(own.length)
        expect(page.items.map(({ token }) => token)).toEqual(
          own.slice(offset, offset + limit).map(({ token }) => token),
        )
      }
    }
  }

  await expectPages()
  for (let round = 0; round < 4; round += 1) {
    clock.advance(200)
    await expectPages()
    const gone = new Set(all.filter(() => next(3) === 0).slice(0, 900))
    await Promise.all([...gone].map(({ token }) => store.mailTests.delete(token)))
    all = all.filter((one) => !gone.has(one))
    await expectPages()
    await store.mailTests.deleteExpired(next(300))
    await expectPages()
  }
  await done()
}, 300_000)
