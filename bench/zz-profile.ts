import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWriter } from '../src/store/sqlite/connection.ts'
import { incomingOf } from '../src/store/sqlite/aggregates/dmarc/reports.ts'
import { migrate } from '../src/store/sqlite/migrations.ts'
import { createWrites } from '../src/store/sqlite/writes.ts'
import { numbers, recordsOf, reportFor, zipf } from './harness/dmarc-reports.ts'
import { addDomains, BENCH_ACCOUNT } from './harness/dmarc-store.ts'
const data = mkdtempSync(join(tmpdir(), 'mg-prof-'))
const c = openWriter(join(data, 'mailgauge.db')); migrate(c.driver, true)
c.driver.pragma('synchronous = NORMAL')
const w: any = createWrites(c); addDomains(c, w, 500)
const random = numbers(14), rankOf = zipf(500)
const today = Math.floor(Date.now() / 86400000) - 1
const total = Number(process.argv[2] ?? 50000), days = Number(process.argv[3] ?? 3), BYTES = Number(process.argv[4] ?? 131072), fixed = Number(process.argv[5] ?? 0)
const cost = (b: Uint8Array) => b.length + (w.dmarc.count ? 300 : 0)
for (let d = 0; d < days; d++) {
  const calls: any[] = []; let n = 0
  while (n < total) {
    const size = fixed || recordsOf(random); n += size
    const aggregate = reportFor(random, rankOf(random), today - days + d, size)
    const incoming = incomingOf({ uid: `dmr_${crypto.randomUUID()}`, accountId: BENCH_ACCOUNT, fileId: crypto.randomUUID(), receivedAt: new Date(), authenticated: random.next() < 0.95, aggregate })
    aggregate.pieces.forEach((bytes, piece) => calls.push({ incoming, piece, bytes }))
  }
  Bun.gc(true)
  let cpu = process.cpuUsage(); let writes = 0; let longest = 0
  for (let at = 0; at < calls.length;) {
    let bytes = 0; const some: any[] = []
    while (at < calls.length && (some.length === 0 || bytes + cost(calls[at].bytes) <= BYTES)) { bytes += cost(calls[at].bytes); some.push(calls[at++]) }
    const t = process.cpuUsage()
    c.driver.exec('BEGIN IMMEDIATE'); w.dmarc.put(some, Date.now()); c.driver.exec('COMMIT'); writes++
    const x = process.cpuUsage(t); longest = Math.max(longest, x.user + x.system)
    const [l] = c.driver.pragma('wal_checkpoint(NOOP)') as any
    if (l.log - l.checkpointed >= 1000) c.driver.pragma('wal_checkpoint(PASSIVE)')
  }
  let x = process.cpuUsage(cpu); const f = (v: number) => (v / n).toFixed(2)
  console.log(`day ${d} ${calls.length} reports ${n} records, ${writes} writes: put ${f(x.user)} + ${f(x.system)}; longest ${longest / 1000} ms`)
  if (w.dmarc.count) {
    cpu = process.cpuUsage(); writes = 0; longest = 0
    for (;;) { const t = process.cpuUsage(); c.driver.exec('BEGIN IMMEDIATE'); const done = w.dmarc.count(); c.driver.exec('COMMIT'); writes++
      const x = process.cpuUsage(t); longest = Math.max(longest, x.user + x.system)
      const [l] = c.driver.pragma('wal_checkpoint(NOOP)') as any
      if (l.log - l.checkpointed >= 1000) c.driver.pragma('wal_checkpoint(PASSIVE)')
      if (done) break }
    x = process.cpuUsage(cpu)
    console.log(`   count ${f(x.user)} + ${f(x.system)} in ${writes} writes; longest ${longest / 1000} ms`)
  }
}
c.driver.pragma('wal_checkpoint(TRUNCATE)')
console.log('size', statSync(join(data, 'mailgauge.db')).size)
if (process.argv[6]) console.log(c.driver.prepare("SELECT name, sum(pgsize) AS b FROM dbstat GROUP BY name HAVING b > 100000 ORDER BY b DESC").all())
c.driver.close(); rmSync(data, { recursive: true })
