import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDatabase } from '../../../src/app/doctor/check-database.ts'
import { thisHost } from '../../../src/app/doctor/host.ts'
import { mountIn } from '../../../src/app/doctor/machine/mounts.ts'
import { processSeen } from '../../../src/app/doctor/machine/processes.ts'
import { settingsIn, unitIn } from '../../../src/app/doctor/machine/unit.ts'
import { holderOf } from '../../../src/store/sqlite/health/held.ts'
import { quickCheck } from '../../../src/store/sqlite/health/quick-check.ts'
import { lockDirectory } from '../../../src/store/sqlite/lock.ts'
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailgauge-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MOUNTS = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:25 / /tmp rw,nosuid,nodev,noexec shared:12 - tmpfs tmpfs rw
31 22 8:2 / /var\\040lib rw,noexec - ext4 /dev/sda2 rw
32 30 8:3 / /tmp/inner rw,relatime - ext4 /dev/sda3 rw
`

test.each([
  ['/', false],
  ['/home/x', false],
  ['/tmp', true],
  ['/tmp/a/b', true],
  ['/tmpfoo', false],
  ['/tmp/inner/a', false],
  ['/var lib/mailgauge', true],
])('%s is mounted noexec: %p', (path, isNoexec) => {
  expect(mountIn(path, MOUNTS).options.includes('noexec')).toBe(isNoexec)
})

test('a mount that covers another one counts', () => {
  const covered = `${MOUNTS}33 22 0:30 / /tmp rw,relatime - tmpfs tmpfs rw\n`
  expect(mountIn('/tmp/a', covered).options.includes('noexec')).toBe(false)
})

test('this machine says what it is asked', async () => {
  const host = thisHost(folder)
  expect(await host.freeBytes()).toBeGreaterThan(0)
  expect((host.fileAt(folder)?.mode ?? 0) & 0o777).toBe(0o700)
  expect(host.fileAt(join(folder, 'none'))).toBeUndefined()
  expect(host.fileAt(join(folder, 'none', 'deeper'))).toBeUndefined()
  expect(host.foreign(process.getuid?.() ?? 0)).toEqual({ paths: [], complete: true })
  expect(host.mount()).toMatchObject({ readOnly: false, point: expect.stringMatching(/^\//) })
  expect(host.memory()).toBeGreaterThan(0)
  expect(host.userName(0)).toBe('root')
  expect(host.userName(4_000_000_000)).toBe('4000000000')
  expect(host.writeMs).toBeUndefined()
  expect(host.addresses()).not.toContain('127.0.0.1')
  expect(host.addresses()).not.toContain('::1')
  expect([true, false, undefined]).toContain(host.temporaryFolder().executable)
})

test('a database is looked through', async () => {
  expect(quickCheck(folder)).toMatchObject({ kind: 'none' })
  const store = await openStore({ directory: folder, migrate: true })
  expect(quickCheck(folder)).toEqual({
    kind: 'sound',
    version: MIGRATIONS.length,
    claimed: false,
    alerts: [],
  })
  await store.close()
  expect(await checkDatabase(folder, 30_000)).toEqual({
    kind: 'sound',
    version: MIGRATIONS.length,
    claimed: false,
    alerts: [],
  })
})

test('what an earlier version did not count is told, to the log as to whoever looks', async () => {
  await (await openStore({ directory: folder, migrate: true })).close()
  const file = new Database(join(folder, 'mailgauge.db'))
  for (const [domain, piece] of [
    [1, 0],
    [1, 1],
    [4, 0],
  ])
    file.run('INSERT INTO dmarc_partly_counted (domain, report, piece) VALUES (?, 7, ?)', [
      domain,
      piece,
    ] as number[])
  file.close()
  expect(quickCheck(folder)).toMatchObject({ kind: 'sound', uncounted: { left: 3, all: 0 } })
  const store = await openStore({ directory: folder, migrate: true })
  expect(await store.aggregates.uncounted()).toBe(2)
  await store.close()
})

test('one that is damaged is told so, and one that takes too long is not waited for', async () => {
  const store = await openStore({ directory: folder, migrate: true })
  await store.close()
  const file = join(folder, 'mailgauge.db')
  const handle = openSync(file, 'r+')
  const { size } = statSync(file)
  // Pages in the middle: the header stays.
  for (let at = 8192; at < size; at += 4096) writeSync(handle, Buffer.alloc(2048, 0x5a), 0, 2048, at)
  closeSync(handle)
  expect(quickCheck(folder)).toMatchObject({ kind: 'damaged', says: expect.stringMatching(/\w/) })
  expect(await checkDatabase(folder, 1)).toEqual({ kind: 'late' })
})

test('looking at a database leaves nothing behind, whether it is open or not', async () => {
  const store = await openStore({ directory: folder, migrate: true })
  const open = readdirSync(folder).toSorted()
  expect(quickCheck(folder)).toMatchObject({ kind: 'sound' })
  expect(readdirSync(folder).toSorted()).toEqual(open)
  await store.close()
  const closed = readdirSync(folder).toSorted()
  expect(quickCheck(folder)).toMatchObject({ kind: 'sound' })
  expect(readdirSync(folder).toSorted()).toEqual(closed)
})

test('a database of a newer or an older Mailgauge, one that is empty and one that is none are told apart', async () => {
  const store = await openStore({ directory: folder, migrate: true })
  await store.close()
  const file = join(folder, 'mailgauge.db')
  const database = new Database(file)
  database.run('PRAGMA user_version = 9999')
  expect(quickCheck(folder)).toMatchObject({ kind: 'newer', says: expect.stringContaining('9999') })
  database.run('PRAGMA user_version = 1')
  expect(quickCheck(folder)).toMatchObject({ kind: 'older' })
  database.close()
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
  writeFileSync(file, 'x'.repeat(10_000))
  expect(quickCheck(folder)).toMatchObject({ kind: 'damaged' })
  writeFileSync(file, '')
  expect(quickCheck(folder)).toMatchObject({ kind: 'empty' })
})

test('who has a data directory is known, and nothing is made to know it', () => {
  expect(holderOf(join(folder, 'none'))).toEqual({ held: false })
  expect(holderOf(folder)).toEqual({ held: false })
  expect(readdirSync(folder)).toEqual([])
  const locking = lockDirectory(folder)
  expect(holderOf(folder)).toEqual({ held: true, pid: process.pid })
  const there = readdirSync(folder).toSorted()
  if (locking.kind === 'locked') locking.lock.release()
  expect(holderOf(folder)).toEqual({ held: false })
  expect(readdirSync(folder).toSorted()).toEqual(there)
})

test('what others own is found, in folders without an end too', () => {
  for (let at = 0; at < 60; at++) writeFileSync(join(folder, `file-${at}`), '')
  symlinkSync('/etc', join(folder, 'elsewhere'))
  const of = (uid: number) => thisHost(folder).foreign(uid)
  const mine = process.getuid?.() ?? 0
  expect(of(mine).paths).toEqual([])
  const { paths, complete } = of(mine + 1)
  expect([paths.length, complete]).toEqual([50, false])
})

test('a write to the disk is timed by the service alone, and leaves nothing', async () => {
  expect(await thisHost(folder, true).writeMs?.()).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual([])
})

test('a process tells whose it is and how many files it may open; one that is none tells nothing', () => {
  expect(processSeen(process.pid)).toMatchObject({ uid: process.getuid?.(), openFiles: expect.any(Number) })
  expect(processSeen(2 ** 30)).toBeUndefined()
})

test.each([
  ['0::/system.slice/mailgauge.service\n', 'mailgauge.service'],
  ['0::/system.slice/system-mailgauge.slice/mailgauge@two.service\n', 'mailgauge@two.service'],
  ['1:name=systemd:/system.slice/mailgauge.service/inner\n', 'mailgauge.service'],
  ['0::/user.slice/user-0.slice/session-1.scope\n', undefined],
  ['', undefined],
])('the unit of %p is %p', (groups, name) => {
  expect(unitIn(groups)).toBe(name as never)
})

test('settings of systemd are read line by line', () => {
  expect(settingsIn('Type=notify\nMemoryMax=infinity\nEmpty=\nno line\n')).toEqual({
    Type: 'notify',
    MemoryMax: 'infinity',
  })
})

test('a file system that is read-only below a mount that is not counts', () => {
  const mounts = '22 1 8:1 / / rw,relatime - ext4 /dev/sda1 ro\n30 22 0:25 / /data rw - xfs /dev/sdb rw\n'
  expect(mountIn('/var', mounts)).toMatchObject({ readOnly: true, type: 'ext4' })
  expect(mountIn('/data/x', mounts)).toMatchObject({ readOnly: false, type: 'xfs', point: '/data' })
})
