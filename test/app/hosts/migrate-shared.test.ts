import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migrateUp, migrationStatus } from '../../../src/app/backups/migrate-command.ts'
import type { Config } from '../../../src/config/config.ts'
import { MIGRATIONS, OLDEST_PROGRAM } from '../../../src/store/postgres/migrations.ts'
import { VERSION } from '../../../src/version.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'

const configOf = (url: string) =>
  ({
    store: { url, tls: 'disable', prepared: true, connections: 12, directory: '/nonexistent' },
    host: { name: 'mx1' },
  }) as unknown as Config

test('a database that is not reached is a sentence', async () => {
  const config = configOf('postgres://mailgauge:word@127.0.0.1:1/mailgauge')
  for (const answer of [await migrationStatus(config), await migrateUp(config)]) {
    expect(answer).toEqual({ refused: expect.stringContaining('store.url is not reached') })
    expect(JSON.stringify(answer)).not.toContain('word')
  }
})

describe.skipIf(postgresMissing !== undefined)('migrate over PostgreSQL', () => {
  let server: Cluster
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())

  test('a server that lets nobody in, or has no such database, is a sentence', async () => {
    expect(await migrationStatus(configOf(server.url('nobody_made_it')))).toEqual({
      refused: expect.stringContaining('database "nobody_made_it" does not exist'),
    })
  })

  test('status and up tell the form, who serves it, and who runs', async () => {
    const url = await server.create(`migrate_${process.pid}`)
    const config = configOf(url)
    expect(await migrationStatus(config)).toMatchObject({ version: 0, hosts: [] })
    expect(await migrateUp(config)).toEqual({ from: 0, to: MIGRATIONS.length })
    expect(await migrateUp(config)).toEqual({ from: MIGRATIONS.length, to: MIGRATIONS.length })
    const client = new SQL(url, { max: 1 })
    await client.unsafe(
      `INSERT INTO hosts (name, start, program, started_at, seen_at) VALUES ('mx2', 'a', '0.1.0', mailgauge_now(), mailgauge_now()),
        ('gone', 'a', '0.1.0', 0, mailgauge_now() - 31000)`,
    )
    expect(await migrationStatus(config)).toEqual({
      engine: 'postgres',
      version: MIGRATIONS.length,
      known: MIGRATIONS.length,
      bytes: expect.any(Number),
      program: VERSION,
      oldestProgram: OLDEST_PROGRAM,
      isServed: true,
      serving: { oldestProgram: OLDEST_PROGRAM, migratedBy: VERSION },
      hosts: [{ name: 'mx2', program: '0.1.0' }],
    })
    await client.close()
  })
})
