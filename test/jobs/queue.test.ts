import { afterEach, expect, test } from 'bun:test'
import { createQueue, type Queue } from '../../src/jobs/queue.ts'
import { type Ending, NotStored } from '../../src/services/analysis/analyse.ts'
import { createPostponing } from '../../src/services/analysis/postponing.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import type { QueuedMessage } from '../../src/store/claims.ts'
import type { Store } from '../../src/store/store.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'
import { until } from '../support/until.ts'
import { recordingLog } from '../support/world.ts'

const scored = { status: 'scored', report: report(), evidence: {} } as const
let clock: TestClock
let opened: TestStore
let queue: Queue | undefined

afterEach(async () => {
  await queue?.stop(5_000)
  await opened.done()
})

async function openWith(messages: number) {
  clock = testClock()
  opened = await testStore({ clock })
  return { store: opened.store, ids: await receive(messages, mailTest()) }
}

async function receive(messages: number, one: ReturnType<typeof mailTest>): Promise<string[]> {
  const { store } = opened
  await store.mailTests.allocate({ test: one })
  const stored = Array.from({ length: messages }, () => newMessage(one.token))
  for (const message of stored) await store.messages.accept([message], { ...ROOMY, messagesPerTest: 1000 })
  return stored.map(({ id }) => id)
}

interface Options {
  store?: Store
  size?: number
  start?: string
  restMs?: number
  ready?(): number
}

function startQueue(
  analyse: (message: QueuedMessage) => Promise<Ending>,
  { store = opened.store, size = 2, start = 'now', restMs, ready }: Options = {},
) {
  const log = recordingLog()
  const postponing = createPostponing({ store, announcer: createAnnouncer(), log })
  const holder = { host: 'here', start }
  queue = createQueue({
    store,
    log,
    holder,
    size: () => size,
    ...(ready && { ready }),
    analyse,
    postponing,
    ...(restMs !== undefined && { restMs }),
  })
  queue.start()
  return { queue, log }
}

const keep = async (message: QueuedMessage): Promise<Ending> => {
  await opened.store.messages.finish(message, scored)
  return 'stored'
}
test('a message that cannot be read waits longer each time, and keeps nobody out', async () => {
  const { ids } = await openWith(3)
  const [poisoned = '', ...others] = ids
  const begun: string[] = []
  const { log, queue: running } = startQueue(async (message) => {
    begun.push(message.id)
    if (message.id === poisoned) throw new Error('database disk image is malformed')
    return keep(message)
  })
  await until(() => begun.length === 3)
  expect(begun.toSorted()).toEqual([...ids].toSorted())
  expect(others.every((id) => begun.includes(id))).toBe(true)
  for (const [times, wait] of [5_000, 10_000, 20_000].entries()) {
    await until(() => log.lines.filter(({ facts }) => facts['waitSeconds'] === wait / 1000).length === 1)
    clock.advance(wait - 1)
    running.poke()
    await Bun.sleep(50)
    expect(begun).toHaveLength(3 + times)
    clock.advance(1)
    running.poke()
    await until(() => begun.length === 4 + times)
  }
})

test('while no outcome can be stored one message at a time is tried, and all are when one was stored', async () => {
  await openWith(30)
  let full = true
  let [running, begun] = [0, 0]
  const four = Promise.withResolvers<void>()
  const works = () => log.lines.some(({ sentence }) => sentence === 'Messages can be analysed again')
  const { log, queue: started } = startQueue(
    async (message) => {
      begun += 1
      running += 1
      if (works()) {
        if (running === 4) four.resolve()
        await four.promise
      } else await Bun.sleep(5)
      running -= 1
      if (full) throw new NotStored('The outcome of an analysis could not be stored')
      return keep(message)
    },
    { size: 8, restMs: 100 },
  )
  await Bun.sleep(1_000)
  // Four of the eight places are one party's; then rests of 100, 200, 400 and 800 ms.
  expect(begun).toBeLessThanOrEqual(4 + 4)
  full = false
  await until(works)
  clock.advance(3_600_000)
  started.poke()
  await four.promise
  await until(async () => (await opened.store.outbox.behind('a test', 100)).length === 30)
})

test('after a stop nothing is taken up, and what runs is given back', async () => {
  const { store, ids } = await openWith(1)
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const { queue: first } = startQueue(async ({ id }) => {
    begun.push(id)
    await held.promise
    return 'gone'
  })
  await until(() => begun.length === 1)
  await first.stop(10)
  expect(await store.messages.claimsOf('here')).toEqual([])
  await receive(1, mailTest())
  first.poke()
  await Bun.sleep(20)
  expect(begun).toEqual(ids)
  expect(
    (await store.messages.claim({ holder: 'x/1', leaseMs: 1, limit: 9, places: 18 })).map(
      (one) => one.lostTries,
    ),
  ).toEqual([0, 0])
  held.resolve()
})

test('what an earlier start had claimed when it was killed is told, and analysed again', async () => {
  const { store, ids } = await openWith(4)
  const left = await store.messages.claim({ holder: 'here/before', leaseMs: 60_000, limit: 2, places: 8 })
  await store.messages.claim({ holder: 'elsewhere/before', leaseMs: 60_000, limit: 1, places: 8 })
  const seen: [string, number][] = []
  const { log } = startQueue(async (message) => {
    seen.push([message.id, message.lostTries])
    return keep(message)
  })
  await until(() => seen.length === 3)
  expect(seen.toSorted()).toEqual(
    [
      [ids[0], 1],
      [ids[1], 1],
      [ids[3], 0],
    ].toSorted() as never,
  )
  const told = log.lines.find(({ sentence }) => sentence.startsWith('The service had ended'))
  expect(told?.facts).toEqual({ messages: left.map(({ id }) => id) })
})

