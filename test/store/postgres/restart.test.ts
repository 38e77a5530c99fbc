import { describe, expect, test } from 'bun:test'
import { openPostgres } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import type { Store } from '../../../src/store/store.ts'
import { mailTest, newMessage } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { cluster, postgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const ENDLESS = { messagesPerTest: 1_000_000, bytesPerTest: 1e12 }

describe.skipIf(postgresMissing !== undefined)('a database that is restarted', () => {
  test('of mail that arrives meanwhile all is there that was said to be kept, each once', async () => {
    const server = await cluster()
    const url = await server.create('restarted')
    const open = () =>
      openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true, clock: testClock() })
    const stores: Store[] = [await open(), await open()]
    const one = stores[0] as Store
    const tests = Array.from({ length: 8 }, () => mailTest())
    for (const made of tests) await one.mailTests.allocate({ test: made })
    const kept = new Set<string>()
    const unknown = new Set<string>()
    let isOver = false

    async function send(at: number) {
      const store = stores[at % 2] ?? one
      for (let sent = 0; !isOver; sent++) {
        const message = newMessage(tests[(at + sent) % tests.length]?.token ?? '')
        const answer = await store.messages.accept([message], ENDLESS).catch(() => undefined)
        if (answer === 'stored') kept.add(message.id)
        else unknown.add(message.id)
        // Whoever was refused comes again later.
        if (answer !== 'stored') await Bun.sleep(50)
      }
    }
    const sending = Promise.all(Array.from({ length: 12 }, (_, at) => send(at)))
    for (const how of ['immediate', 'fast'] as const) {
      const before = kept.size
      await until(() => kept.size > before + 200)
      await server.restart(how)
    }
    const before = kept.size
    await until(() => kept.size > before + 200)
    isOver = true
    await sending

    const there: string[] = []
    for (const { token } of tests) there.push(...(await one.messages.ofTest(token)).map(({ id }) => id))
    expect(new Set(there).size).toBe(there.length)
    const found = new Set(there)
    expect([...kept].filter((id) => !found.has(id))).toEqual([])
    // A commit that ended unheard, and could not be asked about, may have been done.
    expect(there.filter((id) => !kept.has(id) && !unknown.has(id))).toEqual([])
    expect(unknown.size).toBeGreaterThan(0)
    await Promise.all(stores.map((store) => store.close()))
    await server.stop()
  }, 120_000)
})
