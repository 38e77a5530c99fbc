import { expect, test } from 'bun:test'
import { DISPOSITIONS, dayOfReport } from '../../../src/core/aggregate/report.ts'
import { aggregateOf } from '../../../src/services/samples/dmarc-year/aggregate.ts'
import { DEMO_LIFE, demoScenario } from '../../../src/services/samples/dmarc-year/demo.ts'
import { reportsOf, type SampleReport } from '../../../src/services/samples/dmarc-year/year.ts'
import { reportOf, wholeReport } from '../../support/aggregate/reading.ts'
import { asWritten } from '../../support/dmarc-year.ts'

const FIRST = 20_400
const DAYS = { first: FIRST, from: FIRST, to: FIRST + 364 }
const year = [...reportsOf(demoScenario(), DAYS)]
const rows = year.flatMap((report) => report.records.map((record) => ({ report, record })))

const sumOf = (some: readonly { record: { count: number } }[]) =>
  some.reduce((sum, { record }) => sum + record.count, 0)
const dayIn = (report: SampleReport) => dayOfReport(report) - FIRST
const of = (sender: string) => rows.filter(({ record }) => record.sender === sender)
const passes = ({ record }: (typeof rows)[number]) => record.dkim || record.spf

test('a year is the same whenever it is made, and any part of it is the same as in the whole', () => {
  expect([...reportsOf(demoScenario(), DAYS)]).toEqual(year)
  const part = [...reportsOf(demoScenario(), { ...DAYS, from: FIRST + 100, to: FIRST + 109 })]
  expect(part).toEqual(year.filter((report) => dayIn(report) >= 100 && dayIn(report) < 110))
  expect(part.length).toBeGreaterThan(60)
})

test('another seed is another year of the same size', () => {
  const other = [...reportsOf({ ...demoScenario(), seed: 8 }, DAYS)]
  expect(other.map(({ reportId }) => reportId)).not.toEqual(year.map(({ reportId }) => reportId))
  const messages = other.flatMap(({ records }) => records.map((record) => ({ record })))
  expect(Math.abs(sumOf(messages) / sumOf(rows) - 1)).toBeLessThan(0.03)
})

test('every report counts for the day that it is about, whatever its reporter means by a day', () => {
  for (let day = 0; day < 365; day += 1)
    expect(year.filter((report) => dayIn(report) === day).length).toBeGreaterThanOrEqual(4)
  expect(new Set(year.map(({ begin }) => begin % 86_400)).size).toBe(3)
  expect(new Set(year.map(({ end, begin }) => end - begin))).toEqual(new Set([86_399, 86_400]))
  for (const { end, receivedAt } of year) expect(receivedAt.getTime()).toBeGreaterThan(end * 1000)
})

test('no two reports have the same key', () => {
  const keys = year.map(({ receiver, reportId, begin, end }) =>
    [receiver.orgName, reportId, begin, end].join(),
  )
  expect(new Set(keys).size).toBe(year.length)
})

test('a key is lost and found again, and a service begins, on their days', () => {
  const failing = of('newsletter').filter(
    (row) => !passes(row) && row.record.signatures[0]?.result === 'permerror',
  )
  const days = failing.map(({ report }) => dayIn(report))
  expect([Math.min(...days), Math.max(...days)]).toEqual([DEMO_LIFE.keyLost, DEMO_LIFE.keyBack - 1])
  const within = of('newsletter').filter(
    ({ report }) => dayIn(report) >= DEMO_LIFE.keyLost && dayIn(report) < DEMO_LIFE.keyBack,
  )
  expect(within.filter(passes)).toEqual([])
  expect(Math.min(...of('shop').map(({ report }) => dayIn(report)))).toBe(DEMO_LIFE.newService)
})

test('what a receiver did follows from the policy of the day and its habits', () => {
  const done = (from: number, to: number, sender: string) =>
    new Set(
      of(sender)
        .filter(({ report }) => dayIn(report) >= from && dayIn(report) < to)
        .map(({ record }) => record.disposition),
    )
  expect(done(0, DEMO_LIFE.sampled, 'abuse')).toEqual(new Set(['none']))
  expect(done(DEMO_LIFE.sampled, DEMO_LIFE.quarantine, 'abuse')).toEqual(new Set(['none', 'quarantine']))
  expect(done(DEMO_LIFE.quarantine, DEMO_LIFE.reject, 'abuse')).toEqual(new Set(['quarantine']))
  expect(done(DEMO_LIFE.reject, 365, 'abuse')).toEqual(new Set(['reject']))
  expect(done(DEMO_LIFE.reject, 365, 'office')).toEqual(new Set(['none', 'pass']))
  expect(done(DEMO_LIFE.reject, 365, 'list')).toEqual(new Set(['none', 'reject']))
  expect(new Set(of('list').flatMap(({ record }) => record.reasons.map(({ type }) => type)))).toEqual(
    new Set(['local_policy', 'mailing_list', 'sampled_out']),
  )
})

test('weekends are quiet, and the year grows', () => {
  const on = (isWanted: (day: number) => boolean) =>
    sumOf(of('office').filter(({ report }) => isWanted(dayIn(report))))
  const weekend = (day: number) => [0, 6].includes(new Date((FIRST + day) * 86_400_000).getUTCDay())
  expect(on(weekend) / on((day) => !weekend(day))).toBeLessThan(0.15)
  expect(on((day) => day >= 335) / on((day) => day < 30)).toBeGreaterThan(1.2)
})

test('the addresses are those that nobody has', () => {
  const ips = new Set(rows.map(({ record }) => record.ip))
  expect(ips.size).toBeGreaterThan(200)
  for (const ip of ips) expect(ip).toMatch(/^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8:/)
})

test('what goes into the store is what the reader makes of the same report as XML', async () => {
  for (const report of year.filter((_, at) => at % 97 === 0)) {
    const { head, records } = wholeReport({ kind: 'aggregate', aggregate: aggregateOf(report) })
    const read = await reportOf(asWritten(report))
    expect({ ...read.head, contentHash: '' }).toEqual({ ...head, contentHash: '' })
    expect(read.records).toEqual(records)
    expect(head.records).toBe(records.length)
    for (const { disposition } of records) expect(DISPOSITIONS).toContain(disposition)
  }
})
