import type { DmarcEvent } from '../../../../core/event.ts'
import type { BegunWatch, ToldEvent, WatchedDomain, WatchMarks } from '../../../dmarc/watching.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'

interface WatchedRow {
  accountId: string
  domainId: string
  mark: string
  lookedAt: number | null
  lookedMark: string | null
}

interface ToldRow {
  domainId: string
  at: number
  type: DmarcEvent['type']
  payload: string
}

/** A look may have been kept by a clock that was a little ahead. */
const SLACK_MS = 86_400_000
/** Reports that came by mail have the file of a message. */
const BY_MAIL = 'msg_'

export async function domainsBehind(db: Tx, after: string, limit: number): Promise<WatchedDomain[]> {
  const rows = await db.all<WatchedRow>(sql`
    SELECT d.account_id, d.id AS domain_id, w.looked_at, w.mark AS looked_mark,
      coalesce(n.mark, 0) || '.' || coalesce((
        SELECT t.seq FROM tls_reports AS t WHERE t.domain_id = d.id ORDER BY t.day DESC, t.seq DESC LIMIT 1), 0) AS mark
    FROM domains AS d LEFT JOIN dmarc_domains AS n ON n.domain_id = d.id LEFT JOIN dmarc_watch AS w ON w.domain_id = d.id
    WHERE d.id > ${after} AND d.verified_at IS NOT NULL ORDER BY d.id LIMIT ${limit}`)
  return rows.map(({ accountId, domainId, mark, lookedAt, lookedMark }) => ({
    accountId,
    domainId,
    mark,
    ...(lookedAt !== null && { looked: { at: new Date(lookedAt), mark: lookedMark ?? '' } }),
  }))
}

/** Reports that are being kept are waited for: what has a number up to the marks is there, and what comes then has one behind them. */
export async function begin(db: Db, domainId: string): Promise<BegunWatch | undefined> {
  const own = await db.first<{ accountId: string; domain: string }>(
    sql`SELECT account_id, domain FROM domains WHERE id = ${domainId} AND verified_at IS NOT NULL`,
  )
  if (!own) return undefined
  const { accountId, domain } = own
  return db.write((tx) => begun(tx, domainId, { accountId, domain }), { lock: ['dmarc', accountId] })
}

async function begun(
  tx: Tx,
  domainId: string,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<BegunWatch> {
  const isKin = (name: string) => name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`)
  const [marks, kept, verified, moving] = await Promise.all([
    tx.first<WatchMarks>(sql`
      SELECT coalesce((SELECT max(no) FROM dmarc_reports), 0) AS report, coalesce((SELECT max(seq) FROM report_files), 0) AS file,
        coalesce((SELECT max(seq) FROM tls_reports), 0) AS tls`),
    tx.first<{ version: number; state: string; lookedAt: number }>(
      sql`SELECT version, state, looked_at FROM dmarc_watch WHERE domain_id = ${domainId}`,
    ),
    tx.all<{ domainId: string; domain: string }>(
      sql`SELECT id AS domain_id, domain FROM domains WHERE account_id = ${accountId} AND verified_at IS NOT NULL ORDER BY id`,
    ),
    tx.all<{ domain: string }>(
      sql`SELECT domain FROM dmarc_domains WHERE account_id = ${accountId} AND anew = 1`,
    ),
  ])
  return {
    domain,
    marks: marks ?? { report: 0, file: 0, tls: 0 },
    kin: verified.filter((one) => isKin(one.domain)),
    isMoving: moving.some((one) => one.domain === domain || isKin(one.domain)),
    ...(kept && { kept: { ...kept, lookedAt: new Date(kept.lookedAt) } }),
  }
}

/** Reports; the same again, by which a report counts as authenticated; and TLS reports. */
export async function imported(
  db: Tx,
  domainId: string,
  { at, report, file, tls }: WatchMarks & { at: Date },
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const row = await db.first<{ isImported: boolean }>(sql`
    SELECT EXISTS (
        SELECT 1 FROM dmarc_domains AS n JOIN dmarc_slices AS s ON s.domain = n.no JOIN dmarc_reports AS r ON r.no = s.report
          WHERE n.domain_id = ${domainId} AND s.day BETWEEN ${from}::int4 AND ${to}::int4
            AND s.received_at >= ${at.getTime() - SLACK_MS}::int8 AND s.report > ${report}::int8 AND left(r.file_id, 4) <> ${BY_MAIL})
      OR EXISTS (
        SELECT 1 FROM report_files AS f JOIN dmarc_reports AS r ON r.uid = f.report_uid
          WHERE f.domain_id = ${domainId} AND f.seq > ${file}::int8 AND f.source = 'import' AND f.outcome = 'duplicate'
            AND f.authentication = 'passed' AND r.day BETWEEN ${from}::int4 AND ${to}::int4)
      OR EXISTS (
        SELECT 1 FROM tls_reports AS t WHERE t.domain_id = ${domainId} AND t.day BETWEEN ${from}::int4 AND ${to}::int4
          AND t.seq > ${tls}::int8 AND left(t.file_id, 4) <> ${BY_MAIL}) AS is_imported`)
  return row?.isImported === true
}

export function lasting(
  db: Tx,
  accountId: string,
  domainId?: string,
): Promise<{ domainId: string; domain: string; holds: string }[]> {
  const only = domainId === undefined ? sql`` : sql` AND d.id = ${domainId}`
  return db.all(sql`
    SELECT d.id AS domain_id, d.domain, w.holds FROM domains AS d JOIN dmarc_watch AS w ON w.domain_id = d.id
      WHERE d.account_id = ${accountId}${only} AND d.verified_at IS NOT NULL AND w.holds <> '[]' ORDER BY d.domain`)
}

export async function told(db: Tx, domainId: string, limit: number): Promise<ToldEvent[]> {
  const rows = await db.all<ToldRow>(
    sql`SELECT domain_id, at, type, payload FROM dmarc_told WHERE domain_id = ${domainId} ORDER BY no DESC LIMIT ${limit}`,
  )
  return rows.map(toldOf)
}

export async function toldSince(db: Tx, accountId: string, since: Date, limit: number): Promise<ToldEvent[]> {
  const rows = await db.all<ToldRow>(sql`
    SELECT t.domain_id, t.at, t.type, t.payload FROM dmarc_told AS t JOIN domains AS d ON d.id = t.domain_id
      WHERE t.account_id = ${accountId} AND d.verified_at IS NOT NULL AND t.at >= ${since.getTime()} AND position(${IS_SAMPLE} IN t.payload) = 0
      ORDER BY t.at DESC, t.domain_id DESC, t.no DESC LIMIT ${limit}`)
  return rows.map(toldOf)
}

/** Nothing is checked: only this store wrote it. */
function toldOf({ domainId, at, type, payload: text }: ToldRow): ToldEvent {
  const { [SAMPLE]: isSample, ...payload } = JSON.parse(text)
  const event = { type, subject: domainId, payload } as DmarcEvent
  return { domainId, at: new Date(at), event, ...(isSample === true && { isSample }) }
}

/** In the payload of an event of sample data. */
export const SAMPLE = 'of_sample'
/** The same as it is written. In a text of a stranger a quotation mark has a backslash before it. */
const IS_SAMPLE = JSON.stringify({ [SAMPLE]: true }).slice(1, -1)
