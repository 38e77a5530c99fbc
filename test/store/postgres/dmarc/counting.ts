import { countDays } from '../../../../src/store/postgres/dmarc/sums/counting.ts'
import type { Db, Tx, WriteOptions, WriteTx } from '../../../../src/store/postgres/sql/database.ts'
import { locking } from '../../../../src/store/postgres/sql/locks.ts'
import { plain, type Sql, sql } from '../../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../../src/store/postgres/wire/address.ts'
import { connect } from '../../../../src/store/postgres/wire/connection.ts'
import { later } from '../../../support/builders.ts'

const ALWAYS = { least: 1, most: 1_000_000, restMs: 0, limitMs: 60_000 }

interface Counter {
  /** Counts each day of some of an account's domains, however few records it has; gives how many are counted. */
  count(accountId: string, from: number, to: number): Promise<number>
  close(): void
}

/** What counts days of a database, over a connection of its own. */
export async function counterOf(url: string): Promise<Counter> {
  const connection = await connect({
    address: addressOf({ url, tls: 'disable' }),
    program: 'counting',
    statementMs: 60_000,
  })
  const rows = async <R>(statement: Sql) => (await connection.run(statement)).rows as R[]
  const tx: Tx = {
    all: rows,
    first: async <R>(statement: Sql) => (await rows<R>(statement))[0],
    run: async (statement) => (await connection.run(statement)).count,
  }
  const commit = () => Promise.reject(new Error('Nothing is committed early.'))
  async function write<T>(work: (of: WriteTx) => Promise<T>, { lock }: WriteOptions = {}): Promise<T> {
    await tx.run(plain('BEGIN'))
    if (lock) await tx.run(locking(lock))
    const done = await work({ ...tx, commit })
    await tx.run(plain('COMMIT'))
    return done
  }
  const now = () => sql`${later(1_000_000).getTime()}::bigint`
  const db: Db = { ...tx, soft: tx, reading: tx, now, write }
  return {
    async count(accountId, from, to) {
      const domains = await rows<{ no: number; domain: string }>(
        sql`SELECT no, domain FROM dmarc_domains WHERE account_id = ${accountId} ORDER BY no`,
      )
      for (const { no, domain } of domains)
        await countDays(db, { domain: no, name: domain, accountId, from, to }, ALWAYS)
      const [counted] = await rows<{ days: number }>(sql`
        SELECT count(*) AS days FROM dmarc_counted AS c JOIN dmarc_domains AS n ON n.no = c.domain WHERE n.account_id = ${accountId}`)
      return counted?.days ?? 0
    },
    close: () => connection.end(),
  }
}
