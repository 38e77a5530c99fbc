import { isLongRange, OVERRIDES, type Results, reporterOf } from '../../../../src/core/aggregate/report.ts'
import type {
  AggregatePage,
  AggregateSlice,
  AggregateSummary,
  AggregateWindow,
  Counts,
  SourceQuery,
} from '../../../../src/store/aggregates.ts'
import type { MadeReport } from './random-reports.ts'

/** Everything counted from the records, as the notes define it, without a roll-up: what the store has to say. */
export function recounted(all: readonly MadeReport[], isOurs: (headerFrom: string) => boolean) {
  const about = all
    .map((made) => ({ ...made, records: made.records.filter(({ headerFrom }) => isOurs(headerFrom)) }))
    .filter(({ records }) => records.length > 0)

  const within = ({ from, to, authenticated }: AggregateWindow) =>
    about.filter(
      ({ day, report }) =>
        day >= from && day <= to && (authenticated === undefined || report.authenticated === authenticated),
    )

  return {
    summary: (window: AggregateWindow) => summaryOf(within(window)),
    reports(window: AggregateWindow, { result, reporter, limit, offset }: AggregatePage) {
      const those = within(window)
        .filter(({ report }) => reporter === undefined || reporterOf(report.aggregate.head) === reporter)
        .map(sliceOf)
        .filter(({ messages, pass }) => result === undefined || (pass === messages) === (result === 'pass'))
        .sort((a, b) => b.day - a.day || b.receivedAt.getTime() - a.receivedAt.getTime())
      return {
        total: those.length,
        reports: those.slice(offset, offset + limit),
        ...latestOf(within(window)),
      }
    },
    sources: (window: AggregateWindow, query: SourceQuery) => sourcesOf(about, within(window), query),
    records: (window: AggregateWindow) => within(window).flatMap(({ records }) => records),
  }
}

/** Senders, and names that no report with a sender has. */
export function reportersOf(made: readonly MadeReport[]): number {
  const nameOf = ({ report }: MadeReport) => reporterOf(report.aggregate.head)
  const { sent = [], unsent = [] } = Object.groupBy(made, ({ report }) => (report.sender ? 'sent' : 'unsent'))
  const names = new Set(sent.map(nameOf))
  const others = unsent.map(nameOf).filter((name) => !names.has(name))
  return new Set(sent.map(({ report }) => report.sender)).size + new Set(others).size
}

type Record = MadeReport['records'][number]

const latestOf = (made: readonly MadeReport[]) =>
  made.length === 0
    ? {}
    : { latestReportAt: new Date(Math.max(...made.map(({ report }) => report.receivedAt.getTime()))) }

const passes = ({ dkim, spf }: Record) => dkim || spf
const rawDkim = ({ results }: Record) => results.dkim.some(({ result }) => result === 'pass')
const rawSpf = ({ results }: Record) => results.spf.some(({ result }) => result === 'pass')
const isForwarded = ({ reasons }: Results) =>
  reasons.some(
    ({ type, comment = '' }) =>
      ['forwarded', 'mailing_list', 'trusted_forwarder'].includes(type) ||
      (type === 'local_policy' && comment.includes('arc=pass')),
  )

const sum = (records: readonly Record[], which: (record: Record) => boolean = () => true) =>
  records.filter(which).reduce((all, { count }) => all + count, 0)

function countsOf(records: readonly Record[]): Counts {
  const disposed = (as: string) => sum(records, ({ disposition }) => disposition === as)
  return {
    messages: sum(records),
    pass: sum(records, passes),
    dkimAligned: sum(records, ({ dkim }) => dkim),
    spfAligned: sum(records, ({ spf }) => spf),
    dkimAuthenticated: sum(records, rawDkim),
    spfAuthenticated: sum(records, rawSpf),
    dispositions: {
      none: disposed('none'),
      pass: disposed('pass'),
      quarantine: disposed('quarantine'),
      reject: disposed('reject'),
    },
  }
}

