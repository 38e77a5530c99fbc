import { ADDED, addRecord, type RecordRow, SELDOM, SOURCE_COUNTS } from '../../../../keeping/dmarc/counts.ts'
import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
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

const keyOf = (period: 'day' | 'month') => ['domain', period, 'ip', 'header_from', 'authenticated']
const COUNTS = ['reports', 'from_reports', ...SOURCE_COUNTS]
/** Where those stand in a row, behind its key. */
const REPORTS = keyOf('day').length
const FROM_REPORTS = REPORTS + 1
const FIRST_COUNT = REPORTS + 2
const PASS = REPORTS + COUNTS.indexOf('pass')
const WIDTH = REPORTS + COUNTS.length
/** Of a change that has no record. */
const NO_RESULT = 0

/** What is added to a row, whose records have this header_from and address. */
interface Change {
  headerFrom: number
  ip: number
  row: number[]
  records: number
  /** What was found of the first of them, and of others; the same may stand there again. */
  result: number
  results: number[] | undefined
}

function newChange({ domain, day, authenticated }: Place, headerFrom: number, ip: number): Change {
  const row = [domain, day, ip, headerFrom, authenticated]
  while (row.length < WIDTH) row.push(0)
  return { headerFrom, ip, row, records: 0, result: NO_RESULT, results: undefined }
}

/** Gives the change of a pair, made where it is none yet. */
function byPair(place: Place) {
  const froms = new Map<number, Map<number, Change>>()
  const all: Change[] = []
  const of = (headerFrom: number, ip: number): Change => {
    let ips = froms.get(headerFrom)
    const known = ips?.get(ip)
    if (known) return known
    const change = newChange(place, headerFrom, ip)
    if (!ips) {
      ips = new Map()
      froms.set(headerFrom, ips)
    }
    ips.set(ip, change)
    all.push(change)
    return change
  }
  return { all, of }
}

/** What the rows add, or take. */
function changesOf(
  place: Place,
  rows: readonly RecordRow[],
  sign: 1 | -1,
  sources: SliceSources,
): readonly Change[] {
  const { all, of } = byPair(place)
  for (const row of rows) {
    const change = of(row.headerFrom, row.ip)
    addRecord(change.row, row, FIRST_COUNT, sign)
    change.records += 1
    if (change.result === NO_RESULT) change.result = row.results
    else if (change.result !== row.results) {
      change.results ??= []
      change.results.push(row.results)
    }
  }
  const pairs = all.map(({ headerFrom, ip, records }) => [headerFrom, ip, records] as const)
  sources.change(pairs, sign, (headerFrom, ip, reports, fromReports) => {
    const { row } = of(headerFrom, ip)
    row[REPORTS] = (row[REPORTS] ?? 0) + reports
    row[FROM_REPORTS] = (row[FROM_REPORTS] ?? 0) + fromReports
  })
  return all
}

const NO_SOURCES: SliceSources = { change: () => {} }
const NONE: readonly number[] = SOURCE_COUNTS.map(() => 0)

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
    for (const row of days.sums.write()) {
      const ofMonth = row.slice()
      ofMonth[1] = monthOf(row[1] ?? 0)
      months.sums.add(ofMonth)
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
    for (const { ip, row, result, results } of changes) {
      const sent = { day, authenticated, passes: (row[PASS] ?? 0) > 0, result, results }
      numbers.add(seen.on(domain, ip, sent))
    }
    return numbers
  }

  /** The rows of the changes may be changed when they are written. */
  function add(changes: readonly Change[]): void {
    for (const { row } of changes) days.sums.add(row)
  }

  return {
    enter(place, rows, sources) {
      const changes = changesOf(place, rows, 1, sources)
      add(changes)
      return seeAll(place, changes)
    },
    complete(place, rows) {
      const changes = changesOf(place, rows, 1, NO_SOURCES)
      seeAll(place, changes)
      for (const { row } of changes) row.fill(0, FIRST_COUNT, WIDTH - ADDED)
      const more = changes.filter(({ row }) => row.some((count, at) => at >= FIRST_COUNT && count > 0))
      const total = more.reduce(
        (sum, { row }) => sum.map((one, at) => one + (row[FIRST_COUNT + at] ?? 0)),
        NONE,
      )
      add(more)
      return more.length > 0 ? [...total] : undefined
    },
    remove(place, rows, { sources, isOld }) {
      const { domain, day, authenticated } = place
      const changes = changesOf(place, rows, -1, sources)
      const passed = changes.filter(({ row }) => (row[PASS] ?? 0) < 0)
      add(changes)
      memory.settle()
      const ips = new Set<number>()
      for (const { headerFrom, ip } of changes) {
        if (days.drop.run(domain, day, ip, headerFrom, authenticated).changes > 0) ips.add(ip)
        months.drop.run(domain, monthOf(day), ip, headerFrom, authenticated)
      }
      for (const { ip } of passed) seen.passedLess(domain, ip, day, isOld)
      return without(place, ips, isOld)
    },
  }
}

function tableOf({ driver }: Pick<Connection, 'driver'>, memory: Memory, period: 'day' | 'month') {
  const key = keyOf(period)
  const table = `dmarc_${period}_sources`
  const at = key.map((column) => `${column} = ?`).join(' AND ')
  return {
    sums: createSums({ driver }, memory, { table, key, counts: COUNTS, seldom: SELDOM }),
    drop: driver.prepare<number[]>(`DELETE FROM ${table} WHERE ${at} AND messages = 0`),
  }
}
