import type { Backlog, Waiting } from '../../usage.ts'
import { BACKLOG_COUNTED } from '../../usage.ts'
import type { Connection } from '../connection.ts'

/** How many rows of a partial index there are, and when the first that arrived of them did: read from the index alone, so far. */
const waiting = (table: string, index: string, where: string) =>
  `SELECT waiting, (SELECT received_at FROM ${table} WHERE seq = first) FROM
  (SELECT count(*) AS waiting, min(seq) AS first FROM
    (SELECT seq FROM ${table} INDEXED BY ${index} WHERE ${where} LIMIT ${BACKLOG_COUNTED}))`

/** The conditions are those of the partial indexes, word for word. */
const MESSAGES = {
  line: waiting('messages', 'messages_line', 'rank IS NOT NULL'),
  behind: waiting('messages', 'messages_behind', 'due_at = 0 AND rank IS NULL'),
  running: waiting('messages', 'messages_claimed', 'claimed_by IS NOT NULL'),
  postponed: waiting(
    'messages',
    'messages_returning',
    "due_at > 0 AND (claimed_by IS NOT NULL OR status IS NOT 'scored') AND claimed_by IS NULL",
  ),
  repeats: waiting('messages', 'messages_repeats', "due_at > 0 AND claimed_by IS NULL AND status = 'scored'"),
}

const REPORTS = {
  line: waiting('report_mails', 'report_mails_line', 'rank IS NOT NULL'),
  postponed: waiting('report_mails', 'report_mails_returning', 'due_at IS NOT NULL AND claimed_by IS NULL'),
}
const REPORT_BYTES = "SELECT bytes FROM report_bytes WHERE party = 'waiting'"

/** Ids are given in order, and hardly one is left out. */
const EVENTS = 'SELECT coalesce(max(id) + 1, 0) FROM outbox'
const FIRST_EVENT = 'SELECT coalesce(min(id), 0) FROM outbox'
const READ = 'SELECT min(position) FROM outbox_positions'
const UNREAD_SINCE = 'SELECT at FROM outbox WHERE id > ? ORDER BY id LIMIT 1'

type Row = [count: number, oldest: number | null]

/** What waits, for whoever looks every few seconds. */
export function backlogReads({ driver }: Connection): () => Backlog {
  const rows = (sql: string) => driver.prepare<[], Row>(sql).raw()
  const numbers = (sql: string) => driver.prepare<[], number | null>(sql).pluck()
  const line = rows(MESSAGES.line)
  const behind = rows(MESSAGES.behind)
  const running = rows(MESSAGES.running)
  const postponed = rows(MESSAGES.postponed)
  const repeats = rows(MESSAGES.repeats)
  const reports = { line: rows(REPORTS.line), postponed: rows(REPORTS.postponed) }
  const reportBytes = numbers(REPORT_BYTES)
  const [next, first, read] = [numbers(EVENTS), numbers(FIRST_EVENT), numbers(READ)]
  const unreadSince = driver.prepare<[number], number>(UNREAD_SINCE).pluck()

  function events(): Backlog['events'] {
    const [behindLast, from] = [next.get() ?? 0, first.get() ?? 0]
    const position = read.get() ?? undefined
    const since = position === undefined ? undefined : unreadSince.get(position)
    return {
      kept: Math.max(0, behindLast - from),
      unread: position === undefined ? 0 : Math.max(0, behindLast - 1 - Math.max(position, from - 1)),
      ...(since !== undefined && { unreadSince: new Date(since) }),
    }
  }

  return () => ({
    messages: {
      line: waits(line.get()),
      behind: waits(behind.get()),
      running: waits(running.get()),
      postponed: waits(postponed.get()),
      repeats: waits(repeats.get()),
    },
    reports: {
      line: waits(reports.line.get()),
      postponed: waits(reports.postponed.get()),
      bytes: reportBytes.get() ?? 0,
    },
    events: events(),
  })
}

function waits([count, oldest]: Row = [0, null]): Waiting {
  return { count, ...(oldest !== null && { oldest: new Date(oldest) }) }
}
