import { join } from 'node:path'
import { SOURCE_GROUPS, SOURCE_ORDERS } from '../../src/store/aggregates.ts'
import {
  type AggregateQueries,
  aggregateQueries,
} from '../../src/store/sqlite/aggregates/dmarc/reads/queries.ts'
import { openReading } from '../../src/store/sqlite/readers/serve.ts'
import { statsOf, told } from '../harness/stats.ts'

const ROUNDS = 9
/** Rounds before, in which the program is still being compiled. */
const WARM = 15
const DAY_MS = 86_400_000
/** As `load` names the busiest. */
const BUSIEST = 'dom_0'
const MANY = Array.from({ length: 200 }, (_, rank) => `dom_${rank}`)
const SPANS = [30, 90, 366]
const PAGE = { limit: 50, offset: 0 }

/** Processor time of each query about the busiest domain of a filled store, up to its last day, as a reader thread runs it. */
export function benchQueries(data: string): void {
  if (data === '') throw new Error('Give the data folder that `load` filled.')
  const reading = openReading(join(data, 'mailgauge.db'), { check: () => {} })
  const queries = aggregateQueries(reading)
  const [last] = reading.driver.prepare<[], [number]>('SELECT max(day) FROM dmarc_days').raw().get() ?? []
  const to = last ?? Math.floor(Date.now() / DAY_MS)
  for (const days of SPANS)
    for (const [name, run] of asked(queries, { from: to - days + 1, to }))
      measure(`${name}, ${days} days`, run)
  reading.driver.close()
}

function measure(name: string, run: () => unknown): void {
  for (let round = 0; round < WARM; round += 1) run()
  const taken = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  const { median, low, high } = statsOf(taken)
  console.log(`${name.padEnd(50)} ${told(median)} ms (${told(low)} to ${told(high)})`)
}

function asked(queries: AggregateQueries, window: { from: number; to: number }): [string, () => unknown][] {
  const proven = { ...window, authenticated: true }
  const [reporter] = queries.sources(BUSIEST, window, {
    ...PAGE,
    groupBy: 'reporter',
    sort: 'messages',
  }).sources
  const all = queries.facts(BUSIEST, window, 5000).rows.toSorted((a, b) => b.messages - a.messages)
  const [ips, least] = [all.slice(0, 50).map(({ ip }) => ip), all.slice(-1).map(({ ip }) => ip)]
  return [
    ['summary', () => queries.summary(BUSIEST, window)],
    ['summary, authenticated', () => queries.summary(BUSIEST, proven)],
    ['reports', () => queries.reports(BUSIEST, window, PAGE)],
    ['reports, page 200', () => queries.reports(BUSIEST, window, { limit: 50, offset: 10_000 })],
    ['reports, failing, authenticated', () => queries.reports(BUSIEST, proven, { ...PAGE, result: 'fail' })],
    [
      'reports of a reporter',
      () => queries.reports(BUSIEST, window, { ...PAGE, reporter: reporter?.source.toLowerCase() ?? '' }),
    ],
    ...SOURCE_GROUPS.flatMap((groupBy) =>
      SOURCE_ORDERS.map((sort): [string, () => unknown] => [
        `sources by ${groupBy}, ${sort}`,
        () => queries.sources(BUSIEST, window, { ...PAGE, groupBy, sort }),
      ]),
    ),
    ['1,000 records', () => queries.records(BUSIEST, window, { limit: 1000 })],
    ['facts of 5,000 addresses', () => queries.facts(BUSIEST, window, 5000)],
    ['facts of 5,000 addresses, authenticated', () => queries.facts(BUSIEST, proven, 5000)],
    ['policies', () => queries.policies(BUSIEST, window)],
    ['days of 50 addresses', () => queries.sourceDays(BUSIEST, window, ips)],
    ['50 records of the least address', () => queries.recordsOf(BUSIEST, window, { ips: least, limit: 50 })],
    ['standings of 200 domains', () => queries.standings(MANY, window)],
    ['500 sources without names', () => queries.unnamed(BUSIEST, window, 500, new Date())],
  ]
}
