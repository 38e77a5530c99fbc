import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  DatabaseBusy,
  DatabaseSilent,
  type Db,
  RolledBack,
} from '../../../src/store/postgres/sql/database.ts'
import { createDb } from '../../../src/store/postgres/sql/db.ts'
import { plain, sql } from '../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { connect } from '../../../src/store/postgres/wire/connection.ts'
import { StatementFailed, tookTooLong } from '../../../src/store/postgres/wire/failures.ts'
import { startLooking } from '../../../src/store/postgres/wire/look.ts'
import { createWire, type Wire, type WireOptions } from '../../../src/store/postgres/wire/wire.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (cause: unknown) => cause,
  )

describe.skipIf(postgresMissing !== undefined)('connections to PostgreSQL', () => {
  let server: Cluster
  let url: string
  const wires: Wire[] = []

  function over(address: string, more: Partial<WireOptions> = {}): { wire: Wire; db: Db } {
    const wire = createWire({
      address: addressOf({ url: address, tls: 'disable' }),
      program: 'mailgauge/test',
      connections: 6,
      ...more,
    })
    wires.push(wire)
    return { wire, db: createDb(wire, () => plain('0')) }
  }

  beforeAll(async () => {
    server = await cluster()
    url = await server.create(`wire_${process.pid}`)
    const { db } = over(url)
    await db.run(sql`CREATE TABLE things (id int8 PRIMARY KEY, what text COLLATE "C", bytes bytea)`)
  })
  afterAll(async () => {
    await Promise.all(wires.map((wire) => wire.close()))
    await server.stop()
  })

  test('rows have camelCase names, numbers and bytes', async () => {
    const { db } = over(url)
    const row = await db.first(
      sql`SELECT ${1_700_000_000_000}::int8 AS made_at, sum(n) AS some_sum, sum(n::int4) AS other_sum, ${new Uint8Array([0, 1, 255])}::bytea AS bytes,
        ${['a', 'b"{},', '']}::text[] AS texts, array_agg(n) AS numbers, NULL::int8 AS nothing, true AS yes, 1.5::float8 AS part
        FROM unnest(${[1, 2, 4_000_000_000]}::int8[]) AS n WHERE n < 3`,
    )
    expect(row).toEqual({
      madeAt: 1_700_000_000_000,
      someSum: 3,
      otherSum: 3,
      bytes: new Uint8Array([0, 1, 255]),
      texts: ['a', 'b"{},', ''],
      numbers: [1, 2],
      nothing: null,
      yes: true,
      part: 1.5,
    })
    expect((row as { bytes: unknown }).bytes).not.toBeInstanceOf(Buffer)
    await expect(db.first(sql`SELECT 9007199254740993::int8 AS n`)).rejects.toThrow('beyond what is exact')
  })

  test('U+0000 is kept as U+FFFD, in texts and lists of them', async () => {
    const { db } = over(url)
    const row = await db.first(
      sql`SELECT ${'a\0b'}::text AS one, ${['\0', 'c']}::text[] AS some, ${'lone \ud800'}::text AS lone`,
    )
    expect(row).toEqual({ one: 'a\ufffdb', some: ['\ufffd', 'c'], lone: 'lone \ufffd' })
  })

  test('a write is undone by a failure, and by RolledBack which gives its answer', async () => {
    const { db } = over(url)
    const count = async () => (await db.first<{ n: number }>(sql`SELECT count(*) AS n FROM things`))?.n
    const insert = sql`INSERT INTO things (id) VALUES (1)`
    const failed = db.write(async (tx) => {
      expect(await tx.run(insert)).toBe(1)
      throw new Error('mine')
    })
    await expect(failed).rejects.toThrow('mine')
    const undone = await db.write(async (tx) => {
      await tx.run(insert)
      throw new RolledBack('full')
    })
    expect<unknown>(undone).toBe('full')
    expect(await count()).toBe(0)
    // What is caught of a statement does not bring the transaction back.
    const swallowed = db.write(async (tx) => {
      await tx.run(insert)
      await tx.run(insert).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow('was undone')
    expect(await count()).toBe(0)
    await db.write((tx) => tx.run(insert))
    expect(await count()).toBe(1)
  })

  test('what a failed statement says names the constraint and no value', async () => {
    const { db } = over(url)
    await db.run(sql`INSERT INTO things (id, what) VALUES (7, ${'secret-value'})`)
    const twice = await outcome(db.run(sql`INSERT INTO things (id, what) VALUES (7, ${'secret-value'})`))
    expect(twice).toBeInstanceOf(StatementFailed)
    expect(twice).toMatchObject({ code: '23505', constraint: 'things_pkey' })
    const wrong = await outcome(db.run(sql`SELECT ${'secret-value'}::text::int8`))
    expect(wrong).toMatchObject({ code: '22P02' })
    for (const one of [twice, wrong]) expect(Bun.inspect(one)).not.toContain('secret-value')
  })

  test('of two writes that wait for each other both are done', async () => {
    const { db } = over(url)
    await db.run(sql`INSERT INTO things (id, what) VALUES (21, ''), (22, '')`)
    let both = 0
    const met = Promise.withResolvers<void>()
    const change = (first: number, second: number) => {
      let tries = 0
      return db.write(async (tx) => {
        tries += 1
        await tx.run(sql`UPDATE things SET what = what || ${String(first)} WHERE id = ${first}`)
        if (tries === 1) {
          both += 1
          if (both === 2) met.resolve()
          await met.promise
        }
        await tx.run(sql`UPDATE things SET what = what || ${String(first)} WHERE id = ${second}`)
        return tries
      })
    }
    const tries = await Promise.all([change(21, 22), change(22, 21)])
    expect(tries.toSorted()).toEqual([1, 2])
    const rows = await db.all<{ what: string }>(sql`SELECT what FROM things WHERE id IN (21, 22) ORDER BY id`)
    for (const { what } of rows) expect(what).toHaveLength(4)
  })

  test('who holds a name keeps others out of it until the end of the transaction', async () => {
    const { db } = over(url)
    const order: string[] = []
    const hold = (name: string) =>
      db.write(
        async (tx) => {
          order.push('in')
          await tx.run(sql`SELECT pg_sleep(0.02)`)
          order.push('out')
        },
        { lock: ['people', name] },
      )
    await Promise.all(Array.from({ length: 5 }, () => hold('one')))
    expect(order.join(' ')).toBe(Array.from({ length: 5 }, () => 'in out').join(' '))
  })

  test('a statement that takes too long is ended by the server, and others go on', async () => {
    const { db } = over(url, { statementMs: 600 })
    const long = outcome(db.run(sql`SELECT pg_sleep(20)`))
    expect(await db.first(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
    expect(tookTooLong(await long)).toBe(true)
  })

  test('a transaction never goes on over another connection', async () => {
    const { db } = over(url)
    const failed = await outcome(
      db.write(async (tx) => {
        const own = await tx.first<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
        await db.run(sql`SELECT pg_terminate_backend(${own?.pid}::int4)`)
        await tx.run(sql`INSERT INTO things (id) VALUES (30)`)
      }),
    )
    expect(failed).toBeInstanceOf(DatabaseSilent)
    expect(await db.all(sql`SELECT id FROM things WHERE id = 30`)).toEqual([])
  })

  test('after the tables changed a prepared statement works as before', async () => {
    const { db } = over(url, { connections: 40 })
    await db.run(sql`CREATE TABLE shapes (a int8)`)
    await db.run(sql`INSERT INTO shapes VALUES (1)`)
    const read = () => db.write((tx) => tx.all(sql`SELECT *, pg_sleep(0.02) FROM shapes WHERE a = ${1}`))
    await Promise.all(Array.from({ length: 40 }, read))
    await db.run(sql`ALTER TABLE shapes ADD COLUMN b text`)
    // One call may come to all connections, each of which knows the table as it was.
    await read()
    await Promise.all(Array.from({ length: 40 }, read))
  })

  test('a transaction that the server ended, as its host stood still, is done anew', async () => {
    const { db } = over(url)
    let tries = 0
    await db.write(async (tx) => {
      tries += 1
      await tx.run(sql`INSERT INTO things (id) VALUES (31)`)
      if (tries > 1) return
      const own = await tx.first<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
      await tx.run(sql`SET LOCAL idle_in_transaction_session_timeout = '50ms'`)
      await until(
        async () =>
          (await db.all(sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${own?.pid}::int4`)).length === 0,
      )
    })
    expect(tries).toBe(2)
    expect(await db.all(sql`SELECT id FROM things WHERE id = 31`)).toHaveLength(1)
  })

  test('the last statements go out with the COMMIT, and a failure of one undoes all', async () => {
    const { db } = over(url)
    const insert = (id: number) => sql`INSERT INTO things (id) VALUES (${id}) RETURNING id`
    const rows = await db.write(async (tx) => {
      await tx.run(insert(50))
      return tx.commit([insert(51), insert(52)])
    })
    expect(rows).toEqual([[{ id: 51 }], [{ id: 52 }]])
    const twice = await outcome(db.write((tx) => tx.commit([insert(53), insert(51), insert(54)])))
    expect(twice).toMatchObject({ code: '23505' })
    const kept = await db.all(sql`SELECT id FROM things WHERE id BETWEEN 50 AND 59 ORDER BY id`)
    expect(kept).toEqual([{ id: 50 }, { id: 51 }, { id: 52 }])
  })

  test('a silent net: what runs rejects in time, and what comes later finds the database again', async () => {
    const proxy = silentProxy(Number(new URL(url).port))
    const through = Object.assign(new URL(url), { port: String(proxy.port) }).href
    const { wire, db } = over(through, { statementMs: 1000 })
    await Promise.all(Array.from({ length: 8 }, () => db.run(sql`SELECT 1`)))
    const inside = Promise.withResolvers<void>()
    const written = outcome(
      db.write(async (tx) => {
        await tx.run(sql`INSERT INTO things (id) VALUES (40)`)
        proxy.silence()
        inside.resolve()
        await tx.run(sql`SELECT 1`)
      }),
    )
    await inside.promise
    const others = Array.from({ length: 20 }, () => outcome(db.run(sql`SELECT 1`)))
    for (const one of await Promise.all([written, ...others])) expect(one).toBeInstanceOf(DatabaseSilent)
    expect(wire.trouble()).toBe('silent')
    proxy.resume()
    await until(async () => (await outcome(db.run(sql`SELECT 1`))) === 'answered')
    expect(wire.trouble()).toBeUndefined()
    expect(await db.all(sql`SELECT id FROM things WHERE id = 40`)).toEqual([])
    proxy.stop()
  })

  test('looks know of a silent net before a statement has waited its time', async () => {
    const proxy = silentProxy(Number(new URL(url).port))
    const through = Object.assign(new URL(url), { port: String(proxy.port) }).href
    const { wire, db } = over(through, { statementMs: 60_000 })
    const address = addressOf({ url: through, tls: 'disable' })
    const look = startLooking({
      wire,
      open: () => connect({ address, program: 'look', statementMs: 0 }),
      everyMs: 100,
    })
    await db.run(sql`SELECT 1`)
    proxy.silence()
    const waits = outcome(db.run(sql`SELECT 1`))
    expect(await waits).toBeInstanceOf(DatabaseSilent)
    proxy.resume()
    await until(async () => wire.trouble() === undefined)
    expect(await db.first(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
    look.end()
    proxy.stop()
  })

  test('a server that is started again is found again', async () => {
    const { wire, db } = over(url)
    await db.run(sql`SELECT 1`)
    for (const how of ['fast', 'immediate'] as const) {
      await server.restart(how)
      await until(async () => (await outcome(db.run(sql`SELECT 1`))) === 'answered')
      expect(wire.trouble()).toBeUndefined()
    }
  })

  test('so many calls wait, and no more', async () => {
    const { db } = over(url, { connections: 4 })
    const all = await Promise.all(
      Array.from({ length: 1200 }, () => outcome(db.soft.run(sql`SELECT pg_sleep(0.0005)`))),
    )
    expect(all.filter((one) => one instanceof DatabaseBusy).length).toBeGreaterThan(100)
    expect(all.filter((one) => one === 'answered').length).toBeGreaterThanOrEqual(1000)
  })
})
