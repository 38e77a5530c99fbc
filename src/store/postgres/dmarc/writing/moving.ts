import type { VerifiedDomain } from '../../../keeping/dmarc/home.ts'
import type { Said } from '../../../keeping/dmarc/said.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { createCollecting } from './collecting.ts'
import { type Homes, numbered } from './homes.ts'
import { interned } from './interning.ts'
import { dropEmpty, type Slice, went } from './leaving.ts'
import { bigints, integers } from './lists.ts'
import { grew, type Part, type ReportFacts } from './records.ts'
import { createSayings, marked, withNumbers } from './sayings.ts'

/** A record that is taken from a domain, and given to another, or to none. */
export interface Moving {
  from: number
  to: VerifiedDomain | undefined
  day: number
  report: number
  seq: number
  ip: number
  messages: number
  bits: number
  authenticated: number
  headerFrom: number
  headerText: string
  results: number
}

export interface MovingReport extends ReportFacts {
  policyDomain: string
}

interface Move {
  homes: Homes
  /** Of the domain that they are taken from. */
  slices: readonly Slice[]
  reports: ReadonlyMap<number, MovingReport>
  moving: readonly Moving[]
  now: Db['now']
}

/** Moves records, with what is known by them. */
export async function move(
  tx: Tx,
  accountId: string,
  { homes, slices, reports, moving, now }: Move,
): Promise<void> {
  if (moving.length === 0) return
  const targets = [...new Map(moving.flatMap(({ to }) => (to ? [[to.id, to] as const] : []))).values()]
  const numbers = await numbered(tx, accountId, homes, targets)
  const numberOf = new Map(targets.map(({ id }, at) => [id, numbers[at] ?? 0]))
  const saidBy = await sayings(tx, accountId, moving)
  const parts = partsOf(moving, { numberOf, saidBy, reports })
  await rewrite(tx, parts, moving)
  const gone = moving.map(({ from, ...row }) => ({ ...row, domain: from }))
  await went(tx, slices, gone, { isOld: false, now })
  await grew(tx, parts, saidBy)
  await dropEmpty(
    tx,
    moving.flatMap(({ to, report }) => (to ? [] : [report])),
  )
}

/** What results of the records say. */
async function sayings(
  tx: Tx,
  accountId: string,
  moving: readonly Moving[],
): Promise<(results: number) => Said> {
  const nos = [...new Set(moving.flatMap(({ to, results }) => (to ? [results] : [])))]
  const rows = await tx.all<{ no: number; results: string }>(
    sql`SELECT no, results FROM dmarc_results WHERE no = ANY (${nos}::int8[])`,
  )
  const days = new Map<number, number>()
  for (const { results, day } of moving) days.set(results, Math.max(days.get(results) ?? 0, day))
  const collecting = createCollecting()
  const saidAt = createSayings(collecting)
  const said = new Map<number, Said>()
  for (const { no, results } of rows) {
    collecting.on(days.get(no) ?? 0)
    said.set(no, saidAt(collecting.results(results)))
  }
  const { texts } = await interned(tx, accountId, collecting.collected)
  for (const [no, one] of said) said.set(no, withNumbers(one, texts))
  return (no) => said.get(no) ?? { domains: [], failed: [] }
}

interface With {
  numberOf: ReadonlyMap<string, number>
  saidBy: (results: number) => Said
  reports: ReadonlyMap<number, MovingReport>
}

/** What comes to other domains. */
function partsOf(moving: readonly Moving[], { numberOf, saidBy, reports }: With): Part[] {
  const found = new Map<string, Part & { rows: Part['rows'][number][] }>()
  for (const { to, ...row } of moving) {
    const report = reports.get(row.report)
    if (!to || !report) continue
    const key = `${to.id}/${row.report}`
    const part = found.get(key) ?? { report, domain: numberOf.get(to.id) ?? 0, rows: [] }
    found.set(key, part)
    const bits = marked(row.bits, {
      own: to.domain,
      headerFrom: row.headerText,
      said: saidBy(row.results),
    })
    part.rows.push({ ...row, bits, envelopeFrom: null, envelopeTo: null })
  }
  return [...found.values()]
}

async function rewrite(tx: Tx, parts: readonly Part[], moving: readonly Moving[]): Promise<void> {
  const from = moving[0]?.from ?? 0
  const rows = parts.flatMap(({ report, domain, rows: own }) =>
    own.map(({ seq, bits }) => ({ day: report.day, report: report.no, seq, bits, domain })),
  )
  const lost = moving.filter(({ to }) => !to)
  const keys = (all: readonly { day: number; report: number; seq: number }[]) =>
    // Of the domain too, row by row: what the statistics think of it decides nothing then.
    sql`${integers(all.map(() => from))}, ${integers(all.map(({ day }) => day))}, ${bigints(all.map(({ report }) => report))}, ${integers(all.map(({ seq }) => seq))}`
  if (rows.length > 0) {
    await tx.run(sql`
      UPDATE dmarc_records AS r SET domain = w.domain, bits = w.bits
        FROM unnest(${keys(rows)}, ${integers(rows.map(({ domain }) => domain))}, ${integers(rows.map(({ bits }) => bits))})
          AS w (was, day, report, seq, domain, bits)
        WHERE r.domain = w.was AND r.day = w.day AND r.report = w.report AND r.seq = w.seq`)
  }
  if (lost.length === 0) return
  await tx.run(sql`
    DELETE FROM dmarc_records AS r USING unnest(${keys(lost)}) AS w (was, day, report, seq)
      WHERE r.domain = w.was AND r.day = w.day AND r.report = w.report AND r.seq = w.seq`)
}
