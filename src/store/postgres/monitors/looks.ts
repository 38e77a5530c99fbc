import type { WatchingEvent } from '../../../core/watching/events.ts'
import { standingText } from '../../keeping/monitors/rows.ts'
import { MOST_TOLD_ALERTS, type MonitorStore, type SettledMonitor } from '../../watching/monitors.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { STANDS } from './selected.ts'

/** What looks at monitors leave behind. */
export function monitorLooks(db: Db): Pick<MonitorStore, 'settle' | 'forgetScores'> {
  return {
    settle: (id, version, look, events) => db.write((tx) => settle(tx, { id, version, look, events })),
    forgetScores: (before, limit) =>
      db.run(sql`DELETE FROM monitor_scores WHERE (monitor_id, at, message_seq) IN (
        SELECT monitor_id, at, message_seq FROM monitor_scores WHERE at < ${before.getTime()}::bigint ORDER BY at LIMIT ${limit})`),
  }
}

interface Look {
  id: string
  version: number
  look: SettledMonitor
  events: readonly WatchingEvent[]
}

async function settle(tx: Tx, { id, version: was, look, events }: Look): ReturnType<MonitorStore['settle']> {
  // The second statement looks when the first has its lock: of two looks one finds its version.
  const [own, kept] = await Promise.all([
    tx.first<{ accountId: string; domainId: string | null; isChanged: number }>(
      sql`SELECT m.account_id, m.domain_id, m.is_changed FROM monitors AS m WHERE m.id = ${id} AND ${STANDS} FOR NO KEY UPDATE OF m`,
    ),
    tx.first<{ version: number; last: number }>(
      sql`SELECT coalesce((SELECT version FROM monitor_watch WHERE monitor_id = ${id}), 0) AS version,
        coalesce((SELECT max(no) FROM monitor_told WHERE monitor_id = ${id}), 0) AS last`,
    ),
  ])
  if (!own || !kept) return 'unknown_monitor'
  if (kept.version !== was) return 'outdated'
  const { standing, state, at, dueAt } = look
  // What was changed meanwhile is looked at once more.
  const due = own.isChanged === 1 ? at : dueAt
  await Promise.all([
    tx.run(sql`INSERT INTO monitor_watch (monitor_id, version, state) VALUES (${id}, ${was + 1}::bigint, ${state})
      ON CONFLICT (monitor_id) DO UPDATE SET version = excluded.version, state = excluded.state`),
    tx.run(sql`UPDATE monitors SET standing = ${standingText(standing)}, due_at = ${due?.getTime() ?? null}::bigint, is_changed = 0
      WHERE id = ${id}`),
    ...(events.length > 0 ? [tell(tx, { ...own, id, at, last: kept.last }, events)] : []),
  ])
  return 'settled'
}

interface Told {
  id: string
  accountId: string
  domainId: string | null
  at: Date
  /** The number of the last one that was told before. */
  last: number
}

async function tell(
  tx: Tx,
  { id, accountId, domainId, at, last }: Told,
  events: readonly WatchingEvent[],
): Promise<void> {
  const [types, subjects, payloads] = [
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
    events.map(({ payload }) => JSON.stringify(payload)),
  ]
  const told = sql`unnest(${types}::text[], ${subjects}::text[], ${payloads}::text[]) WITH ORDINALITY AS e (type, subject, payload, no)`
  const time = sql`${at.getTime()}::bigint`
  await Promise.all([
    tx.run(sql`INSERT INTO monitor_told (monitor_id, no, at, type, subject, payload)
      SELECT ${id}, ${last}::bigint + e.no, ${time}, e.type, e.subject, e.payload FROM ${told}
      WHERE e.no > ${events.length - MOST_TOLD_ALERTS}::bigint`),
    tx.run(
      sql`DELETE FROM monitor_told WHERE monitor_id = ${id} AND no <= ${last + events.length - MOST_TOLD_ALERTS}::bigint`,
    ),
    tx.run(sql`INSERT INTO outbox (type, account_id, subject, payload, at, domain_id)
      SELECT e.type, ${accountId}, e.subject, e.payload, ${time}, ${domainId} FROM ${told} ORDER BY e.no`),
  ])
}
