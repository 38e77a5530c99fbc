import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeMigration } from '../../../src/app/backups/before-migration.ts'
import { filesBeside, SELF_SIGNED } from '../../../src/app/backups/members.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { takeSnapshot } from '../../../src/store/sqlite/backup/snapshot.ts'
import { lockBackups, lockDirectory } from '../../../src/store/sqlite/lock.ts'
import { accountsIn, addAccount, backupPlace, keepSecret } from './place.ts'

/** Whom the data directory belongs to. */
const OWNER = 65_534
const isRoot = process.getuid?.() === 0

if (!isRoot) console.warn('skipped: links that are laid for root, as the tests do not run as root')

let place: ReturnType<typeof backupPlace>
beforeEach(async () => {
  place = backupPlace()
  const store = await place.open()
  await addAccount(store, 'shop')
  await keepSecret(store, place.keyPath, 'open sesame')
  await store.close()
  place.write('victim', 'precious')
  chownSync(place.directory, OWNER, OWNER)
})
afterEach(() => place.remove())

function configWith(backups: string) {
  const loaded = loadConfig({
    flags: [
      { name: 'data', value: place.directory },
      { name: 'domain', value: 'in.example.com' },
      { name: 'backup.directory', value: backups },
    ],
    environment: {},
    cwd: '/',
    readFile: () => undefined,
  })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  return loaded.config
}

/** The owner of the data directory makes a link in it. */
function lay(name: string, to: string): void {
  const path = join(place.directory, name)
  rmSync(path, { recursive: true, force: true })
  symlinkSync(place.at(to), path)
  lchownSync(path, OWNER, OWNER)
}

const victim = () => [readFileSync(place.at('victim'), 'utf8'), statSync(place.at('victim')).uid]
const untouched = ['precious', 0]

describe.skipIf(!isRoot)('what the owner of a data directory lays for root', () => {
  test('the note of a backup', async () => {
    lay('last-backup.json.new', 'victim')
    await place.backup('x.tar.zst')
    expect(victim()).toEqual(untouched)
    expect(statSync(join(place.directory, 'last-backup.json')).uid).toBe(OWNER)
  })

  test.each(['backup.lock', 'mailgauge.lock'])('%s', (name) => {
    lay(name, 'victim')
    const lock = name === 'backup.lock' ? lockBackups : lockDirectory
    expect(() => lock(place.directory)).toThrow(StoreRefused)
    expect(victim()).toEqual(untouched)
    lay(name, 'not-there')
    expect(() => lock(place.directory)).toThrow(StoreRefused)
    expect(existsSync(place.at('not-there'))).toBe(false)
  })

  test('the file with the process id', () => {
    lay('mailgauge.pid', 'victim')
    const locking = lockDirectory(place.directory)
    if (locking.kind === 'locked') locking.lock.release()
    expect(victim()).toEqual(untouched)
    expect(readFileSync(join(place.directory, 'mailgauge.pid'), 'utf8')).toBe(`${process.pid}\n`)
  })

  test('the folder of a certificate, at a restore', async () => {
    place.write('data/tls/self-signed.pem', 'PEM')
    await place.backup('x.tar.zst')
    mkdirSync(place.at('etc'))
    lay('tls', 'etc')
    expect(await place.restore('x.tar.zst')).not.toHaveProperty('refused')
    expect(statSync(place.at('etc')).uid).toBe(0)
    expect(await accountsIn(place.directory)).toEqual(['shop'])
  })

  test('the note of a migration, and a folder for backups that was there before', async () => {
    const database = new Database(join(place.directory, 'mailgauge.db'))
    database.run('PRAGMA user_version = 1')
    database.close()
    lay('migrating.json', 'victim')
    const directory = place.at('backups')
    mkdirSync(directory)
    await beforeMigration(configWith(directory))
    expect(victim()).toEqual(untouched)
    expect(statSync(directory).uid).toBe(0)
    const made = readdirSync(directory).map((name) => statSync(join(directory, name)))
    expect(made.map(({ uid, mode }) => [uid, mode & 0o777])).toEqual([[OWNER, 0o600]])
  })

  test('a file that it may not read, for the backup that is left to it', () => {
    mkdirSync(join(place.directory, 'tls'))
    lay(SELF_SIGNED, 'victim')
    const { members, left } = filesBeside(place.plan('x.tar.zst').source, true)
    expect(members.map(({ name }) => name)).not.toContain(SELF_SIGNED)
    expect(left.map(({ name }) => name)).toContain(SELF_SIGNED)
  })
})

test('a copy of the database is for its owner alone while it is made', async () => {
  const { directory } = place
  const snapshot = await takeSnapshot({ directory, work: place.at('copy.part'), copy: true })
  expect(fstatSync(snapshot.handle).mode & 0o777).toBe(0o600)
  snapshot.done()
})
