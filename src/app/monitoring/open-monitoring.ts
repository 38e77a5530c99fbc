import { stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { createMetricsServer } from '../../http/metrics/metrics-server.ts'
import type { AnalysisPool } from '../../jobs/analysis-pool.ts'
import { memoryGroup } from '../../jobs/cgroup.ts'
import type { Backups } from '../../services/backups/backups.ts'
import type { BlocklistHealth } from '../../services/blocklist-health.ts'
import { CONTENT_TYPE, createExposition } from '../../services/metrics/exposition.ts'
import type { OnDisk } from '../../services/metrics/families/storage.ts'
import type { Later, Shared } from '../parts.ts'
import { followEventLoop, processesTake } from './processes.ts'

interface Parts {
  pool: Pick<AnalysisPool, 'taken'>
  health: Pick<BlocklistHealth, 'states'>
  backups: Pick<Backups, 'latest' | 'state' | 'setting'>
}

/** The listener for /metrics, and what is looked at for a scrape. Gives where it listens; nowhere, unless the config says so. */
export function openMonitoring(
  config: Pick<Config, 'metrics' | 'store'>,
  shared: Pick<Shared, 'meters' | 'store' | 'readiness' | 'liveness' | 'clock' | 'log'>,
  { pool, health, backups }: Parts,
  later: Later,
): string[] {
  const { listen, token } = config.metrics
  if (listen.length === 0) return []
  const { meters, store, readiness, liveness, clock, log } = shared
  const { directory } = config.store
  meters.process.startedAt(new Date(clock.now().getTime() - process.uptime() * 1000))
  const memory = Math.min(totalmem(), memoryGroup().limitBytes())
  meters.process.follow(() => processesTake(meters.analysis.taken(pool.taken()), memory))
  later(followEventLoop(meters.process.late))
  meters.storage.followReadiness(readiness.reasons, liveness.isAlive)
  const isShared = config.store.url !== undefined
  meters.storage.followDisk(
    async () => (isShared ? { database: await store.bytes() } : onDisk(directory)),
    () => (isShared ? undefined : config.store.minFree),
  )
  meters.backlog.follow(store.usage.backlog, clock.now)
  meters.blocklists.follow(health)
  meters.monitors.follow(store.monitors, clock.now)
  meters.deliveries.follow(store, clock.now)
  meters.upkeep.followBackups(backups)
  const server = createMetricsServer({
    listen,
    ...(token !== undefined && { token }),
    contentType: CONTENT_TYPE,
    scrape: createExposition(meters.registry, () => performance.now()),
    failed: (cause) => log.error({ err: cause }, 'The metrics could not be read'),
  })
  const addresses = server.start().map(formatListen)
  later(() => server.stop())
  return addresses
}

async function onDisk(directory: string): Promise<OnDisk> {
  const { bavail, blocks, bsize } = await statfs(directory)
  const [database, wal] = await Promise.all(['mailgauge.db', 'mailgauge.db-wal'].map(sizeIn(directory)))
  return {
    free: bavail * bsize,
    size: blocks * bsize,
    ...(database !== undefined && { database }),
    ...(wal !== undefined && { wal }),
  }
}

const sizeIn = (directory: string) => async (name: string) => {
  const found = await stat(`${directory}/${name}`).catch(() => undefined)
  return found?.size
}
