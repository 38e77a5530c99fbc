import type { Aggregates } from '../../../services/aggregates/aggregates.ts'
import type { ReportFiles } from '../../../services/aggregates/report-files.ts'
import type { SourceMarks } from '../../../services/answers/marks.ts'
import type { SourceAnswers } from '../../../services/answers/source-answers.ts'
import type { Domains } from '../../../services/domains/domains.ts'
import type { WebDeps } from '../../deps.ts'
import type { Handler } from '../../router.ts'

/** What the pages of DMARC reports stand on. */
export interface DmarcPagesDeps extends Pick<WebDeps, 'clock'> {
  domains: Pick<Domains, 'read'>
  aggregates: Aggregates
  /** Absent: none come. */
  files?: ReportFiles
  /** Absent: nobody counts it. */
  readiness?: NonNullable<WebDeps['dmarc']>['readiness']
  /** Who sends and what to do about each. Absent: sources are only counted. */
  answers?: SourceAnswers
  /** What people say of them. */
  marks?: SourceMarks
}

/** What the page of one source stands on. */
export interface SourcePagesDeps extends Pick<DmarcPagesDeps, 'domains'>, Pick<WebDeps, 'clock' | 'log'> {
  answers: SourceAnswers
  marks: SourceMarks
}

/** What the pages of files stand on. */
export interface FilePagesDeps extends DmarcPagesDeps {
  files: ReportFiles
}

export type Reading = Handler<'dmarc.read'>
export type Changing = Handler<'dmarc.change'>
