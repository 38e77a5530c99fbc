import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Outcome } from '../../../../core/aggregate/file.ts'
import type { FilesOf, ToldFile } from '../../../keeping/report-files/rows.ts'
import { areOfStrangers, isNews, isNothing } from '../../../keeping/report-files/rules.ts'
import type { Authentication, ReportFileBounds } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { attachmentWrites } from './attachments.ts'
import { reportEvents } from './events.ts'
import { fileDeletion } from './file-deletion.ts'

const DAY_MS = 86_400_000

const present = (values: readonly (string | undefined)[]) => values.map((value) => value ?? null)

const UPSERT = `INSERT INTO report_files (id, account_id, domain_id, mail_id, source, received_at, name, size, kind, outcome, reason, detail,
    report_uid, reporter, authentication, sender, attachment, place, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
    report_uid = excluded.report_uid, authentication = excluded.authentication, sender = excluded.sender,
    attachment = excluded.attachment, expires_at = excluded.expires_at`

/** Files of an import that are about one domain. */
export interface ImportedCall {
  of: { accountId: string; domainId: string; at: Date; by?: string }
  told: readonly ToldFile[]
  bounds: ReportFileBounds
}

export function fileWrites(connection: Connection) {
  const { driver, queries } = connection
  const record = recorder(queries)
  const attachments = attachmentWrites(connection)
  const deletion = fileDeletion(connection)
  const tell = reportEvents(connection)
  const isThere = driver.prepare<[string, string]>('SELECT 1 FROM domains WHERE id = ? AND account_id = ?')
  const upsert = driver.prepare(UPSERT)
  const known = driver.prepare<
    [string],
    { outcome: Outcome; authentication: Authentication; attachment: number | null }
  >('SELECT outcome, authentication, attachment FROM report_files WHERE id = ?')
  const change = driver.prepare<[string, string | null, string]>(
    'UPDATE report_files SET outcome = ?, report_uid = coalesce(?, report_uid) WHERE id = ?',
  )

  function put(
    of: FilesOf,
    { file, authentication }: ToldFile,
    attachment: number | null,
    expiresAt: number | null,
  ) {
    const { id, name, size, outcome, ...told } = file
    const values = present([told.reason, told.detail, told.uid, told.reporter, authentication, of.from])
    upsert.run(
      ...[id, of.accountId, of.domainId, of.mailId ?? null, of.source, of.receivedAt],
      ...[
        name,
        size,
        file.kind ?? null,
        outcome,
        ...values,
        attachment,
        file.attachment?.place ?? 0,
        expiresAt,
      ],
    )
  }

  function keep(of: FilesOf, told: readonly ToldFile[], bounds: ReportFileBounds, now: Date): void {
    if (!isThere.get(of.domainId, of.accountId)) return
    const until = (days: number) => now.getTime() + days * DAY_MS
    const nothingUntil = until(bounds.days.nothing)
    const numbers = attachments.keep(of, told, {
      bounds,
      known: (id) => known.get(id)?.attachment ?? undefined,
      isNothing,
      ofStrangers: areOfStrangers(of, told),
      nothingUntil,
      until: until(bounds.days.reports),
    })
    for (const one of told) {
      const { file } = one
      const before = known.get(file.id)
      const number = file.attachment && numbers.get(file.attachment.number)
      put(of, one, before?.attachment ?? number ?? null, isNothing(file) ? nothingUntil : null)
      if (file.uid !== undefined && isNews(of, one, before)) tell(file.uid, now)
    }
    deletion.cutList(of.domainId, bounds.listed)
  }

  return {
    keep,
    imported(calls: readonly ImportedCall[], now: Date): void {
      for (const { of, told, bounds } of calls) {
        const { accountId, domainId, at, by } = of
        const ours = { accountId, domainId, source: 'import', receivedAt: at.getTime(), from: by } as const
        keep(ours, told, bounds, now)
      }
    },
    changeOutcome(id: string, { outcome, uid }: { outcome: Outcome; uid?: string }): void {
      change.run(outcome, uid ?? null, id)
    },
    taken(id: string, uid: string, other: string | undefined, entry: NewAuditEntry): void {
      change.run('stored', uid, id)
      if (other !== undefined && other !== id) change.run('conflict', uid, other)
      record(entry)
    },
    tidy: deletion.tidy,
    deleteBefore: deletion.deleteBefore,
  }
}
