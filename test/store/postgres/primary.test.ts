import { describe, expect, test } from 'bun:test'
import { postgresMissing, testPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

describe.skipIf(postgresMissing !== undefined)('a server that takes no writes any more', () => {
  test('is left for one that does, without a restart', async () => {
    const { store, query, done } = await testPostgres()
    // A session keeps what it began with, as that to a former primary does.
    const database = async (what: string) =>
      query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${what}', current_database()); END $$`)
    const write = () => store.leases.take('work', 'host/start', 1000)
    expect(await write()).toBe(true)

    await database('SET default_transaction_read_only = on')
    await query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await until(async () => {
      const refused = await write().then(() => '', String)
      return refused.includes('takes no writes')
    })
    await until(async () => (await store.trouble()) === 'silent')

    await database('RESET default_transaction_read_only')
    await until(() => write().catch(() => false))
    await until(async () => (await store.trouble()) === undefined)
    await done()
  }, 60_000)
})
