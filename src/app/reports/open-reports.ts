import type { Config } from '../../config/config.ts'
import type { AnalysisPool } from '../../jobs/analysis-pool.ts'
import { createReportQueue } from '../../jobs/reports/queue.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createImporting } from '../../services/aggregates/create-importing.ts'
import { createReportFiles } from '../../services/aggregates/files.ts'
import { inTurn } from '../../services/aggregates/ingesting/in-turn.ts'
import { createIngesting, type Ingesting } from '../../services/aggregates/ingesting/ingesting.ts'
import { createComplaintIngesting } from '../../services/complaints/ingesting.ts'
import { createTlsKeeping } from '../../services/tls-reports/keeping.ts'
import type { DueReportMail } from '../../store/report-mail.ts'
import { importingDeps } from '../aggregates/open-importing.ts'
import { patiently } from '../aggregates/report-reader.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

/** What reads the mail to reports addresses, and what people do with the files that came. */
export function openReports(
  config: Pick<Config, 'dmarc'>,
  shared: Omit<Shared, 'announcer'> & {
    accounts: Pick<Accounts, 'planOf'>
    pool: Pick<AnalysisPool, 'readReports' | 'ready'>
  },
  later: Later,
) {
  const { store, pool, accounts } = shared
  const reader = { read: pool.readReports }
  const keepTls = createTlsKeeping(shared)
  const ingesting = createIngesting({
    ...shared,
    aggregates: store.aggregates,
    reader: inTurn(reader),
    async planOf(accountId) {
      const account = await store.accounts.byId(accountId)
      return account && accounts.planOf(account)
    },
    keepTls: (report, { mail, fileId, authenticated, keptDays }) =>
      keepTls(report, {
        ...ofMail(mail),
        fileId,
        authenticated,
        ...(keptDays !== undefined && { keptDays }),
      }),
    requireAuthenticated: config.dmarc.requireAuthenticated === 'reject',
    organisationOf,
  })
  const complaints = createComplaintIngesting({ ...shared, reader: inTurn(reader) })
  const byPurpose: Ingesting = {
    ingest: (mail) => (mail.purpose === 'complaints' ? complaints : ingesting).ingest(mail),
  }
  const queue = createReportQueue({
    ...shared,
    ingesting: byPurpose,
    holder: HOLDER,
    isCalm: () => pool.ready > 0,
  })
  later.opened(queue.start)
  later.drained('report mail', queue.stop)
  // Whoever waits for an answer does not wait for the mail that came.
  const asked = inTurn(reader)
  const files = createReportFiles({ ...shared, aggregates: store.aggregates, reader: asked, organisationOf })
  const importing = createImporting({
    ...importingDeps(config, { ...shared, accounts }),
    reader: patiently(asked),
  })
  return { queue, files, importing }
}

/** Whose a report is that came by mail. */
const ofMail = ({ accountId, domainId, domain, receivedAt }: DueReportMail) => ({
  accountId,
  domainId,
  domain,
  receivedAt,
})
