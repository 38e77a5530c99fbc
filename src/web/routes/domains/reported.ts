import { refusalOf } from '../../../core/access/permission.ts'
import { dayNumberOf } from '../../../services/aggregates/window.ts'
import type { VisitFor } from '../../frame/needs.ts'
import type { DomainRow } from '../../words/domain-states.ts'
import type { DomainPagesDeps } from './deps.ts'

/** How far back reports are counted, in days. */
const REPORT_DAYS = 30
/** The list does not wait for counts that take longer. */
const LONGEST_WAIT_MS = 500

/** With what DMARC reports of the last days say of each verified domain, for those who may read them. */
export async function withReports(
  { dmarc, clock }: Pick<DomainPagesDeps, 'dmarc' | 'clock'>,
  actor: VisitFor<'domains.read'>['actor'],
  rows: readonly DomainRow[],
): Promise<readonly DomainRow[]> {
  const aggregates = dmarc?.aggregates
  if (!aggregates || refusalOf(actor, 'dmarc.read')) return rows
  const to = dayNumberOf(clock.now())
  const window = { from: to - REPORT_DAYS + 1, to }
  const counted = Promise.all(
    rows.map(async (row) => {
      if (!row.domain.verified) return row
      const summary = await aggregates.summary(actor, row.domain.id, window)
      if (!summary.ok) return row
      const { reports, messages, pass } = summary.value
      return { ...row, reported: { reports, messages, pass } }
    }),
  )
  return Promise.race([counted, Bun.sleep(LONGEST_WAIT_MS).then(() => rows)])
}
