import type { Packed } from '../../../core/kept/packed.ts'
import { lastRead, type ReadCopy } from '../../keeping/last-read.ts'
import { unpack } from '../../keeping/packing.ts'
import type { MailTestStore } from '../../mail-tests.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { STANDS, TEST, type TestRow, testOf } from './rows.ts'

interface MailboxRow {
  token: string
  messages: number
  bytes: number
  anonymousAll: number | null
  anonymousClient: number
}

type Reads = Pick<MailTestStore, 'byToken' | 'told' | 'mailbox' | 'anonymousHeld' | 'listByAccount'>

export function testReads(db: Db): Reads {
  return {
    async byToken(token) {
      const row = await db.first<TestRow>(
        sql`SELECT ${TEST} FROM mail_tests AS t WHERE t.token = ${token} AND t.expires_at > ${db.now()} AND ${STANDS}`,
      )
      return row && testOf(row)
    },
    told: toldTests(db),
    async mailbox(localPart) {
      const row = await db.first<MailboxRow>(
        sql`SELECT t.token, t.message_count AS messages, t.message_bytes AS bytes,
          CASE WHEN t.account_id IS NULL
            THEN coalesce((SELECT bytes FROM anonymous_bytes WHERE client = ''), 0) END AS anonymous_all,
          coalesce((SELECT bytes FROM anonymous_bytes WHERE client = t.client), 0) AS anonymous_client
        FROM mail_tests AS t WHERE t.local_part = ${localPart} AND t.expires_at > ${db.now()} AND ${STANDS}`,
      )
      if (!row) return undefined
      const { token, messages, bytes, anonymousAll: all, anonymousClient: client } = row
      return { token, messages, bytes, ...(all !== null && { anonymous: { all, client } }) }
    },
    async anonymousHeld(client = '') {
      const rows = await db.all<{ client: string; bytes: number }>(
        sql`SELECT client, bytes FROM anonymous_bytes WHERE client = ANY(${['', client]}::text[])`,
      )
      const held = new Map(rows.map((row) => [row.client, row.bytes]))
      return { all: held.get('') ?? 0, client: client === '' ? 0 : (held.get(client) ?? 0) }
    },
    /** Items and total of the same moment. */
    async listByAccount(accountId, { limit, offset }) {
      const unexpired = sql`FROM mail_tests AS t WHERE t.account_id = ${accountId} AND t.expires_at > ${db.now()}`
      const rows = await db.all<(TestRow | { token: null }) & { total: number }>(
        sql`WITH held AS (SELECT count(*) AS total ${unexpired} AND ${STANDS}),
          page AS (SELECT t.seq ${unexpired} AND ${STANDS} ORDER BY t.seq DESC LIMIT ${limit} OFFSET ${offset})
        SELECT held.total, ${TEST} FROM held LEFT JOIN page ON true LEFT JOIN mail_tests AS t ON t.seq = page.seq
        ORDER BY page.seq DESC`,
      )
      const items = rows.flatMap((row) => (row.token === null ? [] : [testOf(row)]))
      return { items, total: rows[0]?.total ?? 0 }
    },
  }
}

type ToldRow = TestRow & { message: number | null; revision: number | null; version: string | null }

/** Tests with the copies of what was told of their latest reports: one look, and another at a copy that was not read lately. */
function toldTests(db: Db): MailTestStore['told'] {
  const last = lastRead()

  async function readCopy(
    id: string,
    message: number,
    { revision, version }: { revision: number; version: string },
  ): Promise<ReadCopy | undefined> {
    const packed = await db.first<Packed>(
      sql`SELECT packing, checks AS bytes FROM rendered_checks
        WHERE message_seq = ${message}::bigint AND revision = ${revision}::bigint AND version = ${version}`,
    )
    if (!packed) return undefined
    const read = { revision, version, checks: await unpack(packed) }
    last.keep(id, read)
    return read
  }

  return async (token) => {
    const row = await db.first<ToldRow>(
      sql`SELECT ${TEST}, t.latest_seq AS message, c.revision, c.version
        FROM mail_tests AS t LEFT JOIN rendered_checks AS c ON c.message_seq = t.latest_seq
        WHERE t.token = ${token} AND t.expires_at > ${db.now()} AND ${STANDS}`,
    )
    if (!row) return undefined
    const test = testOf(row)
    const { message, revision, version } = row
    const id = test.messageId
    if (id === undefined || message === null || revision === null || version === null) return { test }
    const rendered = last.get(id, revision, version) ?? (await readCopy(id, message, { revision, version }))
    return { test, ...(rendered && { rendered }) }
  }
}
