import { refusalOf } from '../../../core/access/permission.ts'
import type { Refusal } from '../../../core/refusal.ts'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import type { DomainActor } from '../../domains/domains.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import type { KeptTlsReport, TlsReports } from '../../tls-reports/tls-reports.ts'
import type { Aggregates, AggregateWindow, SourceQuery } from '../aggregates.ts'
import { dateOfDay } from '../window.ts'
import { createRecordLines, RECORD_HEADINGS } from './records-csv.ts'
import { createRecordDocument } from './records-json.ts'
import { SOURCE_HEADINGS, sourceLine } from './sources-csv.ts'
import { TLS_HEADINGS, tlsLines } from './tls-csv.ts'
import { tlsReportDocument } from './tls-json.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A file that is written while it is read; its reader sets the pace. */
export interface ExportFile {
  name: string
  type: string
  /** Throws where it cannot be written to its end: what came before is no whole file. */
  parts: AsyncGenerator<string, void>
}

/** What reports say of a domain as files. Whoever may not read it, or whose first part cannot be read, is refused before anything is
 * written. */
export interface Exports {
  /** Every record of the window. csv: a line each. json: an array of reports, as parsedmarc writes it. */
  records(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    format: ExportFormat,
  ): Promise<Result<ExportFile>>
  /** Every source of the window as CSV. */
  sources(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    query: Omit<SourceQuery, 'limit' | 'offset'>,
  ): Promise<Result<ExportFile>>
  /** Every TLS report of the window. csv: a line for each policy and each kind of failure. json: an array of reports. Both as parsedmarc
   * writes them. */
  tls(
    actor: DomainActor,
    domainId: string,
    window: AggregateWindow,
    format: ExportFormat,
  ): Promise<Result<ExportFile>>
}

export interface ExportsDeps {
  aggregates: Pick<Aggregates, 'records' | 'sources'>
  tlsReports: Pick<TlsReports, 'whole'>
  domains: Pick<SenderDomains, 'byId'>
}

const RECORDS_AT_ONCE = 500
/** Each has a thousand details at most. */
const TLS_REPORTS_AT_ONCE = 20
/** Each part of a list of sources is counted from the start, so that there are few. */
const SOURCES_AT_ONCE = 10_000

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Exports over what is read page by page: nothing is held but the page that is written. */
export function createExports({ aggregates, tlsReports, domains }: ExportsDeps): Exports {
  async function named(actor: DomainActor, id: string): Promise<Result<string>> {
    const refusal = refusalOf(actor, 'dmarc.read')
    if (refusal) return refused(refusal)
    const domain = await domains.byId(actor.accountId, id)
    return domain ? granted(domain.domain) : refused({ kind: 'not_found', what: 'domain' })
  }

  return {
    async records(actor, id, window, format) {
      const domain = await named(actor, id)
      if (!domain.ok) return domain
      const read: Read<RecordsPage, string> = (after) =>
        aggregates.records(actor, id, window, {
          limit: RECORDS_AT_ONCE,
          ...(after !== undefined && { after }),
        })
      const first = await read()
      if (!first.ok) return first
      const pages = allPages(first.value, ({ next }) => next, read)
      const parts = format === 'csv' ? recordLines(pages) : recordDocument(pages)
      return granted({ name: nameOf('dmarc', domain.value, window, format), type: TYPES[format], parts })
    },

    async sources(actor, id, window, query) {
      const domain = await named(actor, id)
      if (!domain.ok) return domain
      const read: Read<SourcesPage, number> = async (offset = 0) => {
        const page = await aggregates.sources(actor, id, window, { ...query, limit: SOURCES_AT_ONCE, offset })
        return page.ok ? granted({ ...page.value, end: offset + page.value.sources.length }) : page
      }
      const first = await read()
      if (!first.ok) return first
      const nextOf = ({ sources, total, end }: SourcesPage) =>
        sources.length > 0 && end < total ? end : undefined
      const parts = sourceLines(allPages(first.value, nextOf, read))
      return granted({ name: nameOf('dmarc-sources', domain.value, window, 'csv'), type: TYPES.csv, parts })
    },

    async tls(actor, id, window, format) {
      const domain = await named(actor, id)
      if (!domain.ok) return domain
      const read: Read<TlsPage, string> = (after) =>
        tlsReports.whole(actor, id, window, {
          limit: TLS_REPORTS_AT_ONCE,
          ...(after !== undefined && { after }),
        })
      const first = await read()
      if (!first.ok) return first
      const pages = allPages(first.value, ({ next }) => next, read)
      const parts = format === 'csv' ? tlsCsv(pages) : tlsJson(pages)
      return granted({ name: nameOf('tls', domain.value, window, format), type: TYPES[format], parts })
    },
  }
}

const nameOf = (what: string, domain: string, { from, to }: AggregateWindow, format: ExportFormat) =>
  `${what}-${domain}-${dateOfDay(from)}-${dateOfDay(to)}.${format}`

type Page<Name extends 'records' | 'sources'> =
  Awaited<ReturnType<Aggregates[Name]>> extends Result<infer Value> ? Value : never
type RecordsPage = Page<'records'>
type TlsPage = { reports: KeptTlsReport[]; next?: string }
type SourcesPage = Page<'sources'> & { end: number }
type Read<Found, Place> = (place?: Place) => Promise<Result<Found>>

/** Why a file ends where it does. */
class ExportEnded extends Error {
  constructor({ kind }: Refusal) {
    super(`An export could not be written to its end: ${kind}`)
  }
}

/** One page behind the other; the next is read when it is asked for. */
async function* allPages<Found, Place>(
  first: Found,
  nextOf: (page: Found) => Place | undefined,
  read: Read<Found, Place>,
): AsyncGenerator<Found, void> {
  yield first
  for (let place = nextOf(first); place !== undefined; ) {
    const page = await read(place)
    if (!page.ok) throw new ExportEnded(page.refusal)
    yield page.value
    place = nextOf(page.value)
  }
}

async function* recordLines(pages: AsyncGenerator<RecordsPage, void>): AsyncGenerator<string, void> {
  const linesOf = createRecordLines()
  yield RECORD_HEADINGS
  for await (const { records } of pages) if (records.length > 0) yield linesOf(records)
}

async function* recordDocument(pages: AsyncGenerator<RecordsPage, void>): AsyncGenerator<string, void> {
  const document = createRecordDocument()
  for await (const { records } of pages) if (records.length > 0) yield document.add(records)
  yield document.end()
}

async function* tlsCsv(pages: AsyncGenerator<TlsPage, void>): AsyncGenerator<string, void> {
  yield TLS_HEADINGS
  for await (const { reports } of pages) for (const one of reports) yield tlsLines(one)
}

async function* tlsJson(pages: AsyncGenerator<TlsPage, void>): AsyncGenerator<string, void> {
  let between = '[\n'
  for await (const { reports } of pages) {
    for (const one of reports) {
      yield between + JSON.stringify(tlsReportDocument(one))
      between = ',\n'
    }
  }
  yield between === '[\n' ? '[]\n' : '\n]\n'
}

async function* sourceLines(pages: AsyncGenerator<SourcesPage, void>): AsyncGenerator<string, void> {
  yield SOURCE_HEADINGS
  for await (const { sources, messages } of pages) {
    if (sources.length > 0) yield sources.map((source) => sourceLine(source, messages)).join('')
  }
}
