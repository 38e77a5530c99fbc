import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createReadiness } from '../../../src/services/readiness.ts'
import type { SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { type SilentProxy, silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'
import { recordingLog } from '../../support/world.ts'

const MB = 1024 * 1024

describe.skipIf(postgresMissing !== undefined)('readiness over a database that hosts share', () => {
  let opened: TestPostgres
  let proxy: SilentProxy
  let store: SharedStore
  beforeEach(async () => {
    opened = await testPostgres()
    proxy = silentProxy(Number(new URL(opened.url).port))
    const url = Object.assign(new URL(opened.url), { port: String(proxy.port) }).href
    store = await opened.another({ address: addressOf({ url, tls: 'disable' }) })
  })
  afterEach(async () => {
    proxy.stop()
    await opened.done()
  })

  const ready = (log = recordingLog()) =>
    createReadiness({
      store,
      space: { free: async () => Number.POSITIVE_INFINITY },
      bounds: {
        storeBytes: 100_000 * MB,
        minFree: MB,
        least: MB,
        anonymous: { bytes: MB, bytesPerClient: MB },
      },
      clock: { now: () => new Date() },
      log,
    })

  test('turns mail away once the database is silent, though a look was under way, and takes it again', async () => {
    const log = recordingLog()
    const readiness = ready(log)
    expect(await readiness.obstacle()).toBeUndefined()
    proxy.silence()
    await until(async () => (await readiness.obstacle()) === 'database_silent')
    expect(await readiness.take(1)).toBe(false)
    expect(await readiness.reasons()).toEqual(['database_silent'])
    proxy.resume()
    await until(async () => (await readiness.obstacle()) === undefined)
    expect(await readiness.take(1)).toBe(true)
    expect(log.lines.map(({ level }) => level)).toEqual(['error', 'info'])
  })
})
