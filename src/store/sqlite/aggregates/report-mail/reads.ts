import type { Outcome } from '../../../../core/aggregate/file.ts'
import type { Packed } from '../../../../core/kept/packed.ts'
import { type FileRow, listingOf } from '../../../keeping/report-files/rows.ts'
import type { FileListing, FileQuery, KeptFile, ReportsAddress } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'

/** What a deleted account left behind is of nobody any more. */
const STANDS = `NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
  WHERE accounts.id = account_id AND deleted_at IS NOT NULL)`

const LISTED = `id, account_id AS accountId, domain_id AS domainId, mail_id AS mailId, source, received_at AS receivedAt, name, size, kind,
  outcome, reason, detail, report_uid AS uid, reporter, authentication, sender, place,
  EXISTS (SELECT 1 FROM report_attachments WHERE no = attachment) AS downloadable`

const BEHIND = `seq < coalesce((SELECT seq FROM report_files WHERE id = ?), 9007199254740991)`

interface AddressRow {
  domainId: string
  accountId: string
  domain: string
  verified: number
}

interface ContentRow {
  bytes: Uint8Array
  gzip: number
  part: number
}

export function reportMailReads({ driver }: Connection) {
  const address = driver.prepare<[string], AddressRow>(
    `SELECT id AS domainId, account_id AS accountId, domain, verified_at IS NOT NULL AS verified FROM domains
      WHERE token = ? AND ${STANDS}`,
  )
  const raw = driver.prepare<[string], Packed & { envelope: string }>(
    'SELECT packing, raw AS bytes, envelope FROM report_mails WHERE id = ?',
  )
  const files = driver.prepare<[string, string, number], FileRow>(
    `SELECT ${LISTED} FROM report_files WHERE domain_id = ? AND ${BEHIND} ORDER BY seq DESC LIMIT ?`,
  )
  const filesOf = driver.prepare<[string, string, string, number], FileRow>(
    `SELECT ${LISTED} FROM report_files WHERE domain_id = ? AND outcome = ? AND ${BEHIND} ORDER BY seq DESC LIMIT ?`,
  )
  const file = driver.prepare<[string, string], FileRow>(
    `SELECT ${LISTED} FROM report_files WHERE id = ? AND domain_id = ?`,
  )
  const content = driver.prepare<[string], ContentRow>(
    `SELECT bytes, gzip, (SELECT count(*) FROM report_files AS others WHERE others.attachment = own.attachment AND others.seq < own.seq) AS part
      FROM report_files AS own JOIN report_attachments ON no = own.attachment WHERE own.id = ?`,
  )
  const counts = driver.prepare<[string], { outcome: Outcome; files: number }>(
    'SELECT outcome, files FROM report_file_counts WHERE domain_id = ?',
  )
  const bytesOf = driver
    .prepare<[string, string], [number]>(
      'SELECT coalesce(sum(bytes), 0) FROM report_bytes WHERE party >= ? AND party < ?',
    )
    .raw()
  const sumFrom = (prefix: string) => bytesOf.get(prefix, `${prefix}\u{7f}`)?.[0] ?? 0
  return {
    address(token: string): ReportsAddress | undefined {
      const row = address.get(token)
      return row && { ...row, verified: row.verified === 1 }
    },
    packed: (id: string) => raw.get(id),
    files(domainId: string, { outcome, after = '', limit }: FileQuery): FileListing[] {
      const rows =
        outcome === undefined
          ? files.all(domainId, after, limit)
          : filesOf.all(domainId, outcome, after, limit)
      return rows.map(listingOf)
    },
    counts: (domainId: string): Partial<Record<Outcome, number>> =>
      Object.fromEntries(counts.all(domainId).map(({ outcome, files: n }) => [outcome, n])),
    file(domainId: string, id: string): KeptFile | undefined {
      const row = file.get(id, domainId)
      if (!row) return undefined
      const kept = content.get(id)
      return {
        ...listingOf(row),
        accountId: row.accountId,
        place: row.place,
        part: kept?.part ?? 0,
        ...(kept && { bytes: kept.bytes, gzip: kept.gzip === 1 }),
      }
    },
    bytes: () => ({
      waiting: bytesOf.get('waiting', 'waiting ')?.[0] ?? 0,
      files: sumFrom('kept ') + sumFrom('rejected '),
    }),
  }
}
