import type { ReadFile, Rejection } from '../../core/aggregate/file.ts'
import { type AggregateHead, rangeRefusal } from '../../core/aggregate/report.ts'
import type { TlsReport } from '../../core/tls-report.ts'
import { countsOf, type ReportCounts } from '../../services/aggregates/counting.ts'
import type { ReadReports } from '../../services/aggregates/importing.ts'
import { outcomeWords } from '../../services/aggregates/outcome-words.ts'
import type { Found } from '../message-files/sources.ts'
import { nameOf, placeOf } from './find.ts'

interface Why {
  reason?: Rejection
  detail?: string
  says: string
}

/** What was read of one report file. */
export interface ReadRow {
  place: Pick<Found, 'file' | 'number'>
  /** The file within the mail or archive. */
  entry?: string
  aggregate?: { head: AggregateHead; counts: ReportCounts }
  tls?: TlsReport
  /** Nothing could be read of it. */
  rejected?: Why
  /** It was read, and would not be stored. */
  notImported?: Why
}

/** What stands in each report of a file that was found. */
export function rowsOf(found: Found, read: ReadReports | { stopped: string }, now: Date): ReadRow[] {
  const place = { file: found.file, ...(found.number !== undefined && { number: found.number }) }
  if ('stopped' in read) return [{ place, rejected: rejection('not_readable', read.stopped) }]
  const files = read.attachments.flatMap((attachment) => attachment.files)
  return files.map((file) => ({
    place,
    ...(file.name !== '' && file.name !== nameOf(found.file) && { entry: file.name }),
    ...contentOf(file, now),
  }))
}

/** One that could not be read at all. */
export function unreadRow(found: Extract<Found, { refused: string }>): ReadRow {
  const { file, number, refused, tooLarge } = found
  return {
    place: { file, ...(number !== undefined && { number }) },
    rejected: { ...(tooLarge && { reason: 'too_large' }), says: refused },
  }
}

function contentOf({ content }: ReadFile, now: Date): Omit<ReadRow, 'place' | 'entry'> {
  switch (content.kind) {
    case 'rejected':
      return { rejected: rejection(content.reason, content.detail) }
    case 'tls':
      return { tls: content.report }
    case 'aggregate': {
      const { head } = content.aggregate
      const refusal = rangeRefusal(head, Math.floor(now.getTime() / 1000))
      return {
        aggregate: { head, counts: countsOf(content.aggregate) },
        ...(refusal && { notImported: rejection(refusal.reason, refusal.detail) }),
      }
    }
  }
}

function rejection(reason: Rejection, detail?: string): Why {
  const told = { reason, ...(detail !== undefined && { detail }) }
  return { ...told, says: outcomeWords({ outcome: 'rejected', ...told }).says }
}

const at = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A report for programs. */
export function rowJson(row: ReadRow): Record<string, unknown> {
  const { place, entry, aggregate, tls, rejected, notImported } = row
  return {
    file: place.file,
    ...(place.number !== undefined && { message: place.number }),
    ...(entry !== undefined && { entry }),
    ...(aggregate && aggregateJson(aggregate)),
    ...(tls && tlsJson(tls)),
    ...(rejected && { rejected }),
    ...(notImported && { not_imported: notImported }),
  }
}

function aggregateJson({ head, counts }: NonNullable<ReadRow['aggregate']>) {
  return {
    kind: 'aggregate',
    org: head.orgName,
    ...(head.orgEmail !== undefined && { org_email: head.orgEmail }),
    report_id: head.reportId,
    begin: at(head.begin),
    end: at(head.end),
    domain: head.policyDomain,
    policy: head.policy,
    format: head.format,
    records: head.records,
    skipped: head.skipped,
    messages: counts.messages,
    dmarc_pass: counts.dmarcPass,
    dkim_aligned: counts.dkimAligned,
    spf_aligned: counts.spfAligned,
    dispositions: counts.dispositions,
    recovered: head.recovered,
    errors: head.errors,
    warnings: head.warnings,
  }
}

function tlsJson(report: TlsReport) {
  return {
    kind: 'tls',
    org: report.orgName,
    report_id: report.reportId,
    begin: at(report.begin),
    end: at(report.end),
    policies: report.policies.map(({ domain, type, successes, failures }) => ({
      ...(domain !== undefined && { domain }),
      type,
      successful_sessions: successes,
      failed_sessions: failures,
    })),
    warnings: report.warnings,
  }
}

export const READ_HEADINGS = [
  'REPORTER',
  'DOMAIN',
  'BEGIN (UTC)',
  'END (UTC)',
  'RECORDS',
  'MESSAGES',
  'PASS',
  'DKIM',
  'SPF',
  'FILE',
]

const MOST_OF_A_CELL = 40

const cut = (text: string) => (text.length > MOST_OF_A_CELL ? `${text.slice(0, MOST_OF_A_CELL - 1)}…` : text)
const minute = (seconds: number) => at(seconds).slice(0, 16).replace('T', ' ')

/** A report as a row of a table. */
export function rowCells(row: ReadRow): string[] {
  const { aggregate, tls } = row
  if (aggregate) {
    const { head, counts } = aggregate
    const numbers = [head.records, counts.messages, counts.dmarcPass, counts.dkimAligned, counts.spfAligned]
    const span = [minute(head.begin), minute(head.end)]
    return [cut(head.orgName), cut(head.policyDomain), ...span, ...numbers.map(String), fileCell(row)]
  }
  if (tls) {
    const [domain = '', ...more] = new Set(tls.policies.flatMap((policy) => policy.domain ?? []))
    const domains = more.length > 0 ? `${domain} and ${more.length} more` : domain
    const span = [minute(tls.begin), minute(tls.end)]
    return [cut(tls.orgName), cut(domains), ...span, ...NO_NUMBERS, fileCell(row)]
  }
  return ['-', '-', '-', '-', ...NO_NUMBERS, fileCell(row)]
}

const NO_NUMBERS = ['-', '-', '-', '-', '-']

/** The file, and what is to be said of the report. */
function fileCell({ place, entry, aggregate, tls, rejected, notImported }: ReadRow): string {
  const notes = [
    ...(rejected ? [`Rejected: ${rejected.says}`] : []),
    ...(notImported ? [`Not imported: ${notImported.says}`] : []),
    ...(tls ? [tlsNote(tls)] : []),
    ...(aggregate?.head.recovered ? ['Broken, but readable.'] : []),
    (aggregate?.head ?? tls)?.warnings.join(', ') ?? '',
  ].filter((note) => note !== '')
  const file = entry === undefined ? placeOf(place) : `${placeOf(place)}: ${entry}`
  return notes.length > 0 ? `${file} (${notes.join(' ')})` : file
}

function tlsNote({ policies }: TlsReport): string {
  const sum = (of: 'successes' | 'failures') => policies.reduce((all, policy) => all + policy[of], 0)
  return `TLS report: ${sum('successes')} sessions with TLS, ${sum('failures')} failed.`
}
