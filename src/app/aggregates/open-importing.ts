import type { Config } from '../../config/config.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createImporting, type ImportingDeps } from '../../services/aggregates/create-importing.ts'
import type { Importing } from '../../services/aggregates/importing.ts'
import { createTlsKeeping } from '../../services/tls-reports/keeping.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemRandom } from '../services.ts'
import { openReportFile } from './file-kind.ts'
import { openReportReader } from './report-reader.ts'

/** Imports with processes of its own, until it is closed. */
export interface OpenImporting {
  importing: Importing
  /** How many files at once are of use: while some are read, others are written. */
  atOnce: number
  close(): Promise<void>
}

/** What is written in one commit is what waits: enough of it for the disk not to be what is waited for. */
const WRITTEN_AT_ONCE = 256

interface Over {
  store: Store
  accounts: Pick<Accounts, 'planOf'>
}

export async function openImporting(
  config: Config,
  over: Over,
  say: (sentence: string) => void,
): Promise<OpenImporting> {
  const reader = await openReportReader(config, { offline: false, say })
  const importing = createImporting({ ...importingDeps(config, over), reader })
  return { importing, atOnce: WRITTEN_AT_ONCE, close: () => reader.close() }
}

/** What imports go by, whoever reads the files. */
export function importingDeps(
  config: Pick<Config, 'dmarc'>,
  { store, accounts }: Over,
): Omit<ImportingDeps, 'reader'> {
  return {
    store,
    domains: store.domains,
    aggregates: store.aggregates,
    reportMail: store.reportMail,
    accounts,
    keepTls: createTlsKeeping({ store, clock: systemClock, random: systemRandom }),
    requireAuthenticated: config.dmarc.requireAuthenticated === 'reject',
    organisationOf,
    open: openReportFile,
    clock: systemClock,
    random: systemRandom,
  }
}
