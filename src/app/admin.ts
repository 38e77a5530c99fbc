import type { Config } from '../config/config.ts'
import type { Accounts } from '../services/access/accounts.ts'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Aggregates } from '../services/aggregates/aggregates.ts'
import { createExports, type Exports } from '../services/aggregates/export/exports.ts'
import { createAggregates } from '../services/aggregates/read-aggregates.ts'
import type { ReportsSetUp } from '../services/aggregates/set-up.ts'
import { createSourceMarks, type SourceMarks } from '../services/answers/marks.ts'
import type { ReadinessAnswers } from '../services/answers/ready.ts'
import type { SourceAnswers } from '../services/answers/source-answers.ts'
import type { Complaints } from '../services/complaints/complaints.ts'
import type { Provisioning } from '../services/destinations/provisioning/provisioning.ts'
import type { Destinations } from '../services/destinations/told.ts'
import type { Domains } from '../services/domains/domains.ts'
import { createSenderDomains } from '../services/domains/sender-domains.ts'
import { createMailLog, type MailLogReading } from '../services/mail-log/mail-log.ts'
import { createRecordTelling, type RecordTelling } from '../services/monitors/looking/records-view.ts'
import type { Monitors } from '../services/monitors/told.ts'
import { type Audit, createAudit } from '../services/people/audit.ts'
import type { Operator } from '../services/people/operator/operator.ts'
import { createTlsReports } from '../services/tls-reports/tls-reports.ts'
import { type OpenImporting, openImporting } from './aggregates/open-importing.ts'
import { openSources } from './aggregates/open-sources.ts'
import { openDestinations } from './alerts/open-destinations.ts'
import { openComplaints } from './complaints/open-complaints.ts'
import { loadDemo } from './demo/load-demo.ts'
import { openDomains } from './domains/open-domains.ts'
import { type CommandStore, openCommandStore } from './open-store.ts'
import { refusalOf } from './parts.ts'
import { type OpenAccounts, openAccounts } from './people/accounts.ts'
import { openOperator } from './people/open-operator.ts'
import { openSecretsAdmin, openVault, type SecretsAdmin } from './secrets/open-secrets.ts'
import { daysOf, openAdministration, systemClock, systemLimits } from './services.ts'
import { openMonitors } from './watching/open-monitors.ts'

/** Accounts and keys over the store, beside a running service or alone. */
export interface Admin extends OpenAccounts {
  accounts: Accounts
  apiKeys: ApiKeys
  audit: Audit
  domains: Domains
  records: RecordTelling
  monitors: Monitors
  reportsSetUp: ReportsSetUp
  mailLog: MailLogReading
  aggregates: Aggregates
  complaints: Complaints
  sources: SourceAnswers
  sourceMarks: SourceMarks
  readiness: ReadinessAnswers
  exports: Exports
  destinations: Destinations
  provisioning: Provisioning
  secrets: SecretsAdmin
  operator: Operator
  /** Starts the processes that read report files. */
  openImporting(say: (sentence: string) => void): Promise<OpenImporting>
  /** The data directory, when it held no database before. */
  madeIn?: string
  close(): Promise<void>
}

/** Accounts and keys of the configured store; beside a running service the database is taken as it is. */
export async function openAdmin(config: Config, make: boolean): Promise<Admin | { refused: string }> {
  try {
    const opened = await openCommandStore(config, make)
    try {
      return await adminOver(config, opened)
    } catch (cause) {
      await opened.close()
      throw cause
    }
  } catch (cause) {
    return refusalOf(cause)
  }
}

async function adminOver(config: Config, opened: CommandStore): Promise<Admin> {
  const { store, shared, madeIn, close } = opened
  const { accounts, apiKeys } = openAdministration(config, store)
  const senderDomains = createSenderDomains(store)
  const demo = config.evaluation ? await loadDemo(config.store.directory) : undefined
  const sources = openSources(config, { store, clock: systemClock, domains: senderDomains }, demo)
  const aggregates = createAggregates({ store, domains: senderDomains })
  const { domains, reportsSetUp } = openDomains(config, { store, accounts })
  return {
    accounts,
    apiKeys,
    ...openAccounts(config, store, accounts),
    audit: createAudit({ store, clock: systemClock }),
    domains,
    records: createRecordTelling({ store }),
    monitors: openMonitors(config, { store, accounts }),
    reportsSetUp,
    mailLog: createMailLog({ store, clock: systemClock, days: Math.ceil(daysOf(config.retention.mailLog)) }),
    aggregates,
    complaints: openComplaints(config, { store, clock: systemClock, domains: senderDomains }),
    sources: sources.answers,
    sourceMarks: createSourceMarks({ store, clock: systemClock, limits: systemLimits }),
    readiness: sources.readiness,
    exports: createExports({
      aggregates,
      tlsReports: createTlsReports({ store, domains: senderDomains }),
      domains: senderDomains,
    }),
    ...openDestinations(config, { store, accounts, vault: openVault(config, store) }),
    secrets: openSecretsAdmin(config, store, shared?.hosts),
    operator: openOperator(config, store),
    openImporting: (say) => openImporting(config, { store, accounts }, say),
    ...(madeIn !== undefined && { madeIn }),
    close,
  }
}
