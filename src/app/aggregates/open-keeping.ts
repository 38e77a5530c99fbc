import type { Schedule } from '../../jobs/schedule.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createAttribution } from '../../services/aggregates/keeping/attribution.ts'
import {
  createReportRetention,
  type ReportRetentionDeps,
} from '../../services/aggregates/keeping/report-retention.ts'
import type { OnOneHost } from '../hosts/one-host.ts'
import type { Later } from '../parts.ts'

const ATTRIBUTION_EVERY_MS = 60_000
const RETENTION_EVERY_MS = 3_600_000

/** Begins what keeps DMARC reports with their domains and within their time. */
export function openKeeping(
  schedule: Schedule,
  once: OnOneHost,
  accounts: Pick<Accounts, 'planOf'>,
  deps: Omit<ReportRetentionDeps, 'planOf'>,
  later: Later,
): void {
  const attribution = createAttribution(deps)
  const retention = createReportRetention({ ...deps, planOf: (account) => accounts.planOf(account) })
  schedule.every(ATTRIBUTION_EVERY_MS, 'attribution of DMARC reports', once('attribution', attribution.run))
  schedule.every(RETENTION_EVERY_MS, 'retention of DMARC reports', retention.run)
  later.drained('attribution', async () => {
    attribution.end()
    return undefined
  })
}
