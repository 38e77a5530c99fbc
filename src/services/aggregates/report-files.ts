import type { Outcome } from '../../core/aggregate/file.ts'
import type { AggregateHead, AggregateRecord, Results } from '../../core/aggregate/report.ts'
import type { Result } from '../../core/refusal.ts'
import type { FileListing, FileQuery } from '../../store/report-mail.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SessionActor } from '../people/sessions.ts'

/** An aggregate report as a file holds it, whichever domains its rows belong to. */
export interface ReportContent {
  head: AggregateHead
  messages: number
  pass: number
  /** The first `PIECE_RECORDS`, in the order of the file. */
  records: (Omit<AggregateRecord, 'results'> & { results: Results })[]
}

/** The files that came for a domain, by mail or import, and what became of each. */
export interface ReportFiles {
  /** Newest first. */
  list(
    actor: DomainActor,
    domainId: string,
    query: FileQuery,
  ): Promise<Result<{ files: FileListing[]; counts: Partial<Record<Outcome, number>> }>>
  /** One file of the list. */
  read(actor: DomainActor, domainId: string, fileId: string): Promise<Result<FileListing>>
  /** What the file holds, read from it anew: of one in conflict the store has nothing. `not_found` where it is not kept, or holds no
   * aggregate report. */
  content(actor: DomainActor, domainId: string, fileId: string): Promise<Result<ReportContent>>
  /** A file as it came, with a name that is safe to save it by. */
  download(
    actor: DomainActor,
    domainId: string,
    fileId: string,
  ): Promise<Result<{ name: string; bytes: Uint8Array }>>
  /** Takes a report that was kept out as `conflict` in place of the one with its key, which is then the one in conflict. */
  take(actor: SessionActor, domainId: string, fileId: string): Promise<Result<void>>
}
