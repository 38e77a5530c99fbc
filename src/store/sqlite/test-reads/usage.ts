import type { Blame } from '../../../core/message.ts'
import type { DelayedMessage, HeldTests, QueueState } from '../../usage.ts'
import type { Connection } from '../connection.ts'
import { backlogReads } from './backlog.ts'

const MOST_DELAYED = 50

/** The conditions are those of the partial indexes, word for word. */
const COUNTS = `SELECT
  (SELECT count(*) FROM messages WHERE rank IS NOT NULL),
  (SELECT count(*) FROM messages WHERE due_at = 0 AND rank IS NULL),
  (SELECT count(*) FROM messages WHERE claimed_by IS NOT NULL),
  (SELECT count(*) FROM messages
    WHERE due_at > 0 AND (claimed_by IS NOT NULL OR status IS NOT 'scored') AND claimed_by IS NULL),
  (SELECT count(*) FROM messages WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored'),
  (SELECT received_at FROM messages WHERE seq = (SELECT min(seq) FROM messages WHERE rank IS NOT NULL))`

const DELAYED = `SELECT id, received_at, due_at, lost_tries, blamed FROM messages INDEXED BY messages_returning
  WHERE due_at > 0 AND (claimed_by IS NOT NULL OR status IS NOT 'scored') AND claimed_by IS NULL
  ORDER BY seq LIMIT ${MOST_DELAYED}`

const HELD = `SELECT account_id, count(*), sum(message_count), sum(held_bytes), max(seq) FROM
  (SELECT seq, account_id, message_count, held_bytes FROM mail_tests WHERE seq > ? ORDER BY seq LIMIT ?)
  GROUP BY account_id`

type CountsRow = [
  line: number,
  behind: number,
  running: number,
  postponed: number,
  repeats: number,
  oldest: number | null,
]
type DelayedRow = [id: string, receivedAt: number, dueAt: number, lostTries: number, blamed: string]
type HeldRow = [accountId: string | null, tests: number, messages: number, bytes: number, last: number]

export function usageReads(connection: Connection) {
  const { driver } = connection
  const counts = driver.prepare<[], CountsRow>(COUNTS).raw()
  const delayed = driver.prepare<[], DelayedRow>(DELAYED).raw()
  const held = driver.prepare<[number, number], HeldRow>(HELD).raw()
  const roleMail = driver.prepare<[], [number]>('SELECT coalesce(sum(size), 0) FROM role_mail').raw()
  return {
    backlog: backlogReads(connection),
    queue(): QueueState {
      const [line = 0, behind = 0, running = 0, postponed = 0, repeats = 0, first = null] = counts.get() ?? []
      const late = delayed.all().map(delayedMessage)
      const arrivals = [
        ...(first === null ? [] : [first]),
        ...late.map(({ receivedAt }) => receivedAt.getTime()),
      ]
      return {
        waiting: line + behind,
        running,
        postponed,
        repeats,
        ...(arrivals.length > 0 && { oldest: new Date(Math.min(...arrivals)) }),
        delayed: late,
      }
    },
    held(after: number, limit: number): { owners: HeldTests[]; next?: number } {
      const rows = held.all(after, limit)
      const seen = rows.reduce((sum, [, tests]) => sum + tests, 0)
      const owners = rows.map(([accountId, tests, messages, bytes]) => ({
        ...(accountId !== null && { accountId }),
        tests,
        messages,
        bytes,
      }))
      return { owners, ...(seen === limit && { next: Math.max(...rows.map(([, , , , last]) => last)) }) }
    },
    roleMailBytes: (): number => roleMail.get()?.[0] ?? 0,
  }
}

function delayedMessage([id, receivedAt, dueAt, lostTries, blamed]: DelayedRow): DelayedMessage {
  const steps: Blame[] = JSON.parse(blamed)
  return { id, receivedAt: new Date(receivedAt), dueAt: new Date(dueAt), lostTries, blamed: steps }
}
