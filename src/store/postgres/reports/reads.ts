import type { Outcome } from '../../../core/aggregate/file.ts'
import { type FileRow, listingOf } from '../../keeping/report-files/rows.ts'
import type { ReportMailStore, ReportsAddress } from '../../report-mail.ts'
import { STANDS } from '../domains/reads.ts'
import type { Db } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

/** The table is called f. */
const LISTED =
  plain(`f.id, f.account_id, f.domain_id, f.mail_id, f.source, f.received_at, f.name, f.size, f.kind, f.outcome, f.reason, f.detail,
  f.report_uid AS uid, f.reporter, f.authentication, f.sender, f.place`)
const LAST = plain('9223372036854775807')

type FileReads = Pick<ReportMailStore, 'address' | 'files' | 'counts' | 'file' | 'bytes'>

export function fileReads(db: Db): FileReads {
  return {
    address: (token) =>
      db.first<ReportsAddress>(sql`SELECT d.id AS domain_id, d.account_id, d.domain, d.verified_at IS NOT NULL AS verified
        FROM domains AS d WHERE d.token = ${token} AND ${STANDS}`),
    async files(domainId, { outcome, after = '', limit }) {
      const only = outcome === undefined ? sql`` : sql` AND f.outcome = ${outcome}`
      const rows = await db.all<FileRow>(sql`
        SELECT ${LISTED}, EXISTS (SELECT 1 FROM report_attachments AS a WHERE a.no = f.attachment)::int AS downloadable
          FROM report_files AS f WHERE f.domain_id = ${domainId}${only}
            AND f.seq < coalesce((SELECT seq FROM report_files WHERE id = ${after}), ${LAST}) ORDER BY f.seq DESC LIMIT ${limit}`)
      return rows.map(listingOf)
    },
    async counts(domainId) {
      const rows = await db.all<{ outcome: Outcome; files: number }>(
        sql`SELECT outcome, files FROM report_file_counts WHERE domain_id = ${domainId}`,
      )
      return Object.fromEntries(rows.map(({ outcome, files }) => [outcome, files]))
    },
    async file(domainId, id) {
      const row = await db.first<
        FileRow & { bytes: Uint8Array | null; gzip: number | null; part: number }
      >(sql`
        SELECT ${LISTED}, (a.no IS NOT NULL)::int AS downloadable, a.bytes, a.gzip, (SELECT count(*) FROM report_files AS o
            WHERE o.attachment = a.no AND o.seq < f.seq) AS part
          FROM report_files AS f LEFT JOIN report_attachments AS a ON a.no = f.attachment
          WHERE f.id = ${id} AND f.domain_id = ${domainId}`)
      if (!row) return undefined
      const { accountId, place, part, bytes, gzip } = row
      return {
        ...listingOf(row),
        accountId,
        place,
        part,
        ...(bytes !== null && { bytes, gzip: gzip === 1 }),
      }
    },
    async bytes() {
      const row = await db.first<{ waiting: number; files: number }>(sql`
        SELECT coalesce(sum(bytes) FILTER (WHERE party = 'waiting'), 0)::bigint AS waiting,
          coalesce(sum(bytes) FILTER (WHERE party LIKE 'kept %' OR party LIKE 'rejected %'), 0)::bigint AS files FROM report_bytes`)
      return row ?? { waiting: 0, files: 0 }
    },
  }
}
