import { addRecord, named, noCounts, overridesOf, type RecordRow } from '../../../../keeping/dmarc/counts.ts'
import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import type { Pieces } from '../pieces/pieces.ts'
import { createDaySets, type Members } from './day-sets.ts'
import { createDays } from './days.ts'
import { createPolicies } from './policies.ts'
import type { ReportFacts } from './report-facts.ts'
import { createReporters } from './reporters.ts'
import { createSaid } from './said.ts'
import { createSeen } from './seen.ts'
import { createSenders } from './senders.ts'
import { sliceSources } from './slice-sources.ts'
import { createSlices, type SliceChange } from './slices.ts'
import { createSourceLedger } from './source-ledger.ts'

/** All that is counted of records: each change leaves every sum equal to that of the records that are counted. */
export interface Ledger {
  /** Counts records that are there, or come then. */
  enter(report: ReportFacts, domain: number, rows: readonly RecordRow[]): void
  /** Counts what an earlier version did not count of records that it counted. `isLast`: of this report and domain there are no others. */
  complete(report: ReportFacts, domain: number, rows: readonly RecordRow[], isLast: boolean): void
  /** Takes records away, with what is counted of them. `isOld`: for their age, so that the first days of sources stay. */
  remove(report: ReportFacts, domain: number, rows: readonly RecordRow[], isOld?: boolean): void
  /** No more writes of this report follow soon. */
  done(domain: number, report: number): void
}

/** Of slices in which records come or go in several writes. */
const SLICES_REMEMBERED = 8

export function createLedger(
  connection: Pick<Connection, 'driver'>,
  { memory, interned, pieces }: { memory: Memory; interned: Interned; pieces: Pieces },
): Ledger {
  const said = createSaid(connection, memory, interned)
  const seen = createSeen(connection, memory, { interned, said })
  const sourceLedger = createSourceLedger(connection, memory, seen)
  const policies = createPolicies(connection, memory, interned)
  const slices = createSlices(connection, memory)
  const days = createDays(connection, memory)
  const reporters = createReporters(connection, memory, interned)
  const senders = createSenders(connection, memory, interned)
  const sets = createDaySets(connection, memory)
  const known = memory.part<string, ReturnType<typeof sliceSources>>(SLICES_REMEMBERED)

  /** Read from the records where another write, or an earlier start, left the slice. */
  function sourcesOf({ no, before }: ReportFacts, domain: number, held: number) {
    return known.get(`${domain}/${no}`) ?? sliceSources(held > 0 ? pieces.pairs(domain, no, before) : [])
  }

  /** What a day counts of rows that come, or go. */
  function count(report: ReportFacts, domain: number, rows: readonly RecordRow[], sign: 1 | -1): SliceChange {
    const { day, authenticated, reporter, sender, receivedAt } = report
    const place = { domain, day, authenticated }
    const total = noCounts()
    for (const row of rows) addRecord(total, row)
    const signed = (counts: readonly number[]) => (sign > 0 ? counts : counts.map((one) => -one))
    const { slice, day: ofDay } = named(total)
    const change = slices.change(report, domain, sign * rows.length, signed(slice))
    const { reports, failing } = change
    policies.change(domain, report, reports)
    days.addReporter(place, reporter, [reports, failing, sender === null ? 0 : reports, ...signed(total)])
    if (sender !== null) days.addSender(place, sender, reports)
    const counts = [reports, failing, report.isLong ? reports : 0]
    days.add(place, [...counts, ...signed([...ofDay, ...overridesOf(rows)])], receivedAt)
    return change
  }

  function sourcesThen(report: ReportFacts, domain: number, change: SliceChange, rows: readonly RecordRow[]) {
    const sources = sourcesOf(report, domain, change.before)
    if (change.after > rows.length) known.set(`${domain}/${report.no}`, sources)
    else known.delete(`${domain}/${report.no}`)
    return sources
  }

  function use(rows: readonly RecordRow[], by: 1 | -1): void {
    for (const { headerFrom, envelopeFrom, envelopeTo, results } of rows) {
      interned.useText(headerFrom, by)
      if (envelopeFrom !== null) interned.useText(envelopeFrom, by)
      if (envelopeTo !== null) interned.useText(envelopeTo, by)
      interned.useResults(results, by)
    }
  }

  function enter(report: ReportFacts, domain: number, all: readonly RecordRow[]): void {
    const rows = said.marked(domain, all)
    const { day, authenticated } = report
    const place = { domain, day, authenticated }
    const change = count(report, domain, rows, 1)
    const sources = sourceLedger.enter(place, rows, sourcesThen(report, domain, change, rows))
    use(rows, 1)
    sets.add(place, { sources, ...(change.reports > 0 && whoReports(report, domain)) })
  }

  /** One report more about a domain: the numbers of those whose it is. */
  function whoReports({ reporter, reporterName, sender }: ReportFacts, domain: number): Members {
    const name = [reporters.add(domain, reporter, reporterName)]
    return sender === null
      ? { reporters: name }
      : { reporters: name, sent: name, senders: [senders.add(domain, sender)] }
  }

  /** One report less: the numbers that its day has no longer. */
  function whoLeft({ day, authenticated, reporter, sender }: ReportFacts, domain: number) {
    const place = { domain, day, authenticated }
    const isLast = days.reporterLeft(place, reporter)
    const name = [reporters.remove(domain, reporter)]
    const left = { reporters: isLast ? name : [] }
    if (sender === null) return left
    const [isLastOfSender, isSent] = [days.senderLeft(place, sender), days.isSent(place, reporter)]
    const number = senders.remove(domain, sender)
    return { ...left, sent: isSent ? [] : name, senders: isLastOfSender ? [number] : [] }
  }

  function complete(report: ReportFacts, domain: number, all: readonly RecordRow[], isLast: boolean): void {
    const { day, authenticated, reporter } = report
    const place = { domain, day, authenticated }
    const added = sourceLedger.complete(place, said.marked(domain, all))
    if (added) days.addReporter(place, reporter, [0, 0, 0, ...added])
    if (isLast) policies.change(domain, report, 1)
  }

  function remove(report: ReportFacts, domain: number, all: readonly RecordRow[], isOld: boolean): void {
    memory.settle()
    const rows = said.marked(domain, all)
    const { day, authenticated, receivedAt } = report
    const place = { domain, day, authenticated }
    const change = count(report, domain, rows, -1)
    const sources = sourcesThen(report, domain, change, rows)
    const left = sourceLedger.remove(place, rows, { sources, isOld })
    pieces.take(report, domain, rows)
    use(rows, -1)
    slices.dropEmpty(report, domain)
    if (change.reports < 0) policies.left(domain, report)
    const who = change.reports < 0 ? whoLeft(report, domain) : {}
    const isEmpty = change.reports < 0 && days.left(place, receivedAt)
    if (isEmpty) sets.drop(place)
    else sets.remove(place, { sources: left, ...who })
  }

  return {
    enter,
    complete,
    remove: (report, domain, rows, isOld = false) => remove(report, domain, rows, isOld),
    done: (domain, report) => void known.delete(`${domain}/${report}`),
  }
}
