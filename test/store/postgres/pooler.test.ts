import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lockKeys } from '../../../src/store/postgres/keys-lock.ts'
import { openPostgres, type SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { account } from '../../support/builders.ts'
import { type Bouncer, bouncer, pgbouncerMissing } from '../../support/pgbouncer.ts'
import { type Cluster, cluster, ownPostgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const missing = ownPostgresMissing ?? pgbouncerMissing

describe.skipIf(missing !== undefined)('behind PgBouncer', () => {
  let server: Cluster
  let session: Bouncer
  let transaction: Bouncer
  let made = 0
  beforeAll(async () => {
    // The one that is given by a variable may not let the bouncer in.
    server = await cluster(['log_min_messages=warning'])
    session = await bouncer(server.url('postgres'), 'session')
    transaction = await bouncer(server.url('postgres'), 'transaction')
  })
  afterAll(async () => {
    await session.stop()
    await transaction.stop()
    await server.stop()
  })

  const at = (url: string, prepared: boolean) => addressOf({ url, tls: 'disable', prepared })
  async function database(): Promise<string> {
    made += 1
    return server.create(`pooled_${made}`)
  }
  /** `direct`: with store.listen_url, to the server itself or to what is given. */
  async function addresses(by: Bouncer, prepared: boolean, direct?: 'server' | 'pooler') {
    const url = await database()
    const past = direct === 'server' ? at(url, true) : at(by.url(url), prepared)
    return { address: at(by.url(url), prepared), ...(direct && { direct: past }) }
  }

  test.each([
    ['session', undefined],
    ['session', 'server'],
    ['transaction', 'server'],
  ] as const)('a %s pool serves hosts without prepared statements, listen_url: %p', async (mode, direct) => {
    const all = await addresses(mode === 'session' ? session : transaction, false, direct)
    const stores: SharedStore[] = []
    for (const host of ['one', 'two']) stores.push(await openPostgres({ ...all, host, migrate: true }))
    const [one, two] = stores as [SharedStore, SharedStore]
    const heard = new Set<string>()
    two.changes.follow({ heard: ({ token }) => heard.add(token), gap() {} })
    await until(async () => {
      one.changes.tell({ token: 'there', change: 'x' })
      return heard.has('there')
    })
    const accounts = Array.from({ length: 100 }, (_, number) => account({ name: `n${number}` }))
    await Promise.all(accounts.map((made, number) => (number % 2 ? one : two).accounts.create(made)))
    const found = await Promise.all(accounts.map(({ name }) => two.accounts.byName(name)))
    expect(found.map((one) => one?.name)).toEqual(accounts.map(({ name }) => name))
    const lock = await lockKeys(all, 'one', 0)
    expect(lock).toBeDefined()
    expect(await lockKeys(all, 'two', 100)).toBeUndefined()
    await lock?.release()
    await Promise.all(stores.map((store) => store.close()))
  })

  test('a transaction pool is refused where LISTEN would go through it', async () => {
    const open = async (direct?: 'pooler') =>
      openPostgres({ ...(await addresses(transaction, false, direct)), migrate: true })
    await expect(open()).rejects.toThrow('Set store.listen_url to the address of the database itself')
    await expect(open('pooler')).rejects.toThrow('store.listen_url leads through a pooler')
  })

  test('prepared statements are refused by the pooler, with what to do', async () => {
    const open = async () => openPostgres({ ...(await addresses(session, true)), migrate: true })
    await expect(open()).rejects.toMatchObject({ code: '08P01' })
  })
})
