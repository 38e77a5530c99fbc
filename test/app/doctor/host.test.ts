import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDatabase } from '../../../src/app/doctor/check-database.ts'
import { optionsAt, thisHost } from '../../../src/app/doctor/host.ts'
import { quickCheck } from '../../../src/store/sqlite/health/quick-check.ts'
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
  expect(optionsAt(path, MOUNTS).includes('noexec')).toBe(isNoexec)
})

test('a mount that covers another one counts', () => {
  const covered = `${MOUNTS}33 22 0:30 / /tmp rw,relatime - tmpfs tmpfs rw\n`
  expect(optionsAt('/tmp/a', covered).includes('noexec')).toBe(false)
})

test('this machine says what it is asked', async () => {
  const host = thisHost(folder)
  expect(await host.freeBytes()).toBeGreaterThan(0)
  expect((host.modeOf(folder) ?? 0) & 0o777).toBe(0o700)
  expect(host.modeOf(join(folder, 'none'))).toBeUndefined()
  expect(host.addresses()).not.toContain('127.0.0.1')
  expect(host.addresses()).not.toContain('::1')
  expect([true, false, undefined]).toContain(host.temporaryFolder().executable)
})

test('a database is looked through', async () => {
  expect(quickCheck(folder)).toMatchObject({ kind: 'refused' })
  const store = await openStore({ directory: folder, migrate: true })
  expect(quickCheck(folder)).toEqual({ kind: 'sound', version: MIGRATIONS.length })
  await store.close()
  expect(await checkDatabase(folder, 30_000)).toEqual({ kind: 'sound', version: MIGRATIONS.length })
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
