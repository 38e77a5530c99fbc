import type { Config } from '../../config/config.ts'
import { readReportFile, readReportMail } from '../../mail/aggregate/read.ts'
import type { ReportReader } from '../../services/aggregates/importing.ts'

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

export async function openReportReader(
  _config: Config,
  _options: ReportReaderOptions,
): Promise<OpenReportReader> {
  return {
    size: 1,
    async read(request) {
      if (request.kind === 'mail')
        return {
          attachments: await readReportMail(request.raw),
          authentication: { outcome: 'undecided', reason: 'The DNS was not asked.' },
        }
      return { attachments: await readReportFile(request.name, request.bytes) }
    },
    async close() {},
  }
}
