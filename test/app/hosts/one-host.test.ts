import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createOnOneHost, onOneHost, untilDoneHere } from '../../../src/app/hosts/one-host.ts'
import type { Config } from '../../../src/config/config.ts'
import type { Store } from '../../../src/store/store.ts'
import { testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'

let store: Store
let done: () => Promise<void>
beforeEach(async () => {
  ;({ store, done } = await testStore())
})
afterEach(() => done())

const host = (name: string) => createOnOneHost({ leases: store.leases, holder: { host: name, start: '1' } })

describe('work of one host', () => {
  test('is done by one at a time, and by the next when it has ended', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const work = async () => {
      begun += 1
      await gate.promise
      return begun
    }
    const [a, b] = [host('a')('looks', work), host('b')('looks', work)]
    const first = a()
    await until(async () => begun === 1)
    expect(await b()).toBe('elsewhere')
    gate.resolve()
    expect(await first).toBe(1)
    expect(await b()).toBe(2)
  })

  test('other work is another matter', async () => {
    expect(await host('a')('one', async () => host('b')('other', async () => 'done')())()).toBe('done')
  })

  test('is free again after work that failed', async () => {
    const failing = host('a')('looks', () => Promise.reject(new Error('no')))
    await expect(failing()).rejects.toThrow('no')
    await until(async () => (await host('b')('looks', async () => 'done')()) === 'done')
  })

  test('is kept for as long as it lasts, and over once another host has it', async () => {
    const leaseMs = 300
    const seen: boolean[] = []
    const gate = Promise.withResolvers<void>()
    let isStill = false
    const leases: Store['leases'] = {
      ...store.leases,
      take: async (...asked) => !isStill && store.leases.take(...asked),
    }
    const a = createOnOneHost({ leases, holder: { host: 'a', start: '1' }, leaseMs })
    const first = a('looks', async (isOver) => {
      await Bun.sleep(3 * leaseMs)
      seen.push(isOver())
      // As if this host had stood still: its lease ends and another takes it.
      isStill = true
      await store.leases.releaseOf('a')
      expect(await store.leases.take('looks', 'b/1', 60_000)).toBe(true)
      await until(async () => isOver())
      seen.push(isOver())
      gate.resolve()
    })()
    await gate.promise
    await first
    expect(seen).toEqual([false, true])
    // What is another's is not released.
    expect(await host('c')('looks', async () => 'done')()).toBe('elsewhere')
  })

  test('is begun by none that is over, and does not wait for ever', async () => {
    await store.leases.take('looks', 'b/1', 60_000)
    let over = false
    const waiting = untilDoneHere(
      host('a')('looks', async () => 'done'),
      5,
    )(() => over)
    over = true
    await waiting
    expect(await host('c')('free', async () => 'done')(() => true)).toBe('elsewhere')
  })

  test('goes on until it was done here', async () => {
    await store.leases.take('looks', 'b/1', 60_000)
    let times = 0
    const waiting = untilDoneHere(
      host('a')('looks', async () => (times += 1)),
      5,
    )(() => false)
    await Bun.sleep(30)
    expect(times).toBe(0)
    await store.leases.releaseOf('b')
    await waiting
    expect(times).toBe(1)
  })

  test('needs no lease where there is no other host', async () => {
    await store.leases.take('looks', 'b/1', 60_000)
    const alone = { store: {} } as Config
    expect(await onOneHost(alone, store)('looks', async () => 'done')()).toBe('done')
  })
})