function summaryOf(made: readonly MadeReport[]): AggregateSummary {
  const records = made.flatMap((one) => one.records)
  const days = [...Map.groupBy(made, ({ day }) => day)].sort(([a], [b]) => a - b)
  const newest = made.toSorted(
    (a, b) => b.day - a.day || b.report.receivedAt.getTime() - a.report.receivedAt.getTime(),
  )[0]?.report.aggregate.head
  const overridden = (as: string) =>
    sum(records, ({ results }) => results.reasons.some(({ type }) => type === as))
  return {
    ...countsOf(records),
    reports: made.length,
    longRange: made.filter(({ report }) => isLongRange(report.aggregate.head)).length,
    unauthenticated: made.filter(({ report }) => !report.authenticated).length,
    overrides: Object.fromEntries(
      OVERRIDES.map((as) => [as, overridden(as)]),
    ) as AggregateSummary['overrides'],
    sources: new Set(records.map(({ ip }) => ip)).size,
    reporters: reportersOf(made),
    ...(newest && { policy: { policy: newest.policy, end: newest.end } }),
    ...latestOf(made),
    days: days.map(([day, of]) => ({
      day,
      reports: of.length,
      ...countsOf(of.flatMap((one) => one.records)),
    })),
  }
}

export function sliceOf({ report, day, records }: MadeReport): AggregateSlice {
  const { dkimAuthenticated: _, spfAuthenticated: __, ...counts } = countsOf(records)
  const { records: ___, contentHash: ____, ...head } = report.aggregate.head
  const { uid, fileId, receivedAt, authenticated } = report
  return { uid, fileId, head, day, receivedAt, records: records.length, authenticated, ...counts }
}

interface Row extends Record {
  made: MadeReport
}

/** Without names of addresses. */
function sourcesOf(about: readonly MadeReport[], made: readonly MadeReport[], query: SourceQuery) {
  const rows = made.flatMap((one) => one.records.map((record): Row => ({ ...record, made: one })))
  const keyOf = {
    ip: ({ ip }: Row) => ip,
    organization: ({ ip }: Row) => ip,
    header_from: ({ headerFrom }: Row) => headerFrom,
    reporter: ({ made: { report } }: Row) => report.aggregate.head.orgName,
  }[query.groupBy]
  const groups = [...Map.groupBy(rows, keyOf)].map(([source, own]) => groupOf(about, source, own, query))
  const { sort, result, limit, offset } = query
  const value = (of: (typeof groups)[number]) =>
    sort === 'messages'
      ? of.messages
      : sort === 'dmarc_fail'
        ? of.messages - of.pass
        : (of.lastSeen ?? of.lastDay)
  const those = groups
    .filter(({ messages, pass }) => result === undefined || (pass === messages) === (result === 'pass'))
    .sort((a, b) => value(b) - value(a) || (a.source < b.source ? -1 : 1))
  return {
    total: those.length,
    messages: sum(rows),
    ...latestOf(made),
    sources: those.slice(offset, offset + limit).map(({ lastDay: _, ...source }) => source),
  }
}

function groupOf(
  about: readonly MadeReport[],
  source: string,
  rows: readonly Row[],
  { groupBy }: SourceQuery,
) {
  const ips = new Set(rows.map(({ ip }) => ip))
  const days = about.filter(({ records }) => records.some(({ ip }) => ips.has(ip))).map(({ day }) => day)
  const byFrom = [...Map.groupBy(rows, ({ headerFrom }) => headerFrom)].map(([from, own]) => ({
    from,
    count: sum(own),
  }))
  const isReporter = groupBy === 'reporter'
  return {
    source,
    ...(groupBy === 'ip' && { ip: source }),
    ...((groupBy === 'organization' || groupBy === 'header_from') && { ipCount: ips.size }),
    ...countsOf(rows),
    forwarded: sum(rows, (row) => !passes(row) && isForwarded(row.results)),
    unaligned: sum(rows, (row) => !passes(row) && (rawDkim(row) || rawSpf(row))),
    headerFrom: isReporter ? [] : byFrom.sort((a, b) => b.count - a.count).map(({ from }) => from),
    ...(groupBy !== 'organization' && { reports: new Set(rows.map(({ made }) => made)).size }),
    ...(!isReporter && { firstSeen: Math.min(...days), lastSeen: Math.max(...days) }),
    lastDay: Math.max(...rows.map(({ made }) => made.day)),
  }
}