test('messages that ran whenever the service was killed are tried one after the other', async () => {
  const { store } = await openWith(3)
  for (let kill = 0; kill < 3; kill += 1) {
    clock.advance(3_600_000)
    const claimed = await store.messages.claim({
      holder: `here/${kill}`,
      leaseMs: 60_000,
      limit: 3,
      places: 6,
    })
    expect(claimed).toHaveLength(3)
    const log = recordingLog()
    const postponing = createPostponing({ store, announcer: createAnnouncer(), log })
    await postponing.interrupted(await store.messages.claimsOf('here'))
  }
  const due = async () =>
    (await store.messages.claim({ holder: 'here/now', leaseMs: 60_000, limit: 3, places: 6 })).length
  expect(await due()).toBe(0)
  for (let at = 0; at < 3; at += 1) {
    clock.advance(10_000)
    expect(await due()).toBe(1)
  }
})

test('a claim that was lost meanwhile is not written to', async () => {
  const { store, ids } = await openWith(1)
  const going = Promise.withResolvers<void>()
  const endings: Ending[] = []
  startQueue(async (message) => {
    await going.promise
    const kept = await store.messages.finish(message, scored)
    endings.push(kept === 'finished' ? 'stored' : 'gone')
    return endings.at(-1) ?? 'gone'
  })
  await until(async () => (await store.messages.claimsOf('here')).length === 1)
  clock.advance(61_000)
  const [taken] = await store.messages.claim({ holder: 'elsewhere/1', leaseMs: 60_000, limit: 1, places: 2 })
  expect(taken?.id).toBe(ids[0])
  going.resolve()
  await until(() => endings.length === 1)
  expect(endings).toEqual(['gone'])
  expect(await store.messages.finish(taken!, scored)).toBe('finished')
})

test('beside 20 slow messages of one party a stranger is begun at once, and so is the next', async () => {
  await openWith(0)
  const { store } = opened
  const owner = account()
  await store.accounts.create(owner)
  const slow = new Set(await receive(20, mailTest({ accountId: owner.id })))
  const begun: string[] = []
  const release: (() => void)[] = []
  let [holding, most] = [0, 0]
  const { queue: running } = startQueue(
    async (message) => {
      begun.push(message.id)
      if (slow.has(message.id)) {
        holding += 1
        most = Math.max(most, holding)
        await new Promise<void>((resolve) => release.push(resolve))
        holding -= 1
      }
      return keep(message)
    },
    { size: 4 },
  )
  await until(() => begun.length === 2)
  for (let stranger = 0; stranger < 3; stranger += 1) {
    const [id = ''] = await receive(1, mailTest())
    running.poke()
    // None of the slow ones has to end for it.
    await until(() => begun.includes(id))
    expect(holding).toBe(2)
  }
  while (begun.filter((id) => slow.has(id)).length < 20) {
    await until(() => release.length > 0)
    release.shift()?.()
    await Bun.sleep(5)
  }
  for (const go of release) go()
  expect(most).toBe(2)
})

test('what could not be given back is, as soon as the store takes writes again, and no try is counted as lost', async () => {
  const { ids } = await openWith(3)
  let full = true
  const whenFull = <T>(write: () => Promise<T>) =>
    full ? Promise.reject(new Error('database or disk is full')) : write()
  const messages: Store['messages'] = {
    ...opened.store.messages,
    giveBack: (claim, how) => whenFull(() => opened.store.messages.giveBack(claim, how)),
  }
  const ended: [string, number][] = []
  const { log, queue: running } = startQueue(
    async (message) => {
      if (full) throw new NotStored('The disk takes no write', { noSpace: true })
      ended.push([message.id, message.lostTries])
      return keep(message)
    },
    { store: { ...opened.store, messages }, restMs: 50 },
  )
  await until(() => log.lines.filter(({ sentence }) => sentence.includes('given back')).length > 5)
  full = false
  // The clock of the store stands still: no claim runs out.
  running.storeWorks()
  await until(() => ended.length === 3)
  expect(ended.toSorted()).toEqual(ids.map((id): [string, number] => [id, 0]).toSorted())
})

test('a rest for another reason than the disk is not cut short', async () => {
  await openWith(2)
  let begun = 0
  const { queue: running } = startQueue(
    async () => {
      begun += 1
      return 'no_process'
    },
    { size: 1, restMs: 40_000 },
  )
  await until(() => begun === 1)
  for (let at = 0; at < 5; at += 1) {
    running.storeWorks()
    await Bun.sleep(10)
  }
  expect(begun).toBe(1)
})

test('messages are claimed as processors come free, so that who comes next stands in the line', async () => {
  await openWith(4)
  let ready = 1
  const begun: string[] = []
  const { queue: running } = startQueue(
    async (message) => {
      begun.push(message.token)
      ready -= 1
      await until(() => begun.length === 3)
      return keep(message)
    },
    { size: 8, ready: () => ready },
  )
  await until(() => begun.length === 1)
  const stranger = mailTest()
  await receive(1, stranger)
  running.poke()
  await Bun.sleep(100)
  expect(begun).toHaveLength(1)
  ready = 2
  await until(() => begun.length === 3)
  expect(begun).toContain(stranger.token)
})
