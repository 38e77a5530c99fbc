import { expect, test } from 'bun:test'
import { openReader } from '../../../src/store/sqlite/connection.ts'
import { databaseIn } from '../../../src/store/sqlite/files.ts'
import { lockDirectory } from '../../../src/store/sqlite/lock.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { waiting } from '../../support/claiming.ts'
import { testClock } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { KILLED, prepare } from './killed-writes.ts'

/** The messages that were acknowledged before the process was killed. */
async function acknowledgedUntilKilled(directory: string, atLeast: number): Promise<string[]> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/accept-forever.ts`, directory], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk)
    if (text.length > atLeast * 31) child.kill('SIGKILL')
  }
  await child.exited
  return text.split('\n').slice(0, -1)
}

test('kill -9 while mail comes in loses nothing that was acknowledged', async () => {
  const { directory, remove } = temporaryDirectory()
  const acknowledged: string[] = []
  for (const atLeast of [50, 700]) {
    acknowledged.push(...(await acknowledgedUntilKilled(directory, atLeast)))
    const store = await openStore({ directory, migrate: false })
    const queued = new Set((await waiting(store)).map((message) => message.id))
    for (const id of acknowledged) {
      expect(queued.has(id)).toBe(true)
      const raw = await store.messages.raw(id)
      expect(Buffer.from(raw ?? []).toString()).toStartWith(`Subject: ${id}\r\n`)
    }
    await store.close()
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(750)
  remove()
}, 300_000)

/** Everything that is kept. */
function held(file: string): Record<string, unknown[]> {
  const { driver } = openReader(file)
  const tables = driver
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[]
  const rows = Object.fromEntries(tables.map((name) => [name, driver.prepare(`SELECT * FROM ${name}`).all()]))
  driver.close()
  return rows
}

async function killedIn(file: string, index: number, when: 'entry' | 'commit' | 'committed'): Promise<void> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/kill-in-write.ts`, file, `${index}`, when], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(child.stdout).text()
  await child.exited
  expect({ text, signal: child.signalCode }).toEqual({ text: '', signal: 'SIGKILL' })
}

test('kill -9 in the middle of a write of people and accounts leaves it done or not done', async () => {
  const { directory, remove } = temporaryDirectory()
  const file = databaseIn(directory)
  const opened = <T>(use: (store: Store) => Promise<T>) =>
    openStore({ directory, migrate: true, clock: testClock() }).then((store) =>
      use(store).finally(() => store.close()),
    )
  await opened(prepare)
  for (const [index, { name, done, args }] of KILLED.entries()) {
    const before = held(file)
    const hasEntry = args.some((arg) => JSON.stringify(arg)?.includes('"actor"'))
    await killedIn(file, index, hasEntry ? 'entry' : 'commit')
    expect(held(file), name).toEqual(before)
    await killedIn(file, index, 'committed')
    await opened(done)
  }
  remove()
}, 300_000)

test('the lock of a data directory is one process wide, and ends with a kill', async () => {
  const { directory, remove } = temporaryDirectory()
  const script = `
    import { lockDirectory } from '${import.meta.dir}/../../../src/store/sqlite/lock.ts'
    console.log(lockDirectory('${directory}').kind)
    setInterval(() => {}, 1000)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value).trim()).toBe('locked')
  expect(lockDirectory(directory)).toEqual({ kind: 'in_use', pid: child.pid })
  child.kill('SIGKILL')
  await child.exited
  const own = lockDirectory(directory)
  if (own.kind !== 'locked') throw new Error('The lock outlived its process.')
  expect(lockDirectory(directory)).toEqual({ kind: 'in_use', pid: process.pid })
  own.lock.release()
  const again = lockDirectory(directory)
  expect(again.kind).toBe('locked')
  if (again.kind === 'locked') again.lock.release()
  remove()
}, 300_000)
