import type { Claim } from '../../claims.ts'
import type { Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** A test whose row is held until the end of the transaction: whoever writes what is kept of its messages holds it first. */
export interface LockedTest {
  seq: number
  token: string
  accountId: string | null
  client: string | null
  source: string
  latestSeq: number | null
  reportNumber: number | null
  /** Whose test it is. */
  monitorId: string | null
}

/** A message with how many octets are kept of it; null: there is no row. */
export interface LockedMessage {
  seq: number
  status: 'scored' | 'failed' | null
  score: number | null
  receivedAt: number
  report: number | null
  revision: number | null
  evidence: number | null
  content: number | null
  view: number | null
  rendered: number | null
}

/** What a message belongs to and what is kept of it, held. Undefined: it is gone, or the claim is lost. */
export async function lockedMessage(
  tx: Tx,
  which: Claim | { id: string },
): Promise<{ test: LockedTest; message: LockedMessage } | undefined> {
  const claim =
    'holder' in which
      ? sql`AND m.claimed_by = ${which.holder} AND m.claim_number = ${which.number}::bigint`
      : sql``
  // The second statement looks when the first has its lock.
  const [test, message] = await Promise.all([
    tx.first<LockedTest>(sql`SELECT t.seq, t.token, t.account_id, t.client, t.source, t.latest_seq, t.report_number,
        CASE WHEN t.source = 'monitor' THEN (SELECT w.monitor_id FROM monitor_tests AS w WHERE w.test_seq = t.seq) END
          AS monitor_id
      FROM mail_tests AS t WHERE t.seq = (SELECT test_seq FROM messages WHERE id = ${which.id}) FOR NO KEY UPDATE OF t`),
    tx.first<LockedMessage>(sql`SELECT m.seq, m.status, m.score, m.received_at, r.revision,
        octet_length(r.report) + coalesce(octet_length(r.packed), 0) AS report, octet_length(e.evidence) AS evidence,
        octet_length(c.content) AS content, octet_length(x.exhibits) AS view, octet_length(k.checks) AS rendered
      FROM messages AS m LEFT JOIN reports AS r ON r.message_seq = m.seq LEFT JOIN evidence AS e ON e.message_seq = m.seq
        LEFT JOIN message_contents AS c ON c.message_seq = m.seq LEFT JOIN message_exhibits AS x ON x.message_seq = m.seq
        LEFT JOIN rendered_checks AS k ON k.message_seq = m.seq
      WHERE m.id = ${which.id} ${claim} FOR NO KEY UPDATE OF m`),
  ])
  return test && message && { test, message }
}

/** Statements that have no need of each other's answers, in their order, in one round trip. */
export async function inOrder(tx: Tx, statements: readonly (Sql | undefined)[]): Promise<void> {
  await Promise.all(statements.flatMap((one) => (one ? [tx.run(one)] : [])))
}

/** What a test without an account holds more or less, in the sums of all and of its network: the row that everybody writes is held
 * for the shortest time. */
export function anonymousHeld({ accountId, client }: LockedTest, by: number): (Sql | undefined)[] {
  if (accountId !== null || by === 0) return []
  const add = (name: string) =>
    sql`UPDATE anonymous_bytes SET bytes = bytes + ${by}::bigint WHERE client = ${name}`
  return [add(''), client === null ? undefined : add(client)]
}
