import type { Tx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { sql } from '../sql/statement.ts'

/** Notes that records of domains may belong elsewhere now: part of the transaction in which a domain is verified or deleted, behind that. Reports
 * that are being kept by what was true before are waited for; those that come then know better. */
export async function markAttribution(
  tx: Tx,
  accountId: string,
  what: { verified: true } | { deleted: string },
): Promise<void> {
  await tx.all(locking(['dmarc', accountId]))
  // Any domain of the account may hold records that are the new one's.
  const those = 'deleted' in what ? sql`domain_id = ${what.deleted}` : sql`account_id = ${accountId}`
  await tx.run(sql`
    UPDATE dmarc_domains SET anew = 1, anew_day = 0, anew_received_at = 0, anew_report = 0, anew_seq = -1 WHERE ${those}`)
}
