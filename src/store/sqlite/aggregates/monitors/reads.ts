import type { WatchingEvent } from '../../../../core/watching/events.ts'
import { MESSAGES_PER_HOUR, type Monitor } from '../../../../core/watching/monitor.ts'
import { type MonitorRow, monitorOf } from '../../../keeping/monitors/rows.ts'
import type {
  BegunMonitor,
  MonitorMailbox,
  MonitorMessageRow,
  MonitorScore,
  ToldAlert,
} from '../../../watching/monitors.ts'
import type { Connection } from '../../connection.ts'
import { MONITORS } from './selected.ts'

export const HOUR_MS = 3_600_000

/** Messages of the last hour, counted up to the bound. What a clock that was ahead noted does not count. */
export const ARRIVALS = `SELECT count(*) FROM (SELECT 1 FROM monitor_arrivals WHERE monitor_id = ? AND at > ? AND at <= ?
  LIMIT ${MESSAGES_PER_HOUR})`

interface MessageRow {
  seq: number
  token: string
  messageId: string
  receivedAt: number
  score: number | null
  status: 'scored' | 'failed' | null
  subject: string | null
}

/** One message for each test; the newest where somebody put more into it. */
const MESSAGES = `SELECT w.test_seq AS seq, t.token, m.id AS messageId, m.received_at AS receivedAt, m.score, m.status, words.subject
  FROM monitor_tests AS w CROSS JOIN mail_tests AS t ON t.seq = w.test_seq
    CROSS JOIN messages AS m ON m.seq = (SELECT max(seq) FROM messages WHERE test_seq = t.seq)
    LEFT JOIN test_words AS words ON words.test_seq = t.seq
  WHERE w.monitor_id = ? AND w.test_seq < ? AND t.expires_at > ? ORDER BY w.test_seq DESC LIMIT ?`

interface ToldRow {
  at: number
  type: WatchingEvent['type']
  subject: string
  payload: string
}

export function monitorReads({ driver }: Pick<Connection, 'driver'>) {
  const rows = <P extends (string | number)[]>(conditions: string) => {
    const found = driver.prepare<P, MonitorRow>(`${MONITORS} ${conditions}`)
    return (...values: P): Monitor[] => found.all(...values).map(monitorOf)
  }
  const byId = rows<[string, string]>('m.id = ? AND m.account_id = ?')
  const list = rows<[string]>('m.account_id = ? ORDER BY m.name')
  const all = rows<[string, number]>('m.id > ? ORDER BY m.id LIMIT ?')
  const ofDomain = rows<[string]>('m.domain_id = ?')
  const byBadge = rows<[string]>('m.badge = ?')
  const anyById = rows<[string]>('m.id = ?')
  const due = driver
    .prepare<[number, number], string>(
      `SELECT m.id FROM monitors AS m WHERE NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
          WHERE accounts.id = m.account_id AND deleted_at IS NOT NULL)
        AND m.due_at <= ? ORDER BY m.due_at LIMIT ?`,
    )
    .pluck()
  const resident = driver.prepare<[string], Pick<MonitorMailbox, 'monitorId' | 'accountId'>>(
    `SELECT m.id AS monitorId, m.account_id AS accountId FROM monitors AS m WHERE m.local_part = ?
      AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = m.account_id AND deleted_at IS NOT NULL)`,
  )
  const arrivals = driver.prepare<[string, number, number], number>(ARRIVALS).pluck()
  const watch = driver.prepare<[string], NonNullable<BegunMonitor['kept']>>(
    'SELECT version, state FROM monitor_watch WHERE monitor_id = ?',
  )
  const arrived = driver
    .prepare<[string], number | null>('SELECT max(at) FROM monitor_arrivals WHERE monitor_id = ?')
    .pluck()
  const told = driver.prepare<[string, number], ToldRow>(
    'SELECT at, type, subject, payload FROM monitor_told WHERE monitor_id = ? ORDER BY no DESC LIMIT ?',
  )
  const messages = driver.prepare<[string, number, number, number], MessageRow>(MESSAGES)
  const scores = driver.prepare<[string, number, number], { at: number; score: number | null }>(
    'SELECT at, score FROM monitor_scores WHERE monitor_id = ? AND at >= ? ORDER BY at DESC, message_seq DESC LIMIT ?',
  )
  return {
    byId: (accountId: string, id: string) => byId(id, accountId)[0],
    list,
    all,
    ofDomain: (domainId: string) => ofDomain(domainId)[0],
    byBadge: (badge: string) => byBadge(badge)[0],
    mailbox(localPart: string, now: Date): MonitorMailbox | undefined {
      const found = resident.get(localPart)
      if (!found) return undefined
      const came = arrivals.get(found.monitorId, now.getTime() - HOUR_MS, now.getTime()) ?? 0
      return { ...found, full: came >= MESSAGES_PER_HOUR }
    },
    due: (now: Date, limit: number): string[] => due.all(now.getTime(), limit),
    begin(id: string): BegunMonitor | undefined {
      const [monitor] = anyById(id)
      const kept = watch.get(id)
      const at = arrived.get(id) ?? null
      return monitor && { monitor, ...(kept && { kept }), ...(at !== null && { arrivedAt: new Date(at) }) }
    },
    told: (id: string, limit: number): ToldAlert[] =>
      // Nothing is checked: only this store wrote it.
      told.all(id, limit).map(({ at, type, subject, payload }) => ({
        at: new Date(at),
        event: { type, subject, payload: JSON.parse(payload) } as WatchingEvent,
      })),
    messages(
      id: string,
      { limit, after = Number.MAX_SAFE_INTEGER }: { limit: number; after?: number },
      now: Date,
    ): { items: MonitorMessageRow[]; next?: number } {
      const found = messages.all(id, after, now.getTime(), limit + 1)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return { items: shown.map(messageOf), ...(found.length > limit && last && { next: last.seq }) }
    },
    scores: (id: string, since: Date, limit: number): MonitorScore[] =>
      scores
        .all(id, since.getTime(), limit)
        .map(({ at, score }) => ({ at: new Date(at), ...(score !== null && { score }) })),
  }
}

function messageOf({ token, messageId, receivedAt, score, status, subject }: MessageRow): MonitorMessageRow {
  return {
    token,
    messageId,
    receivedAt: new Date(receivedAt),
    ...(score !== null && { score }),
    status: status ?? 'pending',
    ...(subject !== null && { subject }),
  }
}
