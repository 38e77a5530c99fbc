import type { Aggregates } from '../../../services/aggregates/aggregates.ts'
import type { ReportFiles } from '../../../services/aggregates/report-files.ts'
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
}

/** What the pages of files stand on. */
export interface FilePagesDeps extends DmarcPagesDeps {
  files: ReportFiles
}

export type Reading = Handler<'dmarc.read'>
export type Changing = Handler<'dmarc.change'>
