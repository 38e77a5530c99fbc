import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportUidFrom } from '../../src/core/aggregate/report-uid.ts'
import type { NewAggregate } from '../../src/store/aggregates.ts'
import { openWriter } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createWrites } from '../../src/store/sqlite/writes.ts'
import { numbers, recordsOf, reportFor, zipf } from '../harness/dmarc-reports.ts'
import { addDomains, BENCH_ACCOUNT } from '../harness/dmarc-store.ts'

const DOMAINS = 500
const LARGE = 100_000
const MS = 1000

const threads = () => readdirSync('/proc/self/task')

/** Microseconds of processor time. */
const timeOf = (thread: string) =>
  Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000

/** Commits reports through the store as the service does, durably: days of small ones at once, then some large ones. Sources come again from day to
 * day, so the first day, of which all are new, is told by itself. */
export async function benchStore(records: number, days: number, atOnce: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'mailgauge-bench-dmarc-'))
  const connection = openWriter(join(data, 'mailgauge.db'))
  migrate(connection.driver, true)
  addDomains(connection, createWrites(connection), DOMAINS)
  connection.driver.close()
  const others = new Set(threads())
  const store = await openStore({ directory: data, migrate: true })
  const [writerThread = ''] = threads().filter((thread) => !others.has(thread))
  const writerTime = () => timeOf(writerThread)
  const random = numbers(14)
  const rankOf = zipf(DOMAINS)
  const today = Math.floor(Date.now() / 86_400_000) - 1

  async function measured(what: string, reports: NewAggregate[], lanes: number): Promise<void> {
    const count = reports.reduce((sum, { aggregate }) => sum + aggregate.head.records, 0)
    const [began, cpu, writer] = [performance.now(), process.cpuUsage(), writerTime()]
    let next = 0
    const lane = async () => {
      for (let at = next++; at < reports.length; at = next++) {
        const report = reports[at]
        if (report) await store.aggregates.put(report)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const told = () => {
      const { user, system } = process.cpuUsage(cpu)
      const each = (microseconds: number) => (microseconds / count).toFixed(1)
      const rate = Math.round(count / ((performance.now() - began) / MS))
      return `${rate} a second; processor time a record: ${each(writerTime() - writer)} µs of the writer, ${each(user + system)} in all`
    }
    const kept = told()
    // Whoever asks has everything counted first.
    await store.aggregates.reported(0, 1)
    console.log(`${what}: ${count} records in ${reports.length} reports`)
    console.log(`  kept: ${kept}`)
    console.log(`  kept and counted: ${told()}`)
  }

  const newReport = (rank: number, day: number, size: number): NewAggregate => ({
    aggregate: reportFor(random, rank, day, size),
    accountId: BENCH_ACCOUNT,
    fileId: crypto.randomUUID(),
    uid: reportUidFrom((length) => crypto.getRandomValues(new Uint8Array(length)), new Date()),
    receivedAt: new Date(),
    authenticated: random.next() < 0.95,
  })

  for (let day = 0; day < days; day += 1) {
    const reports: NewAggregate[] = []
    for (let left = records / days; left > 0; ) {
      const size = recordsOf(random)
      reports.push(newReport(rankOf(random), today - days + day, size))
      left -= size
    }
    await measured(`day ${day + 1}`, reports, atOnce)
  }
  const large = [0, 1, 2].map((rank) => newReport(rank, today, LARGE))
  await measured('large reports, one after the other', large.slice(0, 2), 1)
  await measured('the same again, which is a duplicate', large.slice(0, 2), 1)
  await store.close()
  rmSync(data, { recursive: true })
}
