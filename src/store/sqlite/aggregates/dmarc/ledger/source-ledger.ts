import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import { addRecord, noCounts, type RecordRow, SELDOM, SOURCE_COUNTS } from './counts.ts'
import type { Seen } from './seen.ts'
import type { SliceSources } from './slice-sources.ts'
import { monthOf } from './statements.ts'
import { createSums } from './sums.ts'

/** Of which domain and day the rows are, and whether their report counts as authenticated: 1 or 0. */
export interface Place {
  domain: number
  day: number
  authenticated: number
}

/** Counts of sources by day and month. */
export interface SourceLedger {
  /** Gives the numbers of the sources that the rows are of. */
  enter(place: Place, rows: readonly RecordRow[], sources: SliceSources): Set<number>
  /** Adds what an earlier version did not count of rows that it counted. Gives the counts of all of them; undefined: they are 0. */
  complete(place: Place, rows: readonly RecordRow[]): number[] | undefined
  /** Gives the numbers of those that the day has no more. */
  remove(place: Place, rows: readonly RecordRow[], of: { sources: SliceSources; isOld: boolean }): number[]
}

const COUNTS = ['reports', 'from_reports', ...SOURCE_COUNTS]
/** Where those stand in a row. */
const [REPORTS, FROM_REPORTS] = [0, 1]
/** Of a change that has no record. */
const NO_RESULT = 0
const PASS = COUNTS.indexOf('pass')
/** From here on they are of this version. */
const ADDED = COUNTS.length - SELDOM

/** What is added to a row, whose records have this header_from and address. */
interface Change {
  headerFrom: number
  ip: number
  counts: number[]
  records: number
  /** What was found of the first of them, and of others; the same may stand there again. */
  result: number
  results: number[] | undefined
}

/** Gives the change of a pair, made where it is none yet. */
function byPair() {
  const froms = new Map<number, Map<number, Change>>()
  const all: Change[] = []
  const of = (headerFrom: number, ip: number): Change => {
    const ips = froms.get(headerFrom) ?? new Map<number, Change>()
    const known = ips.get(ip)
    if (known) return known
    const change = { headerFrom, ip, counts: noCounts(), records: 0, result: NO_RESULT, results: undefined }
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
    if (change.result === NO_RESULT) change.result = row.results
    else if (change.result !== row.results) {
      change.results ??= []
      change.results.push(row.results)
    }
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

const NO_SOURCES: SliceSources = { change: () => {} }
const NONE: readonly number[] = COUNTS.map(() => 0)

export function createSourceLedger(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  seen: Seen,
): SourceLedger {
  const [days, months] = [tableOf({ driver }, memory, 'day'), tableOf({ driver }, memory, 'month')]
  const isThere = driver.prepare(
    'SELECT 1 FROM dmarc_day_sources WHERE domain = ? AND day = ? AND ip = ? AND authenticated = ? LIMIT 1',
  )
  memory.gathers(() => {
    for (const [domain = 0, day = 0, ...rest] of days.sums.write()) {
      months.sums.add([domain, monthOf(day), ...rest])
    }
    months.sums.write()
  })

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

  /** Notes what the addresses sent. Gives their numbers. */
  function seeAll({ domain, day, authenticated }: Place, changes: readonly Change[]): Set<number> {
    const numbers = new Set<number>()
    for (const { ip, counts, result, results } of changes) {
      const sent = { day, authenticated, passes: (counts[PASS] ?? 0) > 0, result, results }
      numbers.add(seen.on(domain, ip, sent))
    }
    return numbers
  }

  function add({ domain, day, authenticated }: Place, changes: readonly Change[]): void {
    for (const { headerFrom, ip, counts } of changes) {
      days.sums.add([domain, day, ip, headerFrom, authenticated, ...counts])
    }
  }

  return {
    enter(place, rows, sources) {
      const changes = changesOf(rows, 1, sources)
      add(place, changes)
      return seeAll(place, changes)
    },
    complete(place, rows) {
      const changes = changesOf(rows, 1, NO_SOURCES)
      seeAll(place, changes)
      for (const change of changes) change.counts.fill(0, 0, ADDED)
      const more = changes.filter(({ counts }) => counts.some((count) => count > 0))
      add(place, more)
      const total = more.reduce((sum, { counts }) => sum.map((one, at) => one + (counts[at] ?? 0)), NONE)
      return more.length > 0 ? total.slice(FROM_REPORTS + 1) : undefined
    },
    remove(place, rows, { sources, isOld }) {
      const { domain, day, authenticated } = place
      const changes = changesOf(rows, -1, sources)
      add(place, changes)
      memory.settle()
      const ips = new Set<number>()
      for (const { headerFrom, ip } of changes) {
        if (days.drop.run(domain, day, ip, headerFrom, authenticated).changes > 0) ips.add(ip)
        months.drop.run(domain, monthOf(day), ip, headerFrom, authenticated)
      }
      for (const { ip, counts } of changes) {
        if ((counts[PASS] ?? 0) < 0) seen.passedLess(domain, ip, day, isOld)
      }
      return without(place, ips, isOld)
    },
  }
}

function tableOf({ driver }: Pick<Connection, 'driver'>, memory: Memory, period: 'day' | 'month') {
  const key = ['domain', period, 'ip', 'header_from', 'authenticated']
  const table = `dmarc_${period}_sources`
  const at = key.map((column) => `${column} = ?`).join(' AND ')
  return {
    sums: createSums({ driver }, memory, { table, key, counts: COUNTS, seldom: SELDOM }),
    drop: driver.prepare<number[]>(`DELETE FROM ${table} WHERE ${at} AND messages = 0`),
  }
}
