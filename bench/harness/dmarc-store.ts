import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newEntry } from '../../src/core/domains/verification.ts'
import { incomingOf } from '../../src/store/keeping/dmarc/incoming.ts'
import { type Connection, openWriter } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../src/store/sqlite/writes.ts'
import { domainName, numbers, recordsOf, reportFor, zipf } from './dmarc-reports.ts'

export const BENCH_ACCOUNT = 'acc_dmarc'
const DAY_MS = 86_400_000
/** Reports of one transaction, when nothing is measured. */
const REPORTS_AT_ONCE = 5_000

/** Makes an account with verified domains, the busiest of rank 0, whose id is `dom_<rank>`. */
export function addDomains(
  { driver }: Connection,
  writes: ReturnType<typeof createWrites>,
  count: number,
): void {
  const at = new Date()
  const action = {
    actor: { kind: 'operator' },
    action: 'domain.added',
    accountId: BENCH_ACCOUNT,
    at,
  } as const
  driver.transaction(() => {
    writes.accounts.create({ id: BENCH_ACCOUNT, name: 'dmarc', plan: 'default', createdAt: at }, undefined)
    for (let rank = 0; rank < count; rank += 1) {
      const entry = newEntry({
        id: `dom_${rank}`,
        accountId: BENCH_ACCOUNT,
        domain: domainName(rank),
        token: `token${rank}`,
        createdAt: at,
      })
      const entries = { verified: action, unverified: action }
      writes.domains.add(entry, { verified: count + 1, unverified: count + 1 }, action)
      writes.domains.looked(entry.id, { state: 'found', at }, { verified: count + 1, later: 0, entries })
    }
  })()
}

/** What a store is filled with. */
export interface DmarcFilling {
  records: number
  domains: number
  days: number
}

/** Fills the database of a data folder quickly: nothing waits for the disk. Days go up to yesterday. */
export function fillReports(
  data: string,
  { records, domains, days }: DmarcFilling,
  told: (entered: number) => void,
): { reports: number } {
  mkdirSync(data, { recursive: true })
  const connection = openWriter(join(data, 'mailgauge.db'))
  const { driver } = connection
  migrate(driver, true)
  driver.pragma('synchronous = OFF')
  driver.pragma('cache_size = -512000')
  const writes = createWrites(connection)
  addDomains(connection, writes, domains)
  const random = numbers(14)
  const rankOf = zipf(domains)
  const last = Math.floor(Date.now() / DAY_MS) - 1
  let [entered, reports] = [0, 0]
  while (entered < records) {
    driver.exec('BEGIN IMMEDIATE')
    for (let one = 0; one < REPORTS_AT_ONCE && entered < records; one += 1) {
      const day = last - days + 1 + Math.floor((entered / records) * days)
      const size = recordsOf(random)
      const aggregate = reportFor(random, rankOf(random), day, size)
      const incoming = incomingOf({
        uid: `dmr_${reports}`,
        accountId: BENCH_ACCOUNT,
        fileId: `bench.${reports}`,
        receivedAt: new Date((day + 1) * DAY_MS + reports),
        authenticated: random.next() < 0.95,
        aggregate,
      })
      for (const [piece, bytes] of aggregate.pieces.entries())
        writes.dmarc.put([{ incoming, piece, bytes }], Date.now())
      entered += size
      reports += 1
    }
    while (!writes.dmarc.count().isAll);
    driver.exec('COMMIT')
    driver.pragma('wal_checkpoint(PASSIVE)')
    told(entered)
  }
  driver.pragma('wal_checkpoint(TRUNCATE)')
  driver.close()
  return { reports }
}
