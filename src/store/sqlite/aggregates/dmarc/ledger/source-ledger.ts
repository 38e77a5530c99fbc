import type { Connection } from '../../../connection.ts'
import { addRecord, noCounts, type RecordRow, SOURCE_COUNTS } from './counts.ts'
import type { Seen } from './seen.ts'
import type { SliceSources } from './slice-sources.ts'
import { adding, manyRows, monthOf } from './statements.ts'

/** Of which domain and day the rows are, and whether their report counts as authenticated: 1 or 0. */
export interface Place {
  domain: number
  day: number
  authenticated: number
}

/** Which sources a day has now and had not, or had and has not; by their numbers. */
export interface SourceNumbers {
  in: number[]
  out: number[]
}

/** Counts of sources by day and month. */
export type SourceLedger = (
  place: Place,
  rows: readonly RecordRow[],
  sign: 1 | -1,
  of: { sources: SliceSources; isOld: boolean },
) => SourceNumbers

const COUNTS = ['reports', 'from_reports', ...SOURCE_COUNTS]
/** Where those stand in a row. */
const [REPORTS, FROM_REPORTS] = [0, 1]

/** What is added to a row, whose records have this header_from and address. */
interface Change {
  headerFrom: number
  ip: number
  counts: number[]
  records: number
}

/** Gives the change of a pair, made where it is none yet. */
function byPair() {
  const froms = new Map<number, Map<number, Change>>()
  const all: Change[] = []
  const of = (headerFrom: number, ip: number): Change => {
    const ips = froms.get(headerFrom) ?? new Map<number, Change>()
    const known = ips.get(ip)
    if (known) return known
    const change = { headerFrom, ip, counts: noCounts(), records: 0 }
    froms.set(headerFrom, ips.set(ip, change))
    all.push(change)
    return change
  }
  return { all, of }
}

/** What the rows add, or take. */
function changesOf(rows: readonly RecordRow[], sign: 1 | -1, sources: SliceSources): readonly Change[] {
  const { all, of } = byPair()
  for (const row of rows) {
    const change = of(row.headerFrom, row.ip)
    addRecord(change.counts, row)
    change.records += 1
  }
  const pairs = all.map(({ headerFrom, ip, records }) => [headerFrom, ip, records] as const)
  for (const change of all) {
    const { counts } = change
    change.counts = [0, 0, ...(sign > 0 ? counts : counts.map((count) => -count))]
  }
  sources.change(pairs, sign, (headerFrom, ip, reports, fromReports) => {
    const change = of(headerFrom, ip)
    if (change.records === 0 && change.counts.length === SOURCE_COUNTS.length) change.counts.unshift(0, 0)
    change.counts[REPORTS] = (change.counts[REPORTS] ?? 0) + reports
    change.counts[FROM_REPORTS] = (change.counts[FROM_REPORTS] ?? 0) + fromReports
  })
  return all
}

export function createSourceLedger({ driver }: Pick<Connection, 'driver'>, seen: Seen): SourceLedger {
  const [days, months] = [statementsOf({ driver }, 'day'), statementsOf({ driver }, 'month')]
  const isThere = driver.prepare(
    'SELECT 1 FROM dmarc_day_sources WHERE domain = ? AND day = ? AND ip = ? AND authenticated = ? LIMIT 1',
  )

  /** Of addresses that lost a row: the numbers of those that have none any more. */
  function without(
    { domain, day, authenticated }: Place,
    ips: ReadonlySet<number>,
    isOld: boolean,
  ): number[] {
    return [...ips].flatMap((ip) => {
      if (isThere.get(domain, day, ip, authenticated)) return []
      return seen.notOn(domain, ip, day, isOld) ?? []
    })
  }

  return (place, rows, sign, { sources, isOld }) => {
    const { domain, day, authenticated } = place
    const month = monthOf(day)
    const ips = new Set<number>()
    const changes = changesOf(rows, sign, sources)
    const rowsOf = (period: number) =>
      changes.map(({ headerFrom, ip, counts }) => [domain, period, ip, headerFrom, authenticated, ...counts])
    days.add(rowsOf(day))
    months.add(rowsOf(month))
    for (const { headerFrom, ip } of changes) {
      if (sign > 0) ips.add(ip)
      else if (days.drop.run(domain, day, ip, headerFrom, authenticated).changes > 0) ips.add(ip)
      if (sign < 0) months.drop.run(domain, month, ip, headerFrom, authenticated)
    }
    return sign > 0
      ? { in: [...ips].map((ip) => seen.on(domain, ip, day)), out: [] }
      : { in: [], out: without(place, ips, isOld) }
  }
}

function statementsOf({ driver }: Pick<Connection, 'driver'>, period: 'day' | 'month') {
  const key = ['domain', period, 'ip', 'header_from', 'authenticated']
  const table = `dmarc_${period}_sources`
  const at = key.map((column) => `${column} = ?`).join(' AND ')
  return {
    add: manyRows({ driver }, (rows) => adding(table, key, COUNTS, { rows })),
    drop: driver.prepare<number[]>(`DELETE FROM ${table} WHERE ${at} AND messages = 0`),
  }
}
