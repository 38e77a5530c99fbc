import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Outcome } from '../../../../core/aggregate/file.ts'
import type { Authentication, FileOutcome, ReportFileBounds } from '../../../report-mail.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { attachmentWrites } from './attachments.ts'
import { reportEvents } from './events.ts'
import { fileDeletion } from './file-deletion.ts'

/** What all files of one mail or import share. */
export interface FilesOf {
  accountId: string
  domainId: string
  mailId?: string
  source: 'mail' | 'import'
  /** Milliseconds. */
  receivedAt: number
  from: string | undefined
}

export interface ToldFile {
  file: FileOutcome
  authentication: Authentication
}

const DAY_MS = 86_400_000
/** How long it is told that a file came to nothing. */
const NOTHING_CAME_DAYS = 30
/** How long the octets of a report are kept. */
const OCTETS_DAYS = 395

/** Nothing came of it: it was rejected, or had been there before. */
const isNothing = ({ outcome }: Pick<FileOutcome, 'outcome'>) =>
  outcome === 'rejected' || outcome === 'duplicate'

const UPSERT = `INSERT INTO report_files (id, account_id, domain_id, mail_id, source, received_at, name, size, kind, outcome, reason, detail,
    report_uid, reporter, authentication, sender, attachment, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
    report_uid = excluded.report_uid, authentication = excluded.authentication, sender = excluded.sender,
    attachment = excluded.attachment, expires_at = excluded.expires_at`

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

  function keep(of: FilesOf, told: readonly ToldFile[], bounds: ReportFileBounds, now: Date): void {
    if (!isThere.get(of.domainId, of.accountId)) return
    const numbers = attachments.keep(of, told, bounds, {
      known: (id) => known.get(id)?.attachment ?? undefined,
      isNothing,
      nothingUntil: now.getTime() + NOTHING_CAME_DAYS * DAY_MS,
      until: now.getTime() + OCTETS_DAYS * DAY_MS,
    })
    for (const { file, authentication } of told) {
      const before = known.get(file.id)
      upsert.run(
        file.id,
        of.accountId,
        of.domainId,
        of.mailId ?? null,
        of.source,
        of.receivedAt,
        file.name,
        file.size,
        file.kind ?? null,
        file.outcome,
        file.reason ?? null,
        file.detail ?? null,
        file.uid ?? null,
        file.reporter ?? null,
        authentication,
        of.from ?? null,
        before?.attachment ?? (file.attachment ? (numbers.get(file.attachment.number) ?? null) : null),
        isNothing(file) ? now.getTime() + NOTHING_CAME_DAYS * DAY_MS : null,
      )
      const counts = file.outcome === 'stored' && authentication === 'passed'
      const counted = before?.outcome === 'stored' && before.authentication === 'passed'
      if (of.source === 'mail' && file.uid !== undefined && counts && !counted) tell(file.uid, now)
    }
    deletion.cutList(of.domainId, bounds.listed)
  }

  return {
    keep,
    imported(
      {
        importId,
        at,
        by,
        ...of
      }: { importId: string; accountId: string; domainId: string; at: Date; by?: string },
      told: readonly ToldFile[],
      bounds: ReportFileBounds,
      now: Date,
    ): void {
      keep({ ...of, source: 'import', receivedAt: at.getTime(), from: by }, told, bounds, now)
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
