import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { workplace } from './running.ts'

const CONFIG = '[smtp]\ndomain = "test.example"\n[store]\ndirectory = "data"\nmin_free = "0B"\n'

let place: ReturnType<typeof workplace>
const at = (name: string) => join(place.folder, name)
beforeEach(async () => {
  place = workplace()
  writeFileSync(at('mailgauge.toml'), CONFIG)
  await place.run('account create shop')
})
afterEach(() => place.remove())

describe('backup', () => {
  test('writes a file for its owner alone, and says what is in it', async () => {
    const { code, stderr } = await place.run('backup x.tar.zst')
    expect(code).toBe(0)
    expect(stderr).toContain(`Wrote ${at('x.tar.zst')}`)
    expect(stderr).toContain('mode 0600')
    expect(statSync(at('x.tar.zst')).mode & 0o777).toBe(0o600)
  })

  test('into a folder gets a name with the time', async () => {
    mkdirSync(at('backups'))
    expect((await place.run('backup backups')).code).toBe(0)
    expect(readdirSync(at('backups'))[0]).toMatch(/^mailgauge-manual-\d{8}T\d{6}Z\.tar\.zst$/)
  })

  test('says what was made as JSON', async () => {
    const { stdout } = await place.run('backup x.tar.zst --without-secrets --json')
    expect(JSON.parse(stdout)).toMatchObject({ file: at('x.tar.zst'), secrets: false, left_out: [] })
  })

  test('without a target says what to name', async () => {
    expect(await place.run('backup')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mailgauge backup /backup/'),
    })
  })

  test('of nothing is refused', async () => {
    const { code, stderr } = await place.run('backup x.tar.zst --store.directory elsewhere')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `There is no Mailgauge database in ${at('elsewhere')}. Name the config of the service with --config, or start the service, which makes one.\n`,
    })
  })
})

describe('restore', () => {
  test('puts it back, and says where the old data is', async () => {
    await place.run('backup x.tar.zst')
    await place.run('account create later')
    const { code, stderr } = await place.run('restore x.tar.zst')
    expect(code).toBe(0)
    expect(stderr).toContain('What was there before is in')
    expect((await place.run('account list')).stdout).not.toContain('later')
  })

  test('--check and --to look and unpack', async () => {
    await place.run('backup x.tar.zst')
    expect((await place.run('restore x.tar.zst --check')).stderr).toContain('is whole')
    const { stderr } = await place.run('restore x.tar.zst --to there')
    expect(stderr).toContain(`mailgauge serve --store.directory ${at('there')}`)
    expect((await place.run('account list --store.directory there')).stdout).toContain('shop')
    expect((await place.run('restore x.tar.zst --check --to there')).code).toBe(2)
  })

  test('what is no backup is refused with a sentence', async () => {
    expect(await place.run('restore mailgauge.toml')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no backup of Mailgauge'),
    })
  })
})

describe('migrate', () => {
  /** As an earlier program left it. */
  function asBefore(): void {
    for (const name of readdirSync(at('data')).filter((one) => one.startsWith('mailgauge.db')))
      rmSync(at(`data/${name}`))
    const database = new Database(at('data/mailgauge.db'))
    database.run('PRAGMA synchronous = OFF')
    for (const sql of MIGRATIONS.slice(0, 23)) database.run(sql)
    database.run('PRAGMA user_version = 23')
    database.close()
  }

  test('status says that nothing is due', async () => {
    const { code, stdout } = await place.run('migrate status')
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing is due.')
    const { stdout: asJson } = await place.run('migrate status --json')
    expect(JSON.parse(asJson)).toMatchObject({ state: 'current', oldest_program: '0.1.0' })
  })

  test('up makes a backup and the changes; the database names it', async () => {
    asBefore()
    expect((await place.run('migrate status')).stdout).toContain(`${MIGRATIONS.length - 23} changes are due`)
    const { code, stderr } = await place.run('migrate up')
    expect(code).toBe(0)
    expect(stderr).toContain('The database had version 23')
    const [made] = readdirSync(at('data/backups'))
    expect(made).toMatch(/^mailgauge-before-migration-/)
    expect((await place.run('migrate status')).stdout).toContain(at(`data/backups/${made}`))
    // It leads back.
    expect((await place.run(['restore', at(`data/backups/${made}`)])).code).toBe(0)
    expect((await place.run('migrate status')).stdout).toContain('has version 23')
  })

  test('every command that changes the form makes one; without room for it nothing is changed', async () => {
    asBefore()
    const { code, stderr } = await place.run('account create other --store.min_free 64TB')
    expect(code).toBe(1)
    expect(stderr).toContain('--backup.before_migration=false')
    expect((await place.run('migrate status')).stdout).toContain('has version 23')
    expect((await place.run('account create other --backup.before_migration=false')).code).toBe(0)
    expect((await place.run('migrate status')).stdout).toContain('Nothing is due.')
    expect(readdirSync(at('data'))).not.toContain('migrating.json')
  })

  test('a database that needs a newer program is refused, with the way back', async () => {
    const database = new Database(at('data/mailgauge.db'))
    database.run('PRAGMA user_version = 99')
    database.run(
      "UPDATE serving SET oldest_program = '9.0.0', migrated_by = '9.1.0', backup = '/backups/before.tar.zst'",
    )
    database.close()
    const { code, stderr } = await place.run('account list')
    expect(code).toBe(1)
    expect(stderr).toContain('Mailgauge 9.1.0')
    expect(stderr).toContain('mailgauge restore /backups/before.tar.zst')
    expect((await place.run('migrate status')).code).toBe(1)
  })
})
