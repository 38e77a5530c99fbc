import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { QueryTooLong } from '../../../../src/store/aggregates.ts'
import { databaseIn } from '../../../../src/store/sqlite/files.ts'
import { createReaders, type Readers } from '../../../../src/store/sqlite/readers/readers.ts'
import { type TestStore, testStore } from '../../../support/store.ts'

let opened: TestStore
let readers: Readers | undefined
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())
afterEach(() => readers?.close())

const LONG = 60_000

function begin(limits: { limitMs?: number; graceMs?: number } = {}): Readers {
  readers = createReaders({
    file: databaseIn(opened.directory),
    url: new URL('./odd-reader.ts', import.meta.url),
    limitMs: LONG,
    graceMs: LONG,
    ...limits,
  })
  return readers
}

const failing = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (cause: unknown) => cause,
  )

describe('threads that read', () => {
  test('give an answer, and say what is wrong with a query', async () => {
    const { ask } = begin()
    expect(await ask('a', 'quick', [{ at: new Date(0), bytes: new Uint8Array([1]) }])).toEqual({
      at: new Date(0),
      bytes: new Uint8Array([1]),
    })
    expect(String(await failing(ask('a', 'wrong', [])))).toContain('no such table')
    expect(String(await failing(ask('a', 'writing', [])))).toContain('readonly')
    expect(await ask('a', 'quick', [1])).toBe(1)
  })

  test('end a query that takes too long, and go on', async () => {
    const { ask } = begin({ limitMs: 300 })
    const [first, second] = [failing(ask('a', 'endless', [])), failing(ask('b', 'endless', []))]
    expect(await first).toBeInstanceOf(QueryTooLong)
    expect(await second).toBeInstanceOf(QueryTooLong)
    expect(await Promise.all([ask('a', 'quick', [1]), ask('b', 'quick', [2])])).toEqual([1, 2])
  })

  test('give up a thread that cannot be stopped, and begin another', async () => {
    const { ask } = begin({ limitMs: 1500, graceMs: 10 })
    const deaf = ['a', 'b'].map((whose) => failing(ask(whose, 'deaf', [3e7])))
    expect(await Promise.all(deaf)).toEqual([expect.any(QueryTooLong), expect.any(QueryTooLong)])
    expect(await ask('c', 'quick', [1])).toBe(1)
  })

  test('never let one wait for another who asks much', async () => {
    const { ask } = begin()
    const long = [1, 2, 3].map(() => failing(ask('a', 'endless', [])))
    for (const number of [1, 2, 3]) expect(await ask('b', 'quick', [number])).toBe(number)
    await readers?.close()
    for (const query of long) expect(await query).toBeInstanceOf(Error)
  })

  test('take turns', async () => {
    const { ask } = begin()
    const done: string[] = []
    const noted = (whose: string, name: string, args: unknown[]) =>
      ask(whose, name, args).then(() => done.push(whose))
    // One thread is busy all the time, so that everything else takes its turn in the other.
    const busy = failing(ask('z', 'endless', []))
    await Promise.all([
      ...Array.from({ length: 4 }, () => noted('a', 'deaf', [1e5])),
      noted('b', 'quick', [1]),
      noted('c', 'quick', [1]),
    ])
    expect(done.slice(0, 3).sort()).toEqual(['a', 'b', 'c'])
    await readers?.close()
    await busy
  })

  test('refuse one whose queries pile up, and nobody else', async () => {
    const { ask } = begin()
    const all = Array.from({ length: 60 }, () => failing(ask('a', 'endless', [])))
    const first = await Promise.race(all)
    expect(first).toBeInstanceOf(QueryTooLong)
    expect(await ask('b', 'quick', [1])).toBe(1)
    await readers?.close()
    await Promise.all(all)
  })

  test('are begun anew when one dies', async () => {
    const { ask } = begin()
    expect(String(await failing(ask('a', 'end', [])))).toMatch(/database reader/)
    expect(await ask('a', 'quick', [1])).toBe(1)
  })

  test('end with the store while a query runs', async () => {
    const { ask, close } = begin()
    const query = failing(ask('a', 'endless', []))
    const waiting = failing(ask('a', 'quick', [1]))
    await Bun.sleep(100)
    await close()
    expect(String(await query)).toContain('closed')
    expect(String(await waiting)).toContain('closed')
    expect(String(await failing(ask('a', 'quick', [1])))).toContain('closed')
  })

  test('say of a database that cannot be opened that it cannot', async () => {
    readers = createReaders({
      file: `${opened.directory}/none.db`,
      url: new URL('./odd-reader.ts', import.meta.url),
    })
    expect(String(await failing(readers.ask('a', 'quick', [1])))).toMatch(/unable to open/)
  })
})
