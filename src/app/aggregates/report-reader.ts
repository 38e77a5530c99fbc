import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'
import { ReadingLost, type ReportReader } from '../../services/aggregates/importing.ts'
import { dnsSettings, openAnalysisPool } from '../analysis.ts'
import { quietLog } from '../offline.ts'
import { together } from './together.ts'

/** Reads files of strangers until it is closed. */
export interface OpenReportReader extends ReportReader {
  /** How many at once are of use. */
  readonly size: number
  close(): Promise<void>
}

export interface ReportReaderOptions {
  /** Ask the DNS nothing: whether a mail is authentic is undecided. */
  offline: boolean
  /** Told of faults inside. */
  say(sentence: string): void
}

/** Reads reports in processes with the limits that received mail has. */
export async function openReportReader(
  config: Config,
  { offline, say }: ReportReaderOptions,
): Promise<OpenReportReader> {
  const settings = { hostname: config.smtp.hostname, lists: [], listStates: [] }
  const dns = { ...dnsSettings(config), offline }
  const pool = openAnalysisPool(config, dns, () => settings, quietLog(say), { cold: true })
  return {
    get size() {
      return pool.size
    },
    ...together(patiently({ read: pool.readReports }), pool.readSome, availableParallelism()),
    close: () => pool.stop(),
  }
}

/** Readings of one file that may be lost through no fault of its own. */
const MAY_LOSE = 2

/** Reads again what was lost. */
export function patiently(reader: ReportReader): ReportReader {
  return {
    async read(request) {
      for (let lost = 0; ; lost += 1) {
        try {
          return await reader.read(request)
        } catch (cause) {
          if (!(cause instanceof ReadingLost)) throw cause
          if (lost === MAY_LOSE) return { stopped: cause.message }
        }
      }
    },
  }
}
