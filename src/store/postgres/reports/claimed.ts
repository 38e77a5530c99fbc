import type { ReportMailClaim } from '../../report-mail.ts'
import type { Tx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { sql } from '../sql/statement.ts'

export interface ClaimedMail {
  seq: number
  accountId: string
  domainId: string
  receivedAt: number
}

/** The mail of a claim that nobody else has, held. */
export const claimedMail = (
  tx: Tx,
  { id, holder, number }: ReportMailClaim,
): Promise<ClaimedMail | undefined> =>
  tx.first<ClaimedMail>(sql`
    SELECT seq, account_id, domain_id, received_at FROM report_mails
      WHERE id = ${id} AND claimed_by = ${holder} AND claim_number = ${number}::integer FOR UPDATE`)

/** Whoever writes files of an account holds them until the end of the transaction. */
export async function holdFiles(tx: Tx, accountId: string): Promise<void> {
  await tx.all(locking(['reports', accountId]))
}
