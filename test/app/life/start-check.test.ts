import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quietLog } from '../../../src/app/offline.ts'
import { backupFolderProblem } from '../../../src/app/start-check/backup-folder.ts'
import { unreadableForService } from '../../../src/app/start-check/service-user.ts'
import type { Config } from '../../../src/config/config.ts'
import { unloadable } from '../../../src/store/sqlite/health/library.ts'

const NOBODY = 65_534
const isRoot = process.geteuid?.() === 0
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailgauge-start-'))
  chmodSync(folder, 0o755)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const configOf = (backup: object = {}) =>
  ({ store: { directory: folder }, smtp: {}, relay: {}, secrets: {}, backup }) as unknown as Config

test.skipIf(!isRoot)('root is told what of the data the user of the service cannot open', () => {
  expect(unreadableForService(configOf(), undefined)).toEqual([])
  for (const name of ['mailgauge.db', 'mailgauge.db-wal'])
    writeFileSync(join(folder, name), '', { mode: 0o600 })
  const says = unreadableForService(configOf(), undefined)
  expect(says).toEqual([
    expect.stringMatching(/mailgauge\.db, .*mailgauge\.db-wal cannot be opened by nobody/),
  ])
  expect(says[0]).toEndWith(`Run: chown -R nobody: ${folder}`)
  for (const name of ['mailgauge.db', 'mailgauge.db-wal']) chownSync(join(folder, name), NOBODY, NOBODY)
  expect(unreadableForService(configOf(), undefined)).toEqual([])
})

test.skipIf(!isRoot)(
  'root is told of a folder for backups that the user of the service can neither write in nor make',
  () => {
    const path = join(folder, 'closed')
    rmSync(path, { recursive: true, force: true })
    expect(backupFolderProblem(configOf())).toBeUndefined()
    expect(backupFolderProblem(configOf({ directory: path }))).toBeUndefined()
    chownSync(folder, NOBODY, NOBODY)
    const others = mkdtempSync(join(tmpdir(), 'mailgauge-others-'))
    try {
      chmodSync(others, 0o755)
      expect(backupFolderProblem(configOf({ directory: others }))).toContain('cannot be written in by nobody')
      expect(backupFolderProblem(configOf({ directory: join(others, 'new') }))).toContain(
        `install -d -m 700 -o nobody ${join(others, 'new')}`,
      )
    } finally {
      rmSync(others, { recursive: true })
    }
  },
)

test('a folder for backups that is a file is told', () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  expect(backupFolderProblem(configOf({ directory: path }))).toContain('is a file, not a folder')
})

test('a library that cannot be loaded is told with the folder and the line to set', () => {
  expect(unloadable(() => undefined, '/mnt')).toBeUndefined()
  const says = unloadable(() => {
    throw new TypeError('addon.initialize is not a function')
  }, '/mnt')
  expect(says).toContain('unpacked to /mnt (TMPDIR)')
  expect(says).toEndWith('Environment=TMPDIR=/var/lib/mailgauge/tmp')
})

test('what a command says of a fault has the words of the error', () => {
  const said: string[] = []
  quietLog((sentence) => said.push(sentence)).error({ err: new Error('no mount holds /srv') }, 'It broke off')
  expect(said).toEqual(['It broke off: {"err":"no mount holds /srv"}'])
})
