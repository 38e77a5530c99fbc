import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { lookAtDatabase } from '../../../src/store/postgres/migrating/look.ts'
import { migrate } from '../../../src/store/postgres/migrating/migrate.ts'
import { bringUpToDate } from '../../../src/store/postgres/migrating/up-to-date.ts'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.ts'
import { openPostgres } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { connect } from '../../../src/store/postgres/wire/connection.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'

const CONTRACT = '-- contract from 0.2.0\nALTER TABLE role_mail ADD COLUMN contracted integer;'
const STEPS = [...MIGRATIONS, CONTRACT]
const OLD = '0.1.0'
const NEW = '0.2.0'

describe.skipIf(postgresMissing !== undefined)('what waits for older hosts', () => {
  let server: Cluster
  let made = 0
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(() => server.stop())

  /** A database as the older program made it. */
  async function database() {
    made += 1
    const url = await server.create(`contracts_${process.pid}_${made}`)
    const address = addressOf({ url, tls: 'disable' })
    const as = (program: string) => openPostgres({ address, migrate: true, program })
    const older = await as(OLD)
    const client = new SQL(url, { max: 2 })
    return {
      address,
      older,
      client,
      as,
      query: async (text: string) => [...(await client.unsafe(text))] as Record<string, unknown>[],
      async contract(how: { host?: string; hasWatched?: boolean } = {}) {
        const connection = await connect({ address, program: 'test', statementMs: 0 })
        try {
          return await migrate(connection, { program: NEW, allowed: true, migrations: STEPS, ...how })
        } finally {
          connection.end()
        }
      },
      async done() {
        await older.close()
        await client.close()
      },
    }
  }
  const mx1 = { name: 'mx1', start: 'a', program: OLD }

  test('a host that was silent may still run, unless others were watched meanwhile or it left', async () => {
    const { older, query, contract, done } = await database()
    expect(await older.hosts.enter(mx1)).toBe('entered')
    expect(await contract({ hasWatched: true })).toBe(
      'Host mx1 still runs Mailgauge 0.1.0, which needs the database as it was before 0.2.0. Upgrade it or end it.',
    )
    await query('UPDATE hosts SET seen_at = seen_at - 40000')
    expect(await contract()).toStartWith('Host mx1 ran Mailgauge 0.1.0 within the last 10 minutes')
    expect(await query('SELECT schema, oldest_program FROM mailgauge')).toEqual([
      { schema: MIGRATIONS.length, oldest_program: '0.1.0' },
    ])
    expect(await contract({ hasWatched: true })).toBeUndefined()
    expect(await query('SELECT schema, oldest_program FROM mailgauge')).toEqual([
      { schema: STEPS.length, oldest_program: NEW },
    ])
    expect(await older.hosts.alive(mx1)).toBe('too_old')
    await done()
  })

  test('what an earlier start of the same host left is not in its way, and a host that left is not either', async () => {
    const one = await database()
    await one.older.hosts.enter(mx1)
    await one.query('UPDATE hosts SET seen_at = seen_at - 40000')
    expect(await one.contract({ host: 'mx1' })).toBeUndefined()
    await one.done()

    const two = await database()
    await two.older.hosts.enter(mx1)
    await two.older.hosts.leave(mx1)
    expect(await two.contract()).toBeUndefined()
    await two.done()
  })

  test('an older host enters before, and is waited for, or not at all', async () => {
    const { older, client, query, contract, done } = await database()
    for (let round = 0; round < 20; round++) {
      await query(`DELETE FROM hosts`)
      await query(
        `UPDATE mailgauge SET schema = ${MIGRATIONS.length}, oldest_program = '0.1.0'; ALTER TABLE role_mail DROP COLUMN IF EXISTS contracted`,
      )
      const start = { name: `mx${round}`, start: 'a', program: OLD }
      const later = Bun.sleep((round % 5) * 2).then(() => older.hosts.enter(start))
      const [entered, waits] = await Promise.all([later, contract()])
      expect(entered).toBe(waits === undefined ? 'too_old' : 'entered')
      expect(await query('SELECT count(*)::int4 AS hosts FROM hosts')).toEqual([
        { hosts: waits === undefined ? 0 : 1 },
      ])
    }
    // Begun while the contract holds the hosts, whose lock is held open here.
    await query(
      `UPDATE mailgauge SET schema = ${MIGRATIONS.length}, oldest_program = '0.1.0'; DELETE FROM hosts`,
    )
    let entering: Promise<string> | undefined
    await client.begin(async (tx) => {
      await tx.unsafe('LOCK TABLE hosts IN SHARE ROW EXCLUSIVE MODE')
      entering = older.hosts.enter(mx1)
      await Bun.sleep(200)
      await tx.unsafe(`UPDATE mailgauge SET oldest_program = '0.2.0'`)
    })
    expect(await entering).toBe('too_old')
    await done()
  })

  test('statements that an older host has prepared go on when a column is added', async () => {
    const { older, query, done } = await database()
    const start = { name: 'mx9', start: 'a', program: OLD }
    await older.hosts.enter(start)
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 12 }, () => older.hosts.alive(start)))
      await query(`ALTER TABLE hosts ADD COLUMN extra_${round} text NOT NULL DEFAULT 'x'`)
      await query(`ALTER TABLE mailgauge ADD COLUMN extra_${round} integer`)
      const answers = await Promise.all(Array.from({ length: 12 }, () => older.hosts.alive(start)))
      expect(answers).toEqual(Array.from({ length: 12 }, () => 'alive'))
      expect((await older.hosts.list()).map(({ name }) => name)).toEqual(['mx9'])
    }
    await done()
  })

  test('the form is told beside the hosts, and of an empty database that it is one', async () => {
    const { address, older, done } = await database()
    await older.hosts.enter(mx1)
    expect(await lookAtDatabase({ address }, 'test')).toMatchObject({
      schema: MIGRATIONS.length,
      known: MIGRATIONS.length,
      oldestProgram: '0.1.0',
      migratedBy: OLD,
      hosts: [{ name: 'mx1', program: OLD }],
    })
    expect(await bringUpToDate({ address, program: OLD, migrate: true })).toBeUndefined()
    expect(older.contracts.waitsFor()).toBeUndefined()
    expect(await older.contracts.tryAgain()).toBeUndefined()
    const empty = await server.create(`contracts_${process.pid}_empty`)
    expect(
      await lookAtDatabase({ address: addressOf({ url: empty, tls: 'disable' }) }, 'test'),
    ).toMatchObject({
      schema: 0,
      hosts: [],
    })
    await done()
  })
})
