import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openSharedStore } from '../../../src/app/hosts/open-shared-store.ts'
import { reportFileBounds } from '../../../src/app/open-store.ts'
import { StartRefused } from '../../../src/app/parts.ts'
import { createKeyFile } from '../../../src/app/secrets/key-file.ts'
import { sharedDatabaseProblems } from '../../../src/app/start-check/shared-database.ts'
import type { Config } from '../../../src/config/config.ts'
import { newKey } from '../../../src/services/secrets/sealing.ts'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { tooOld } from '../../../src/store/postgres/migrating/form.ts'
import { lookAtServer } from '../../../src/store/postgres/migrating/server.ts'
import type { Connection } from '../../../src/store/postgres/wire/connection.ts'
import { random, THEN } from '../../support/builders.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { hostConfig, leaveHosts } from './shared-config.ts'

/** A server that is of this version and has this encoding. */
const serverOf = (version: number): Connection => ({
  lost: false,
  run: async () => ({
    rows: [{ version, encoding: 'UTF8', isReplica: false, isReadOnly: false }],
    count: 1,
    command: 'SELECT',
  }),
  end() {},
})

test('an old server is refused with the version that is needed', async () => {
  await expect(lookAtServer(serverOf(140_012))).rejects.toThrow(
    'The database server is PostgreSQL 14; Mailgauge needs 15 or newer. Upgrade the server.',
  )
  await lookAtServer(serverOf(150_000))
})

test('a database of a newer Mailgauge is refused by those that are too old for it', () => {
  const form = { schema: 3, oldestProgram: '1.10.0', migratedBy: '1.11.2' }
  expect(tooOld(form, '1.9.0')).toBe(
    'The database needs Mailgauge 1.10.0 or newer, and this is 1.9.0. Install 1.11.2, which it is of, or newer.',
  )
  expect(tooOld(form, '1.10.0')).toBeUndefined()
})

describe.skipIf(postgresMissing !== undefined)('a database that does not serve', () => {
  let server: Cluster
  let access: ReturnType<typeof temporaryDirectory>
  let place: ReturnType<typeof temporaryDirectory>
  let made = 0
  beforeAll(async () => {
    access = temporaryDirectory()
    const rules = join(access.directory, 'pg_hba.conf')
    writeFileSync(
      rules,
      'host all postgres 127.0.0.1/32 trust\nhost all mailgauge 127.0.0.1/32 scram-sha-256\nhost all poor 127.0.0.1/32 trust\n',
    )
    // The server runs as another user.
    chmodSync(access.directory, 0o755)
    chmodSync(rules, 0o644)
    server = await cluster([`hba_file=${rules}`, 'password_encryption=scram-sha-256'])
    await query(server.url('postgres'), `CREATE ROLE mailgauge LOGIN PASSWORD 'right@1'`)
    await query(server.url('postgres'), 'CREATE ROLE poor LOGIN')
  })
  afterAll(async () => {
    leaveHosts()
    await server.stop()
    access.remove()
  })
  beforeEach(() => {
    place = temporaryDirectory()
  })
  afterEach(() => place.remove())

  async function query(url: string, text: string): Promise<void> {
    const client = new SQL(url, { max: 1 })
    try {
      await client.unsafe(text)
    } finally {
      await client.close()
    }
  }
  async function database(): Promise<string> {
    made += 1
    return server.create(`refused_${process.pid}_${made}`)
  }
  const as = (url: string, user: string, password = '') =>
    Object.assign(new URL(url), { username: user, password }).href
  const config = (url: string, more: Partial<Config['store']> = {}) => hostConfig(place.directory, url, more)

  async function refusal(of: Config): Promise<{ says: string; mayPass: boolean }> {
    try {
      const store = await openSharedStore(of, { migrate: true, reportFiles: reportFileBounds(of) })
      await store?.close()
    } catch (cause) {
      if (!(cause instanceof StartRefused || cause instanceof StoreRefused)) throw cause
      return { says: cause.message, mayPass: cause.mayPass }
    }
    throw new Error('It was opened.')
  }
  const problems = (of: Config, runs = false) =>
    sharedDatabaseProblems(of, { runs, knowsKey: true, knowsName: true })

  test('for the password, which is told to nobody', async () => {
    const wrong = config(as(await database(), 'mailgauge', 'hunter2'))
    const { says, mayPass } = await refusal(wrong)
    expect(says).toStartWith('The database server refuses the password of store.url (')
    expect(says).toContain('28P01')
    expect(says).not.toContain('hunter2')
    expect(mayPass).toBe(false)
    expect(await problems(wrong)).toEqual([says])
  })

  test('for the user, or the host', async () => {
    const { says } = await refusal(config(as(await database(), 'stranger')))
    expect(says).toContain('pg_hba.conf')
    expect(says).toContain('28000')
  })

  test('for a database that is not there', async () => {
    const { says, mayPass } = await refusal(config(server.url('nowhere')))
    expect(says).toContain('CREATE DATABASE mailgauge OWNER mailgauge')
    expect(says).toContain('3D000')
    expect(mayPass).toBe(false)
  })

  test('for what its user may not do there', async () => {
    const poor = config(as(await database(), 'poor'))
    expect((await refusal(poor)).says).toContain('GRANT CREATE ON SCHEMA public')
    expect(await problems(poor)).toEqual([expect.stringContaining('GRANT CREATE ON SCHEMA public')])
  })

  test('for TLS that the server does not speak', async () => {
    const { says } = await refusal(config(await database(), { tls: 'require' }))
    expect(says).toContain('speaks no TLS')
  })

  test('for a file that cannot be read', async () => {
    const { says } = await refusal(config(await database(), { tlsCa: '/nowhere/ca.pem' }))
    expect(says).toBe('store.tls_ca: /nowhere/ca.pem cannot be read: there is no such file or folder.')
  })

  test('as nobody is there, which may pass', async () => {
    const away = config('postgres://mailgauge@127.0.0.1:1/mailgauge')
    const { says, mayPass } = await refusal(away)
    expect(says).toStartWith('The PostgreSQL database of store.url is not reached: ')
    expect(mayPass).toBe(true)
    expect(await problems(away)).toEqual([expect.stringContaining('is not reached')])
  })

  test('a check leaves an empty database empty, and says nothing against one that a start would serve', async () => {
    const url = await database()
    expect(await problems(config(url))).toEqual([])
    const left = new SQL(url, { max: 1 })
    expect([...(await left`SELECT to_regclass('mailgauge') IS NULL AS empty`)]).toEqual([{ empty: true }])
    await left.close()
    const store = await openSharedStore(config(url), {
      migrate: true,
      reportFiles: reportFileBounds(config(url)),
    })
    await store?.close()
    expect(await problems(config(url))).toEqual([])
  })

  test('a check tells of another key, and of another host of the name', async () => {
    const url = await database()
    const mine = config(url)
    const store = await openSharedStore(mine, { migrate: true, reportFiles: reportFileBounds(mine) })
    if (!store) throw new Error('It is shared.')
    try {
      const key = newKey(random, THEN)
      await store.sealed.begin(key.id)
      expect(await store.hosts.enter({ name: 'mx1', start: 'a', program: '1.0.0', keyIds: [key.id] })).toBe(
        'entered',
      )
      const { keyPath } = mine.secrets
      expect(await problems(mine)).toEqual([
        expect.stringContaining(`There is no key file ${keyPath}, and the hosts that share the database`),
        expect.stringContaining('Another mailgauge is alive under the name mx1.'),
      ])
      createKeyFile(keyPath).make([key])
      expect(await problems(mine, true)).toEqual([])
    } finally {
      await store.close()
    }
  })
})
