import type { Packed } from '../../../core/kept/packed.ts'
import type { Message } from '../../../core/message.ts'
import type { MessageView } from '../../../core/message-view.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { type MessageRow, messageOf } from '../../keeping/message-row.ts'
import { jsonOf, unpacked } from '../../keeping/parcels.ts'
import { type StoredRow, storedReport } from '../../keeping/report-json.ts'
import type { DecidedByOthers, MessageStore, ScoredMessage } from '../../messages.ts'
import type { Db } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

type Row = Omit<MessageRow, 'receivedAt'> & { receivedAt: number; now: number }

interface ReportRow extends Row {
  text: string | null
  packed: Uint8Array | null
  packing: Packed['packing'] | null
  revision: number | null
}

const read = ({ receivedAt, now, ...row }: Row): Message =>
  messageOf({ ...row, receivedAt: new Date(receivedAt) }, now)

/** The columns of a message. */
const whole = (db: Db) => sql`m.id, t.token, m.received_at, m.size, m.status, m.score, m.reason,
  CASE WHEN m.lost_tries > 0 AND m.due_at > 0 AND m.claimed_by IS NULL THEN m.due_at END AS tried_again_at,
  CASE WHEN m.status IS NULL THEN NULL WHEN m.claimed_by IS NULL THEN m.due_at ELSE 0 END AS again, ${db.now()} AS now`

export type MessageReads = Pick<
  MessageStore,
  | 'ofTest'
  | 'report'
  | 'envelope'
  | 'raw'
  | 'content'
  | 'messageView'
  | 'evidence'
  | 'scored'
  | 'decidedByOthers'
>

export function messageReads(db: Db): MessageReads {
  /** One packed column of what is kept of a message. */
  const packedOf = (
    table: 'message_bodies' | 'message_contents' | 'message_exhibits' | 'evidence',
    column: string,
  ) => {
    const from = plain(
      `SELECT k.packing, k.${column} AS bytes FROM messages AS m JOIN ${table} AS k ON k.message_seq = m.seq`,
    )
    return (id: string) => db.first<Packed>(sql`${from} WHERE m.id = ${id}`)
  }
  const raw = packedOf('message_bodies', 'raw')
  const content = packedOf('message_contents', 'content')
  const view = packedOf('message_exhibits', 'exhibits')
  const evidence = packedOf('evidence', 'evidence')
  return {
    async ofTest(token) {
      const rows =
        await db.all<Row>(sql`SELECT ${whole(db)} FROM mail_tests AS t JOIN messages AS m ON m.test_seq = t.seq
        WHERE t.token = ${token} ORDER BY m.seq DESC`)
      return rows.map(read)
    },
    async report(token, messageId) {
      const which = messageId === undefined ? sql`m.seq = t.latest_seq` : sql`m.id = ${messageId}`
      const row = await db.first<ReportRow>(reportOf(db, token, which))
      return row && storedReport(storedRow(row))
    },
    async envelope(id) {
      const row = await db.first<{ envelope: string }>(sql`SELECT b.envelope FROM messages AS m
        JOIN message_bodies AS b ON b.message_seq = m.seq WHERE m.id = ${id}`)
      return row && envelopeFromJson(row.envelope)
    },
    raw: async (id) => unpacked(await raw(id)),
    async content(id) {
      const bytes = await unpacked(await content(id))
      return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    },
    messageView: async (id) => jsonOf<MessageView>(await view(id)),
    evidence: async (id) => jsonOf<unknown>(await evidence(id)),
    scored: (behind, limit) =>
      db.all<ScoredMessage>(sql`SELECT m.id, t.token, m.seq AS place FROM messages AS m JOIN mail_tests AS t ON t.seq = m.test_seq
        WHERE m.seq > ${behind}::bigint AND m.status = 'scored' ORDER BY m.seq LIMIT ${limit}`),
    decidedByOthers: (version, before, looksAt) => decidedByOthers(db, version, before, looksAt),
  }
}

function reportOf(db: Db, token: string, which: Sql): Sql {
  return sql`SELECT ${whole(db)}, r.report AS text, r.packed, r.packing, r.revision FROM mail_tests AS t
    JOIN messages AS m ON m.test_seq = t.seq AND ${which} LEFT JOIN reports AS r ON r.message_seq = m.seq
    WHERE t.token = ${token}`
}

function storedRow({ text, packed, packing, revision, ...row }: ReportRow): StoredRow {
  const isKept = text !== null && packing !== null && revision !== null
  return { message: read(row), ...(isKept && { kept: { text, packed, packing, revision } }) }
}

/** By the messages: tests without an account are too many. What is not shared yet may be at any time. */
async function decidedByOthers(
  db: Db,
  version: string,
  before: number,
  looksAt: number,
): Promise<DecidedByOthers> {
  const rows = await db.all<{ place: number; id: string | null; token: string | null }>(
    sql`SELECT m.seq AS place, found.id, found.token
      FROM (SELECT seq FROM messages WHERE seq < ${before}::bigint ORDER BY seq DESC LIMIT ${looksAt}) AS m
      LEFT JOIN LATERAL (
        SELECT d.id, t.token FROM messages AS d JOIN mail_tests AS t ON t.seq = d.test_seq
        WHERE d.seq = m.seq AND d.status = 'scored' AND d.withholding_version IS DISTINCT FROM ${version}
          AND (t.account_id IS NULL OR t.source <> 'api')) AS found ON true
      ORDER BY m.seq DESC`,
  )
  const last = rows.at(-1)
  if (!last) return { found: [] }
  const found = rows.flatMap(({ id, token, place }) =>
    id === null || token === null ? [] : [{ id, token, place }],
  )
  return { found, next: last.place }
}
