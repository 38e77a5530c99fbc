import type { MailTest } from '../../../core/mail-test.ts'
import { testOfRow } from '../../keeping/test-row.ts'
import { plain } from '../sql/statement.ts'

/** The columns of a test, of `mail_tests AS t`. What became of it is that of its latest analysed message. */
export const TEST = plain(`t.token, t.local_part, t.source, t.account_id, t.created_at, t.expires_at,
  CASE WHEN t.gated = 1 THEN t.report_number END AS gated_number, t.owner_kind, t.owner_bulk, t.shared, t.creator_id,
  (SELECT json_build_array(m.id, m.received_at, m.status, m.score)::text FROM messages AS m WHERE m.seq = t.latest_seq)
    AS latest,
  CASE WHEN t.source = 'monitor' THEN (SELECT o.monitor_id FROM monitor_tests AS o WHERE o.test_seq = t.seq) END
    AS monitor_id`)

/** True of a test whose account was not deleted. */
export const STANDS = plain(
  'NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = t.account_id AND a.deleted_at IS NOT NULL)',
)

export interface TestRow {
  token: string
  localPart: string
  source: string
  accountId: string | null
  createdAt: number
  expiresAt: number
  gatedNumber: number | null
  ownerKind: string | null
  ownerBulk: number | null
  shared: number
  creatorId: string | null
  latest: string | null
  monitorId: string | null
}

export function testOf(row: TestRow): MailTest {
  const { token, localPart, source, accountId, createdAt, expiresAt, gatedNumber } = row
  const { ownerKind, ownerBulk, shared, creatorId, latest, monitorId } = row
  return testOfRow([
    token,
    localPart,
    source,
    accountId,
    createdAt,
    expiresAt,
    gatedNumber,
    ownerKind,
    ownerBulk,
    shared,
    creatorId,
    latest,
    monitorId,
  ])
}
