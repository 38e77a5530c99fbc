import { type Parcel, pack } from '../../../keeping/packing.ts'
import type {
  MailPurpose,
  NewReportMail,
  ReportFileBounds,
  ReportMailBounds,
  ReportMailClaim,
  ReportMailResult,
} from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import { fileWrites } from './files.ts'
import { reportLine } from './line.ts'

/** A mail as it travels to the writer. */
export interface ReportMailParcel extends Pick<NewReportMail, 'id' | 'domainId'> {
  receivedAt: number
  envelope: string
  raw: Parcel
  purpose: MailPurpose
}

/** What a row takes beside its bytes, as the triggers count it. */
const ROW_BYTES = 512

export function reportMailWrites(connection: Connection) {
  const { driver } = connection
  const line = reportLine(connection)
  const { keep, ...files } = fileWrites(connection)
  const account = driver
    .prepare<[string], [string]>(
      `SELECT account_id FROM domains WHERE id = ? AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
        WHERE accounts.id = account_id AND deleted_at IS NOT NULL)`,
    )
    .raw()
  const held = driver.prepare<[string], [number]>('SELECT bytes FROM report_bytes WHERE party = ?').raw()
  const bytesOf = (party: string) => held.get(party)?.[0] ?? 0
  const insert = driver.prepare(
    `INSERT INTO report_mails (id, account_id, domain_id, received_at, envelope, packing, raw, rank, purpose)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const claimedRow = driver.prepare<
    [string, string, number],
    { seq: number; accountId: string; domainId: string; receivedAt: number }
  >(
    `SELECT seq, account_id AS accountId, domain_id AS domainId, received_at AS receivedAt FROM report_mails
      WHERE id = ? AND claimed_by = ? AND claim_number = ?`,
  )
  const remove = driver.prepare<[number]>('DELETE FROM report_mails WHERE seq = ?')
  const askAgain = driver.prepare<[number, number]>(
    'UPDATE report_mails SET answered = 1, due_at = ?, claimed_by = NULL, stopped_tries = 0, lost_tries = 0 WHERE seq = ?',
  )
  const giveBack = driver.prepare<[number, number, number, number]>(
    `UPDATE report_mails SET due_at = ?, claimed_by = NULL, stopped_tries = stopped_tries + ?, lost_tries = lost_tries + ? WHERE seq = ?`,
  )
  const judged = driver.prepare<[string, string | null, string]>(
    'UPDATE report_files SET authentication = ?, sender = coalesce(?, sender) WHERE mail_id = ?',
  )
  const rowOf = ({ id, holder, number }: ReportMailClaim) => claimedRow.get(id, holder, number)

  return {
    ...files,
    accept(
      { id, domainId, receivedAt, envelope, raw, purpose }: ReportMailParcel,
      bounds: ReportMailBounds,
    ): 'stored' | 'full' | 'unknown_domain' {
      const [accountId] = account.get(domainId) ?? []
      if (accountId === undefined) return 'unknown_domain'
      const { packing, bytes } = pack(raw)
      const size = ROW_BYTES + Buffer.byteLength(envelope) + bytes.byteLength
      if (bytesOf('waiting') + size > bounds.waitingBytes) return 'full'
      if (bytesOf(`waiting ${domainId}`) + size > bounds.waitingBytesPerDomain) return 'full'
      const rank = line.placeFor(domainId, bytes.byteLength)
      insert.run(id, accountId, domainId, receivedAt, envelope, packing, bytes, rank, purpose)
      return 'stored'
    },
    claim: line.claim,
    takeBack: line.takeBack,
    finish(
      claim: ReportMailClaim,
      result: ReportMailResult,
      bounds: ReportFileBounds,
      now: Date,
    ): 'finished' | 'lost' {
      const row = rowOf(claim)
      if (!row) return 'lost'
      const { files: outcomes, authentication, from, againAt } = result
      const { seq, accountId, domainId, receivedAt } = row
      const of = { accountId, domainId, mailId: claim.id, source: 'mail', receivedAt, from } as const
      const told = outcomes.map((file) => ({ file, authentication }))
      keep(of, told, bounds, now)
      judged.run(authentication, from ?? null, claim.id)
      if (againAt) askAgain.run(againAt.getTime(), seq)
      else remove.run(seq)
      return 'finished'
    },
    giveBack(claim: ReportMailClaim, { dueAt, stopped }: { dueAt: Date; stopped: boolean }): void {
      const row = rowOf(claim)
      if (row) giveBack.run(dueAt.getTime(), stopped ? 1 : 0, stopped ? 0 : 1, row.seq)
    },
  }
}
