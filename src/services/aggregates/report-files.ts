import type { Outcome } from '../../core/aggregate/file.ts'
import type { Result } from '../../core/refusal.ts'
import type { FileListing, FileQuery } from '../../store/report-mail.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SessionActor } from '../people/sessions.ts'

/** The files that came for a domain, by mail or import, and what became of each. */
export interface ReportFiles {
  /** Newest first. */
  list(
    actor: DomainActor,
    domainId: string,
    query: FileQuery,
  ): Promise<Result<{ files: FileListing[]; counts: Partial<Record<Outcome, number>> }>>
  /** A file as it came, with a name that is safe to save it by. */
  download(
    actor: DomainActor,
    domainId: string,
    fileId: string,
  ): Promise<Result<{ name: string; bytes: Uint8Array }>>
  /** Takes a report that was kept out as `conflict` in place of the one with its key, which is then the one in conflict. */
  take(actor: SessionActor, domainId: string, fileId: string): Promise<Result<void>>
}
