import { SOURCE_GROUPS } from '../../src/services/aggregates/aggregates.ts'
import { createExports, type ExportFile } from '../../src/services/aggregates/export/exports.ts'
import { createAggregates } from '../../src/services/aggregates/read-aggregates.ts'
import { dayNumberOf } from '../../src/services/aggregates/window.ts'
import { createSenderDomains } from '../../src/services/domains/sender-domains.ts'
import { createTlsReports } from '../../src/services/tls-reports/tls-reports.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { BENCH_ACCOUNT } from '../harness/dmarc-store.ts'

const MB = 1e6
const ACTOR = { kind: 'operator', accountId: BENCH_ACCOUNT } as const
/** Pages until which memory settles. */
const WARM_PAGES = 100

/** Writes exports of the busiest domain to nowhere, and tells how fast, by how much processor time, and in how much memory. */
export async function benchExport(data: string, days: number): Promise<void> {
  const store = await openStore({ directory: data, migrate: false })
  const domains = createSenderDomains(store)
  const tlsReports = createTlsReports({ store, domains })
  const exports = createExports({ aggregates: createAggregates({ store, domains }), tlsReports, domains })
  const to = dayNumberOf(new Date())
  const window = { from: to - days + 1, to }
  for (const format of ['csv', 'json'] as const) {
    const file = await exports.records(ACTOR, 'dom_0', window, format)
    if (!file.ok) throw new Error(file.refusal.kind)
    await tell(`records as ${format}`, file.value, format === 'csv' ? '\r\n' : '"count":')
  }
  for (const groupBy of SOURCE_GROUPS) {
    const file = await exports.sources(ACTOR, 'dom_0', window, { groupBy, sort: 'messages' })
    if (!file.ok) throw new Error(file.refusal.kind)
    await tell(`sources by ${groupBy}`, file.value, '\r\n')
  }
  await store.close()
}

async function tell(what: string, { parts }: ExportFile, mark: string): Promise<void> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  let [rows, octets, pages, warm, most] = [0, 0, 0, 0, 0]
  for await (const part of parts) {
    rows += part.split(mark).length - 1
    octets += Buffer.byteLength(part)
    pages += 1
    const used = process.memoryUsage().rss
    if (pages === WARM_PAGES) warm = used
    most = Math.max(most, used)
  }
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const memory = warm > 0 ? `, ${Math.round(warm / MB)} MB behind ${WARM_PAGES} pages` : ''
  console.log(
    `${what}: ${rows} rows, ${Math.round(octets / MB)} MB in ${seconds.toFixed(2)} s, ${Math.round(rows / seconds)} rows/s, ` +
      `${((user + system) / rows).toFixed(1)} µs of processor time a row; memory ${Math.round(most / MB)} MB at most${memory}`,
  )
}
