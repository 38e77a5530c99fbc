import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { MIGRATIONS, versionOf } from '../../../src/store/sqlite/migrations.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { mailTest, newMessage, ROOMY } from '../../support/builders.ts'
import { temporaryDirectory } from '../../support/store.ts'

/** How often a first start is killed; each time a little later. */
const KILLS = 12

const OPENING = `
  import { openStore } from '${import.meta.dir}/../../../src/store/sqlite/open.ts'
  console.log('begins')
  await openStore({ directory: process.argv[1], migrate: true })
  console.log('opened')
  setInterval(() => {}, 1000)
`

describe('the first start', () => {
  test('killed at any moment leaves a whole database or none, and the next one begins anew', async () => {
    const { directory, remove } = temporaryDirectory()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const folder = join(directory, String(kill))
      const child = Bun.spawn([process.execPath, '-e', OPENING, folder], { stdout: 'pipe' })
      const output = child.stdout.getReader()
      await output.read()
      await Bun.sleep(kill * 4)
      child.kill('SIGKILL')
      await child.exited
      const file = join(folder, 'mailgauge.db')
      if (existsSync(file)) {
        const driver = new Sqlite(file, { readonly: true })
        expect(versionOf(driver)).toBe(MIGRATIONS.length)
        expect(driver.pragma('integrity_check', { simple: true })).toBe('ok')
        driver.close()
      }
      const store = await openStore({ directory: folder, migrate: true })
      expect(await store.accounts.list()).toEqual([])
      await store.close()
      expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
    }
    remove()
  }, 300_000)

  test('takes away what one left that was killed, and nobody else may read its database', async () => {
    const { directory, remove } = temporaryDirectory()
    for (const part of ['', '-wal', '-shm', '-journal'])
      writeFileSync(join(directory, `mailgauge.db.new${part}`), 'half of something')
    await (await openStore({ directory, migrate: true })).close()
    expect(readdirSync(directory).toSorted()).toEqual(['mailgauge.db', 'mailgauge.reserve'])
    expect(statSync(join(directory, 'mailgauge.db')).mode & 0o777).toBe(0o600)
    remove()
  })
})

describe('a data directory that held something', () => {
  test.each([true, false])('an empty database is refused, not made anew (service: %p)', async (migrate) => {
    const { directory, remove } = temporaryDirectory()
    writeFileSync(join(directory, 'mailgauge.db'), '')
    const opening = openStore({ directory, migrate })
    await expect(opening).rejects.toThrow(/mailgauge.db is empty: a database was here/)
    await expect(opening).rejects.toBeInstanceOf(StoreRefused)
    expect(statSync(join(directory, 'mailgauge.db')).size).toBe(0)
    remove()
  })

  test('a log without its database is refused: a new one would take its changes for its own', async () => {
    const { directory, remove } = temporaryDirectory()
    writeFileSync(join(directory, 'mailgauge.db-wal'), 'changes')
    await expect(openStore({ directory, migrate: true })).rejects.toThrow(
      /is missing, and .*-wal holds changes/,
    )
    writeFileSync(join(directory, 'mailgauge.db-wal'), '')
    await (await openStore({ directory, migrate: true })).close()
    remove()
  })
})

describe('while it is open', () => {
  test.each([
    ['the database moved away', ''],
    ['its log moved away', '-wal'],
    ['its shared memory moved away', '-shm'],
  ])('%s is noticed, nothing is acknowledged, and its return is noticed too', async (_name, part) => {
    const { directory, remove } = temporaryDirectory()
    const store = await openStore({ directory, migrate: true })
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    expect(await store.trouble()).toBeUndefined()
    const path = join(directory, `mailgauge.db${part}`)
    renameSync(path, `${path}.away`)
    expect(await store.trouble()).toBe('gone')
    expect(await store.messages.accept([newMessage(one.token)], ROOMY)).toBe('no_space')
    const { id, envelope, raw } = newMessage(one.token)
    const role = { id, envelope, raw, role: 'abuse' } as const
    expect(await store.roleMail.accept(role, { bytes: 1e6 })).toBe('no_space')
    expect((await store.mailTests.byToken(one.token))?.token).toBe(one.token)
    writeFileSync(path, 'another file')
    expect(await store.trouble()).toBe('gone')
    renameSync(`${path}.away`, path)
    expect(await store.trouble()).toBeUndefined()
    expect(await store.messages.accept([newMessage(one.token)], ROOMY)).toBe('stored')
    await store.close()
    remove()
  })

  test('other connections that come and go are no trouble', async () => {
    const { directory, remove } = temporaryDirectory()
    const store = await openStore({ directory, migrate: true })
    for (let i = 0; i < 3; i += 1) {
      const beside = await openStore({ directory, migrate: false })
      await beside.accounts.list()
      await beside.close()
    }
    expect(await store.trouble()).toBeUndefined()
    await store.close()
    remove()
  })
})
