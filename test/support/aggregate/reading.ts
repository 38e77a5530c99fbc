import type { FileContent, ReadAttachment, Rejection } from '../../../src/core/aggregate/file.ts'
import { unpackPiece } from '../../../src/core/aggregate/piece.ts'
import type { AggregateHead, AggregateRecord, Results } from '../../../src/core/aggregate/report.ts'
import { readReportFile } from '../../../src/mail/aggregate/read.ts'

export type WholeRecord = Omit<AggregateRecord, 'results'> & { results: Results }

export interface WholeReport {
  head: AggregateHead
  records: WholeRecord[]
}

/** A report with its records out of their pieces. Throws for anything else, naming what it is. */
export function wholeReport(content: FileContent | undefined): WholeReport {
  if (content?.kind !== 'aggregate') throw new Error(`no report: ${JSON.stringify(content)}`)
  const { head, pieces } = content.aggregate
  const records = pieces
    .map(unpackPiece)
    .flatMap(({ records: some, results }) =>
      some.map(({ results: at, ...record }) => ({ ...record, results: results[at] as Results })),
    )
  return { head, records }
}

/** Every file of every attachment. */
export const filesOf = (attachments: readonly ReadAttachment[]) => attachments.flatMap(({ files }) => files)

/** In a word or two: the reason, or the kind. */
export function outcomesOf(attachments: readonly ReadAttachment[]): (Rejection | 'aggregate' | 'tls')[] {
  return filesOf(attachments).map(({ content }) =>
    content.kind === 'rejected' ? content.reason : content.kind,
  )
}

/** The only report of a file. */
export async function reportOf(bytes: Uint8Array | string): Promise<WholeReport> {
  const files = filesOf(
    await readReportFile('report', typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
  )
  if (files.length !== 1) throw new Error(`${files.length} files`)
  return wholeReport(files[0]?.content)
}

/** Why the only file is no report. */
export async function refusalOf(bytes: Uint8Array | string): Promise<string> {
  const read = await readReportFile('report', typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  return outcomesOf(read).join()
}
