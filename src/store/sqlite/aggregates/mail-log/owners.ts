import { isComplaintsLocalPart } from '../../../../core/complaints/complaint.ts'
import { isToken } from '../../../../core/mail-test.ts'
import { isMonitorLocalPart } from '../../../../core/watching/address.ts'
import type { Owner } from '../../../keeping/mail-log/lines.ts'
import type { Connection } from '../../connection.ts'
import { TEST_STANDS } from '../../test-reads/standing.ts'

interface TestRow {
  token: string
  accountId: string | null
  client: string | null
  expiresAt: number
}

const STANDS = `NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
  WHERE accounts.id = former_addresses.account_id AND deleted_at IS NOT NULL)`

/** Knows whose an address is, or was. */
export function createOwners({ driver }: Pick<Connection, 'driver'>) {
  const living = driver.prepare<[string], TestRow>(
    `SELECT token, account_id AS accountId, client, expires_at AS expiresAt FROM mail_tests
      WHERE local_part = ? AND ${TEST_STANDS}`,
  )
  const former = driver.prepare<[string], { accountId: string; expiresAt: number }>(
    `SELECT account_id AS accountId, expires_at AS expiresAt FROM former_addresses WHERE local_part = ? AND ${STANDS}`,
  )
  const ofReports = driver
    .prepare<[string], [string]>(
      `SELECT account_id FROM domains WHERE token = ? AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = domains.account_id AND deleted_at IS NOT NULL)`,
    )
    .raw()
  const ofMonitor = driver
    .prepare<[string], [string]>(
      `SELECT account_id FROM monitors WHERE local_part = ? AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = monitors.account_id AND deleted_at IS NOT NULL)`,
    )
    .raw()
  const ofComplaints = driver
    .prepare<[string], [string]>(
      `SELECT account_id FROM complaint_addresses AS a JOIN domains ON domains.id = a.domain_id
        WHERE a.local_part = ? AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
          WHERE accounts.id = domains.account_id AND deleted_at IS NOT NULL)`,
    )
    .raw()
  /** Of an address that stays: the account. */
  function lastingOf(localPart: string): string | undefined {
    const [account] =
      (isToken(localPart) && ofReports.get(localPart)) ||
      (isMonitorLocalPart(localPart) && ofMonitor.get(localPart)) ||
      (isComplaintsLocalPart(localPart) && ofComplaints.get(localPart)) ||
      []
    return account
  }

  return (localPart: string | undefined, network: string): Owner => {
    const nobody = { class: 'nobody', party: network } as const
    if (localPart === undefined) return nobody
    const lasting = lastingOf(localPart)
    if (lasting !== undefined) return { class: 'account', party: lasting, accountId: lasting }
    const test = living.get(localPart)
    if (test) {
      const { accountId, client, expiresAt, token } = test
      return accountId === null
        ? { class: 'anonymous', party: client ?? localPart, expiresAt, token }
        : { class: 'account', party: accountId, accountId, expiresAt, token }
    }
    const gone = former.get(localPart)
    return gone ? { class: 'account', party: gone.accountId, ...gone } : nobody
  }
}
