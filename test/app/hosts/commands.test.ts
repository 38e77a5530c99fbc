import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openAdmin } from '../../../src/app/admin.ts'
import { backupByCommand } from '../../../src/app/backups/backup-command.ts'
import { migrateUp, migrationStatus } from '../../../src/app/backups/migrate-command.ts'
import { openBackups } from '../../../src/app/backups/open-backups.ts'
import { restoreByCommand } from '../../../src/app/backups/restore.ts'
import { createClosing } from '../../../src/app/life/closing.ts'
import { openRescoring } from '../../../src/app/rescore.ts'
import { beginSecrets } from '../../../src/app/secrets/open-secrets.ts'
import type { CliDeps } from '../../../src/cli/deps.ts'
import type { Config } from '../../../src/config/config.ts'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.ts'
import { workplace } from '../../cli/running.ts'
import { storedReport } from '../../cli/stored-report.ts'
import {
  type Cluster,
  cluster,
  postgresMissing,
  type TestPostgres,
  testPostgres,
} from '../../support/postgres.ts'
import { hostConfig, leaveHosts, over } from './shared-config.ts'

/** Commands whose config names a database. */
function depsOver(url: () => string): Partial<CliDeps> {
  const meant = (config: Config) => over(config, url())
  return {
    openAdmin: (config, make) => openAdmin(meant(config), make),
    openRescoring: (config, write, say) => openRescoring(meant(config), write, say),
    makeBackup: (config, request) => backupByCommand(meant(config), request),
    restore: (config, request) => restoreByCommand(meant(config), request),
    migrationStatus: (config) => migrationStatus(meant(config)),
    migrateUp: (config) => migrateUp(meant(config)),
  }
}

let url = ''
let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace(depsOver(() => url))
  writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
})
afterEach(() => place.remove())
afterAll(leaveHosts)

const hasData = () => existsSync(join(place.folder, 'data', 'mailgauge.db'))

test('a database of a newer Mailgauge is told, and whether it is served', async () => {
  const form = {
    engine: 'postgres',
    program: '1.2.0',
    version: 3,
    known: 2,
    bytes: 1,
    oldestProgram: '1.0.0',
  } as const
  const says = async (isServed: boolean) => {
    const asked = workplace({ migrationStatus: async () => ({ ...form, isServed }) })
    writeFileSync(join(asked.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
    const { code, stdout } = await asked.run('migrate status')
    const state = JSON.parse((await asked.run('migrate status --json')).stdout).state
    asked.remove()
    return { code, stdout, state }
  }
  expect(await says(true)).toEqual({
    code: 0,
    stdout: expect.stringContaining('this program serves it as well'),
    state: 'ahead',
  })
  expect(await says(false)).toEqual({
    code: 1,
    stdout: expect.stringContaining('which this program does not serve'),
    state: 'newer',
  })
})

describe.skipIf(postgresMissing !== undefined)('commands over a database that hosts share', () => {
  let opened: TestPostgres
  beforeAll(async () => {
    opened = await testPostgres()
    url = opened.url
  })
  afterAll(() => opened.done())

  test('change what every host sees, and nothing in the data directory', async () => {
    const made = await Promise.all(['one', 'two'].map((name) => place.run(`account create ${name}`)))
    expect(made.map(({ code, stderr }) => (code === 0 ? code : stderr))).toEqual([0, 0])
    expect((await opened.store.accounts.byName('one'))?.name).toBe('one')
    const { stdout } = await place.run('account list')
    expect(stdout).toContain('one')
    expect(stdout).toContain('two')
    const key = await place.run('key create --account one')
    expect(key).toMatchObject({ code: 0, stdout: expect.stringMatching(/mg_\w+/) })
    expect((await opened.store.apiKeys.list()).length).toBe(1)
    expect((await place.run('audit')).code).toBe(0)
    expect(hasData()).toBe(false)
  })

  test('scores are made anew from what is kept there', async () => {
    const { token } = await storedReport(opened.store)
    const { code, stdout } = await place.run(`rescore ${token}`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^1 same, 0 changed; mean/) })
    expect(hasData()).toBe(false)
  })

  test('backup and restore name pg_dump, and make nothing', async () => {
    const backup = await place.run('backup x.tar.zst')
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump --format=custom') })
    expect(existsSync(join(place.folder, 'x.tar.zst'))).toBe(false)
    const restore = await place.run('restore x.tar.zst')
    expect(restore).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_restore') })
    // To look at one needs no database.
    const check = await place.run('restore x.tar.zst --check')
    expect(check.code).toBe(1)
    expect(check.stderr).not.toContain('pg_restore')
    expect(hasData()).toBe(false)
  })

  test('backup without a target says so too, and to a terminal', async () => {
    const given = { MAILGAUGE_STORE_URL: url, MAILGAUGE_STORE_TLS: 'disable' }
    for (const line of ['backup', 'backup -'])
      expect(await place.run(line, given)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('pg_dump --format=custom'),
      })
  })

  test('the page of backups says so as well', async () => {
    const log = { info() {}, warn() {}, error() {} } as never
    const { later, close } = createClosing(log)
    const backups = openBackups(hostConfig(place.folder, url), { store: opened.store, log }, later)
    expect(await backups.make({ kind: 'manual' })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('pg_dump'),
    })
    await close()
  })

  test('a new key is prepared, then taken into use', async () => {
    const log = { info() {}, warn() {}, error() {} } as never
    const config = over(hostConfig(join(place.folder, 'data'), url), url)
    await beginSecrets(config, opened.store, log)
    const refused = await place.run('secrets rotate')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--prepare') })
    const prepared = await place.run('secrets rotate --prepare')
    expect(prepared.code).toBe(0)
    expect(prepared.stderr).toContain(`is prepared in ${config.secrets.keyPath}, and the old one is in use.`)
    expect(prepared.stderr).toContain('(none runs now)')
    const [, keyId] = /The key ([0-9a-f]{16}) is prepared/.exec(prepared.stderr) ?? []
    // By the database's clock, as the command goes.
    await opened.query(
      `INSERT INTO hosts (name, start, program, started_at, seen_at) VALUES ('mx2', 'a', '0.1.0', 0, mailgauge_now())`,
    )
    expect(await place.run('secrets rotate')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`do not have the key ${keyId}: mx2.`),
    })
    await opened.query('DELETE FROM hosts')
    expect(await place.run('secrets rotate --without mx7')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No host of this name is missing: mx7.'),
    })
    expect((await place.run('secrets rotate --prepare --without mx7')).code).toBe(2)
    const rotated = await place.run('secrets rotate')
    expect(rotated.code).toBe(0)
    expect(rotated.stderr).toContain(`The key ${keyId} is in use: 0 secrets were encrypted with it`)
    expect(rotated.stderr).toContain('on every other host too')
    expect((await place.run('secrets discard')).code).toBe(0)
  })
})

