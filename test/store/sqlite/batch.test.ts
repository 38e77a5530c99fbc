import { expect, test } from 'bun:test'
import { createBatch, type Job } from '../../../src/store/sqlite/batch.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { RolledBack } from '../../../src/store/sqlite/rolled-back.ts'

/** A batch over a table of numbers, with writes that end in every way there is. */
function numbers() {
  const { driver } = openWriter(':memory:')
  driver.exec('CREATE TABLE n (value INTEGER UNIQUE)')
  const insert = driver.prepare('INSERT INTO n VALUES (?)')
  const writes = {
    add: (value: number) => insert.run(value).changes,
    addThenThrow: (value: number) => {
      insert.run(value)
      throw new Error('on purpose')
    },
    addThenUndo: (value: number) => {
      insert.run(value)
      throw new RolledBack('no')
    },
    // What SQLite does by itself when the disk is full.
    endTransaction: () => {
      driver.exec('ROLLBACK')
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    },
  }
  const batch = createBatch({ driver }, new Map(Object.entries(writes)))
  const run = (...calls: [keyof typeof writes, number?][]) =>
    batch(calls.map(([name, ...args], id) => ({ id, name: name as Job['name'], args })))
  return { run, driver, held: () => driver.prepare('SELECT value FROM n ORDER BY value').pluck().all() }
}

test('a write that throws undoes only itself', () => {
  const { run, held } = numbers()
  const replies = run(['add', 1], ['addThenThrow', 2], ['add', 1], ['add', 3])
  expect(replies).toMatchObject([
    { id: 0, ok: true, value: 1 },
    { id: 1, ok: false, failure: { message: 'on purpose' } },
    { id: 2, ok: false, failure: { code: 'SQLITE_CONSTRAINT_UNIQUE' } },
    { id: 3, ok: true, value: 1 },
  ])
  expect(held()).toEqual([1, 3])
})

test('a write that undoes itself answers with its value', () => {
  const { run, held } = numbers()
  expect(run(['addThenUndo', 1], ['add', 2])).toMatchObject([
    { ok: true, value: 'no' },
    { ok: true, value: 1 },
  ])
  expect(held()).toEqual([2])
})

test('when the whole transaction is undone, those before are told so and those after are done', () => {
  const { run, held } = numbers()
  const replies = run(['add', 1], ['add', 2], ['endTransaction'], ['add', 3], ['add', 4])
  expect(replies.map((reply) => [reply.id, reply.ok])).toEqual([
    [0, false],
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ])
  expect(replies[0]).toMatchObject({ failure: { code: 'SQLITE_FULL' } })
  expect(held()).toEqual([3, 4])
})

test('a transaction that cannot begin fails all, and the next one works', () => {
  const { run, driver, held } = numbers()
  driver.exec('BEGIN')
  const replies = run(['add', 1], ['add', 2])
  expect(replies.map((reply) => reply.ok)).toEqual([false, false])
  expect(run(['add', 3])).toMatchObject([{ ok: true }])
  expect(held()).toEqual([3])
})

test('a commit that fails is told to all', () => {
  const { run, driver } = numbers()
  driver.exec('CREATE TABLE p (id INTEGER PRIMARY KEY)')
  driver.exec('CREATE TABLE c (p INTEGER REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED)')
  driver.exec('CREATE TRIGGER t AFTER INSERT ON n WHEN new.value = 7 BEGIN INSERT INTO c VALUES (1); END')
  expect(run(['add', 1], ['add', 7]).map((reply) => reply.ok)).toEqual([false, false])
  expect(driver.inTransaction).toBe(false)
  expect(run(['add', 1])).toMatchObject([{ ok: true }])
})

test('no jobs, no replies', () => {
  expect(numbers().run()).toEqual([])
})

test('only a commit of claims alone does not wait for the disk', () => {
  const FULL = 2
  const NORMAL = 1
  const { driver } = openWriter(':memory:')
  const waits: unknown[] = []
  const look = () => waits.push(driver.pragma('synchronous', { simple: true }))
  const names = ['queue.claim', 'queue.renew', 'analyses.finish', 'messages.accept'] as const
  const batch = createBatch({ driver }, new Map(names.map((name) => [name, look])))
  const run = (...some: (typeof names)[number][]) => {
    waits.length = 0
    batch(some.map((name, id) => ({ id, name, args: [] })))
    return waits
  }
  expect(run('messages.accept')).toEqual([FULL])
  expect(run('queue.claim', 'queue.renew')).toEqual([NORMAL, NORMAL])
  expect(run('queue.claim', 'messages.accept')).toEqual([FULL, FULL])
  expect(run('queue.renew')).toEqual([NORMAL])
  expect(run('analyses.finish')).toEqual([FULL])
})
