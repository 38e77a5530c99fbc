import { MAIL_TEST_SOURCES, MAIL_TEST_STATUSES, type MailTest } from '../../core/mail-test.ts'
import { MESSAGE_KINDS } from '../../core/report.ts'
import { addressedLocalPart } from '../../core/watching/address.ts'

/**
 * The columns of a test, for reads that are asked for often: taking a row apart by name costs more than reading it.
 * What became of the test is that of its latest analysed message, which a look of its own finds sooner than a join.
 */
export const TEST_COLUMNS = `token, local_part, source, account_id, created_at, expires_at,
  CASE WHEN gated THEN report_number END, owner_kind, owner_bulk, shared, creator_id,
  (SELECT json_array(id, received_at, status, score) FROM messages WHERE messages.seq = latest_seq),
  CASE WHEN source = 'monitor' THEN (SELECT monitor_id FROM monitor_tests WHERE monitor_tests.test_seq = mail_tests.seq) END`

export type TestRow = [
  token: string,
  localPart: string,
  source: string,
  accountId: string | null,
  createdAt: number,
  expiresAt: number,
  gatedNumber: number | null,
  ownerKind: string | null,
  ownerBulk: number | null,
  shared: number,
  creatorId: string | null,
  latest: string | null,
  monitorId: string | null,
]

/** The test of a row that begins with TEST_COLUMNS. */
export function testOfRow(row: TestRow | [...TestRow, ...unknown[]]): MailTest {
  const [token, localPart, source, accountId, createdAt, expiresAt, gatedNumber] = row
  const [, , , , , , , kind, bulk, shared, creatorId, latest, monitorId] = row
  const test: MailTest = {
    token,
    localPart: source === 'monitor' ? addressedLocalPart(localPart) : localPart,
    source: oneOf(MAIL_TEST_SOURCES, source),
    status: 'pending',
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }
  if (accountId !== null) test.accountId = accountId
  if (creatorId !== null) test.creatorId = creatorId
  if (monitorId !== null) test.monitorId = monitorId
  if (shared === 1) test.shared = true
  if (gatedNumber !== null) test.gatedNumber = gatedNumber
  if (kind !== null || bulk !== null) {
    test.senderHints = {
      ...(kind !== null && { kind: oneOf(MESSAGE_KINDS, kind) }),
      ...(bulk !== null && { bulk: bulk === 1 }),
    }
  }
  if (latest !== null) addLatest(test, latest)
  return test
}

function addLatest(test: MailTest, latest: string): void {
  const [id, receivedAt, status, score]: [string, number, string | null, number | null] = JSON.parse(latest)
  if (status !== null) test.status = oneOf(MAIL_TEST_STATUSES, status)
  if (score !== null) test.score = score
  test.receivedAt = new Date(receivedAt)
  test.messageId = id
}

function oneOf<T extends string>(all: readonly T[], text: string): T {
  const found = all.find((one) => one === text)
  if (found === undefined) throw new Error(`The store holds ${text}, which is none of ${all.join(', ')}.`)
  return found
}
