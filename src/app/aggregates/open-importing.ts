import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createImporting } from '../../services/aggregates/create-importing.ts'
import type { Importing } from '../../services/aggregates/importing.ts'
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
const WRITTEN_AT_ONCE = 32

export async function openImporting(
  config: Config,
  store: Store,
  accounts: Accounts,
  say: (sentence: string) => void,
): Promise<OpenImporting> {
  const reader = await openReportReader(config, { offline: false, say })
  const importing = createImporting({
    store,
    domains: store.domains,
    aggregates: store.aggregates,
    reportMail: store.reportMail,
    accounts,
    reader,
    open: openReportFile,
    clock: systemClock,
    random: systemRandom,
  })
  return { importing, atOnce: reader.size + WRITTEN_AT_ONCE, close: () => reader.close() }
}
