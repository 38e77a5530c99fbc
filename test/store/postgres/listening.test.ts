import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { SQL } from 'bun'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

describe.skipIf(postgresMissing !== undefined)('a host that cannot listen', () => {
  let opened: TestPostgres
  let said: (string | undefined)[]
  let gaps: number
  beforeEach(async () => {
    said = []
    gaps = 0
    opened = await testPostgres({ deaf: (reason) => said.push(reason) })
    opened.store.changes.follow({
      heard() {},
      gap() {
        gaps += 1
      },
    })
    await until(() => gaps > 0)
  })
  afterEach(() => opened.done())

  test('is told once why, and once that it hears again; the driver writes nothing beside', async () => {
    const database = new URL(opened.url).pathname.slice(1)
    const admin = new SQL(Object.assign(new URL(opened.url), { pathname: '/postgres' }).href, { max: 1 })
    const allow = (may: boolean) => admin.unsafe(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS ${may}`)
    const written = spyOn(console, 'warn').mockImplementation(() => {})
    try {
      await allow(false)
      await admin.unsafe(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND query LIKE 'LISTEN%'`,
      )
      await until(() => said.length > 0)
      // Two more tries fail meanwhile.
      await Bun.sleep(2500)
      expect(said).toEqual([expect.stringContaining('55000')])
      const before = gaps
      await allow(true)
      await until(() => said.length > 1)
      expect(said[1]).toBeUndefined()
      await until(() => gaps > before)
      expect(written.mock.calls).toEqual([])
    } finally {
      written.mockRestore()
      await admin.close()
    }
  })
})
