import { DKIM, SPF } from '../../../keeping/dmarc/bits.ts'
import { addRecord, named, noCounts, type RecordRow } from '../../../keeping/dmarc/counts.ts'
import type { Said } from '../../../keeping/dmarc/said.ts'
import { NO_TRAITS, type Traits, traitsOn } from '../../../keeping/dmarc/traits.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { bigints, integers } from './lists.ts'
import { type Sent, seen } from './seen.ts'

/** What the records of a report share. */
export interface ReportFacts {
  no: number
  day: number
  receivedAt: number
  /** dmarc_texts. */
  reporter: number
  sender: number | null
  authenticated: number
}

/** Records of a report about a domain. */
export interface Part {
  report: ReportFacts
  domain: number
  rows: readonly RecordRow[]
}

/** Enters records, with what their reports have of a domain by them. */
export async function enter(
  tx: Tx,
  parts: readonly Part[],
  saidBy: (results: number) => Said,
): Promise<void> {
  if (parts.length === 0) return
  await Promise.all([insert(tx, parts), grew(tx, parts, saidBy)])
}

/** Adds records, which are there, to what is known by them. */
export async function grew(tx: Tx, parts: readonly Part[], saidBy: (results: number) => Said): Promise<void> {
  if (parts.length === 0) return
  const domains = [...new Set(parts.map(({ domain }) => domain))]
  await Promise.all([
    slicesGrow(tx, parts),
    tx.run(sql`UPDATE dmarc_domains SET mark = mark + 1 WHERE no = ANY (${domains}::int4[])`),
    seen(tx, sentIn(parts, saidBy)),
  ])
}

async function insert(tx: Tx, parts: readonly Part[]): Promise<void> {
  const rows = parts.flatMap((part) => part.rows)
  const ofReport = (pick: (part: Part) => number) =>
    parts.flatMap((part) => new Array<number>(part.rows.length).fill(pick(part)))
  const of = (name: keyof RecordRow) => rows.map((row) => row[name])
  await tx.run(sql`
    INSERT INTO dmarc_records
      (report, domain, day, authenticated, seq, ip, messages, bits, header_from, envelope_from, envelope_to, results)
      SELECT w.report, w.domain, w.day, w.authenticated, w.seq, w.ip, w.messages, w.bits, w.header_from, w.envelope_from, w.envelope_to,
        w.results
      FROM unnest(${bigints(ofReport(({ report }) => report.no))}, ${integers(ofReport(({ domain }) => domain))},
        ${integers(ofReport(({ report }) => report.day))}, ${integers(ofReport(({ report }) => report.authenticated))},
        ${integers(of('seq'))}, ${bigints(of('ip'))}, ${integers(of('messages'))}, ${integers(of('bits'))},
        ${bigints(of('headerFrom'))}, ${bigints(of('envelopeFrom'))}, ${bigints(of('envelopeTo'))}, ${bigints(of('results'))})
        AS w (report, domain, day, authenticated, seq, ip, messages, bits, header_from, envelope_from, envelope_to, results)`)
}

/** Adds records to what reports have of a domain. */
async function slicesGrow(tx: Tx, parts: readonly Part[]): Promise<void> {
  const sums = parts.map(({ rows }) => slice(rows))
  const sum = (at: number) => bigints(sums.map((one) => one[at] ?? 0))
  const of = (pick: (part: Part) => number | null) => bigints(parts.map(pick))
  await tx.run(sql`
    INSERT INTO dmarc_slices AS s (domain, day, received_at, report, reporter, sender, records, authenticated,
        messages, pass, dkim, spf, none, passed, quarantine, reject)
      SELECT w.domain, w.day, w.received_at, w.report, w.reporter, w.sender, w.records, w.authenticated,
        w.messages, w.pass, w.dkim, w.spf, w.none, w.passed, w.quarantine, w.reject
      FROM unnest(${integers(parts.map(({ domain }) => domain))}, ${integers(parts.map(({ report }) => report.day))},
        ${of(({ report }) => report.receivedAt)}, ${of(({ report }) => report.no)}, ${of(({ report }) => report.reporter)},
        ${of(({ report }) => report.sender)}, ${integers(parts.map(({ rows }) => rows.length))},
        ${integers(parts.map(({ report }) => report.authenticated))},
        ${sum(0)}, ${sum(1)}, ${sum(2)}, ${sum(3)}, ${sum(4)}, ${sum(5)}, ${sum(6)}, ${sum(7)})
        AS w (domain, day, received_at, report, reporter, sender, records, authenticated,
          messages, pass, dkim, spf, none, passed, quarantine, reject)
      ON CONFLICT (domain, day, received_at, report) DO UPDATE SET records = s.records + excluded.records,
        messages = s.messages + excluded.messages, pass = s.pass + excluded.pass, dkim = s.dkim + excluded.dkim,
        spf = s.spf + excluded.spf, none = s.none + excluded.none, passed = s.passed + excluded.passed,
        quarantine = s.quarantine + excluded.quarantine, reject = s.reject + excluded.reject`)
}

/** In the order of SLICE_COUNTS. */
export function slice(rows: readonly Pick<RecordRow, 'bits' | 'messages'>[]): number[] {
  const total = noCounts()
  for (const row of rows) addRecord(total, row)
  return named(total).slice
}

/** What addresses sent by these records. */
function sentIn(parts: readonly Part[], saidBy: (results: number) => Said): Sent[] {
  return parts.flatMap(({ report: { day, authenticated }, domain, rows }) => {
    const traits = createTraits(day, authenticated, saidBy)
    return [...Map.groupBy(rows, ({ ip }) => ip)].map(
      ([ip, own]): Sent => ({
        domain,
        ip,
        day,
        authenticated,
        passes: own.some(({ bits }) => (bits & (DKIM | SPF)) !== 0),
        traits: traits(new Set(own.map(({ results }) => results))),
      }),
    )
  })
}

/** What results say on a day, made once for each. */
function createTraits(day: number, authenticated: number, saidBy: (results: number) => Said) {
  const made = new Map<number, Traits>()
  const of = (results: number): Traits => {
    const known = made.get(results)
    if (known) return known
    const { domains } = saidBy(results)
    const traits = domains.length === 0 ? NO_TRAITS : traitsOn(day, authenticated, domains)
    made.set(results, traits)
    return traits
  }
  return (all: ReadonlySet<number>) => [...all].map(of).filter((traits) => traits !== NO_TRAITS)
}