describe.skipIf(postgresMissing !== undefined)('migrate over PostgreSQL', () => {
  let server: Cluster
  let made = 0
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    made += 1
    url = await server.create(`commands_${process.pid}_${made}`)
  })

  const change = async (text: string) => {
    const client = new SQL(url, { max: 1 })
    await client.unsafe(text)
    await client.close()
  }

  test('makes the tables of an empty database, which no other command does', async () => {
    expect(await place.run('migrate status')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It is empty'),
    })
    expect(await place.run('account create one')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is empty.'),
    })
    const up = await place.run('migrate up')
    expect(up).toMatchObject({
      code: 0,
      stderr: `The database had version 0 and has version ${MIGRATIONS.length}.\n`,
    })
    expect((await place.run('migrate up')).stderr).toContain('nothing is due')
    expect((await place.run('account create one')).code).toBe(0)
    expect(JSON.parse((await place.run('migrate status --json')).stdout)).toMatchObject({
      state: 'current',
      database_version: MIGRATIONS.length,
      known_version: MIGRATIONS.length,
      oldest_program: '0.1.0',
      migrated_by: 'development',
    })
    expect(hasData()).toBe(false)
  })

  test('several at once make them once', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => place.run('migrate up')))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect((await place.run('migrate status')).stdout).toContain('Nothing is due.')
  })

  test('a database that a newer program changed is served while it says so', async () => {
    await place.run('migrate up')
    await change(`UPDATE mailgauge SET schema = schema + 1, migrated_by = '9.9.9'`)
    const { code, stdout } = await place.run('migrate status')
    expect(code).toBe(0)
    expect(stdout).toContain('this program serves it as well')
    expect(stdout).toContain('Mailgauge 9.9.9 gave it this form.')
    expect((await place.run('account create one')).code).toBe(0)
  })

  test('what is not reached is told', async () => {
    url = server.url('nowhere')
    for (const line of ['migrate status', 'migrate up', 'account list'])
      expect(await place.run(line)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('CREATE DATABASE mailgauge'),
      })
  })
})
