import type { Connection } from '../../connection.ts'
import { complaintDeletion } from '../complaints/deletion.ts'
import { tlsDeletion } from '../tls-reports/deletion.ts'

/** Deleted of a list at a time: it grows by a mail at a time. */
const CUT_AT_ONCE = 100
/** A mail that waits may be large. */
const MAILS_AT_ONCE = 5

/** Files go piece by piece, with their attachments: many would hold up all who write. */
export function fileDeletion(connection: Pick<Connection, 'driver'>) {
  const { driver } = connection
  const deleting = (rows: string) => {
    const octets = driver.prepare(
      `DELETE FROM report_attachments WHERE no IN (SELECT attachment FROM report_files WHERE seq IN (${rows}))`,
    )
    const files = driver.prepare(`DELETE FROM report_files WHERE seq IN (${rows})`)
    return (...values: (string | number)[]): number => {
      octets.run(...values)
      return files.run(...values).changes
    }
  }
  const ofDomain = deleting('SELECT seq FROM report_files WHERE domain_id = ? ORDER BY seq LIMIT ?')
  const ofAccount = deleting(
    'SELECT seq FROM report_files WHERE account_id = ? AND received_at < ? ORDER BY received_at LIMIT ?',
  )
  const expired = driver.prepare<[number, number]>(
    `DELETE FROM report_files WHERE seq IN
      (SELECT seq FROM report_files WHERE expires_at IS NOT NULL AND expires_at < ? ORDER BY expires_at LIMIT ?)`,
  )
  const octets = driver.prepare<[number, number]>(
    `DELETE FROM report_attachments WHERE no IN
      (SELECT no FROM report_attachments WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
  )
  const gone = driver
    .prepare<[], [string]>("SELECT domain_id FROM report_domains_gone WHERE domain_id > '' LIMIT 1")
    .raw()
  const forget = driver.prepare<[string]>('DELETE FROM report_domains_gone WHERE domain_id = ?')
  const mails = driver.prepare<[string, number]>(
    'DELETE FROM report_mails WHERE seq IN (SELECT seq FROM report_mails WHERE domain_id = ? LIMIT ?)',
  )
  const count = driver
    .prepare<[string, string], [number]>(
      'SELECT files FROM report_file_counts WHERE domain_id = ? AND outcome = ?',
    )
    .raw()
  const cut = driver.prepare<[string, string, number]>(
    `DELETE FROM report_files WHERE seq IN
      (SELECT seq FROM report_files WHERE domain_id = ? AND outcome = ? ORDER BY seq LIMIT ?)`,
  )

  const ofTlsReports = tlsDeletion(connection)
  const ofComplaints = complaintDeletion(connection)

  function deleteGone(limit: number): number {
    const [domainId] = gone.get() ?? []
    if (domainId === undefined) return 0
    const deleted =
      mails.run(domainId, MAILS_AT_ONCE).changes ||
      ofDomain(domainId, limit) ||
      ofTlsReports(domainId, limit) ||
      ofComplaints(domainId, limit)
    return deleted || forget.run(domainId).changes
  }

  return {
    deleteGone,
    tidy(now: Date, limit: number): number {
      const at = now.getTime()
      return deleteGone(limit) || octets.run(at, limit).changes || expired.run(at, limit).changes
    },
    deleteBefore: (accountId: string, at: Date, limit: number): number =>
      ofAccount(accountId, at.getTime(), limit),
    cutList(domainId: string, most: number): void {
      for (const outcome of ['rejected', 'duplicate', 'conflict']) {
        const over = (count.get(domainId, outcome)?.[0] ?? 0) - most
        if (over > 0) cut.run(domainId, outcome, Math.min(over, CUT_AT_ONCE))
      }
    },
  }
}
