import { afterEach, beforeEach, expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import type { StoredEvent } from '../../../src/core/event.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import type { WebhookPayload } from '../../../src/services/destinations/sending.ts'
import { createSpreading } from '../../../src/services/destinations/spreading/spreading.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, later, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { addDestination } from '../../support/destinations.ts'
import { entry } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'
import { recordingLog } from '../../support/world.ts'

let opened: Awaited<ReturnType<typeof testStore>>
beforeEach(async () => {
  opened = await testStore()
})
afterEach(() => opened.done())

async function madeAccount() {
  const one = account()
  await opened.store.accounts.create(one)
  return one.id
}

/** So many events about domains of an account. */
async function verified(accountId: string, count: number) {
  const { domains } = opened.store
  for (let at = 0; at < count; at += 1) {
    const domain = `${crypto.randomUUID()}.example.org`
    const one = newEntry({
      id: crypto.randomUUID(),
      accountId,
      domain,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    await domains.add(one, { verified: 1e6, unverified: 1e6 }, entry('domain.added'))
    const entries = { verified: entry('domain.verified'), unverified: entry('domain.unverified') }
    await domains.looked(one.id, { state: 'found', at: later(1) }, { verified: 1e6, later: 0, entries })
  }
}

const payload = ({ type, at, payload: data }: StoredEvent): WebhookPayload => ({
  type,
  timestamp: at.toISOString(),
  data: { ...data },
})

function spreading(store: Store = opened.store, payloadOf = payload, now = THEN) {
  const log = recordingLog()
  return { ...createSpreading({ store, payloadOf, clock: testClock(now), random, log }), log }
}

const of = async (id: string) => (await opened.store.deliveries.list(id, { limit: 1000 })).items
const TOLD = { types: ['domain.verified' as const] }

test('each event becomes one delivery for each destination that wants it, with the same webhook-id', async () => {
  const [mine, other] = [await madeAccount(), await madeAccount()]
  const [one, two, failed, theirs] = [
    await addDestination(opened.store, { accountId: mine, filter: TOLD }),
    await addDestination(opened.store, { accountId: mine, filter: TOLD }),
    await addDestination(opened.store, { accountId: mine, filter: { types: ['test.failed'] } }),
    await addDestination(opened.store, { accountId: other, filter: TOLD }),
  ]
  await verified(mine, 3)
  expect(await spreading().run()).toBe(6)
  const [ofOne, ofTwo] = [await of(one.id), await of(two.id)]
  expect(ofOne.map(({ messageId }) => messageId)).toEqual(ofTwo.map(({ messageId }) => messageId))
  expect(new Set(ofOne.map(({ messageId }) => messageId)).size).toBe(3)
  expect(JSON.parse(ofOne[0]?.body ?? '')).toMatchObject({
    type: 'domain.verified',
    data: { domain: expect.any(String) },
  })
  expect([await of(failed.id), await of(theirs.id)]).toEqual([[], []])
  expect(await spreading().run()).toBe(0)
})

test('of several that spread at once none makes a delivery twice, and of many events none is left out', async () => {
  const mine = await madeAccount()
  const { id } = await addDestination(opened.store, { accountId: mine, filter: TOLD })
  await verified(mine, 450)
  const made = await Promise.all([spreading().run(), spreading().run(), spreading().run()])
  expect(made.reduce((sum, some) => sum + some, 0)).toBe(450)
  const domains = new Set((await of(id)).map(({ body }) => JSON.parse(body).data.domain))
  expect(domains.size).toBe(450)
})

test('what happened before a destination was there is not told to it', async () => {
  const mine = await madeAccount()
  await verified(mine, 1)
  const { id } = await addDestination(opened.store, { accountId: mine, filter: TOLD, createdAt: later(5) })
  expect(await spreading(opened.store, payload, later(6)).run()).toBe(0)
  expect(await of(id)).toEqual([])
})

test('an event that cannot be told holds up no other one', async () => {
  const mine = await madeAccount()
  const { id } = await addDestination(opened.store, { accountId: mine, filter: TOLD })
  await verified(mine, 3)
  let calls = 0
  const one = spreading(opened.store, (event) => {
    calls += 1
    if (calls === 1) throw new Error('no words')
    if (calls === 2) return { ...payload(event), data: { long: 'x'.repeat(20_000) } }
    return payload(event)
  })
  expect(await one.run()).toBe(1)
  expect(await of(id)).toHaveLength(1)
  expect(one.log.lines.filter(({ level }) => level === 'error')).toHaveLength(2)
})

test('large fan-outs are kept in pieces', async () => {
  const mine = await madeAccount()
  for (let at = 0; at < 120; at += 1) await addDestination(opened.store, { accountId: mine, filter: TOLD })
  await verified(mine, 10)
  const sizes: number[] = []
  const store = {
    ...opened.store,
    deliveries: {
      ...opened.store.deliveries,
      spread: (...[upTo, some]: Parameters<Store['deliveries']['spread']>) => {
        sizes.push(some.length)
        return opened.store.deliveries.spread(upTo, some)
      },
    },
  }
  const text = 'x'.repeat(15_000)
  const big = spreading(store, (event) => ({ ...payload(event), data: { ...event.payload, text } }))
  expect(await big.run()).toBe(1200)
  // 4 MB of 15 KB each.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(360)
})

test('it stops between two pieces when it is told to', async () => {
  const mine = await madeAccount()
  await addDestination(opened.store, { accountId: mine, filter: TOLD })
  await verified(mine, 2)
  expect(await spreading().run(() => true)).toBe(0)
})
