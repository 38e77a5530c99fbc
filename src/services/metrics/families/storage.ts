import { type NotReady, OBSTACLE_WORDS } from '../../readiness.ts'
import type { Registry } from '../registry.ts'

const REASONS = Object.keys(OBSTACLE_WORDS)

/** What is on the disk, in bytes. Absent: it is not there, or not known. */
export interface OnDisk {
  database?: number
  wal?: number
  /** Free for this user on the disk. */
  free?: number
  /** Of the whole disk. */
  size?: number
}

/** What is not known has no series. */
function known<V extends string[]>(
  gauge: { set(to: number, ...values: V): void },
  to: number | undefined,
  ...values: V
): void {
  if (to !== undefined) gauge.set(to, ...values)
}

/** The disk, and whether mail can be taken. */
export function storageMeter(registry: Registry) {
  const ready = registry.gauge({
    name: 'ready',
    help: 'Whether mail can be taken, as /readyz tells it: 1 yes, 0 no.',
  })
  const reasons = registry.gauge({
    name: 'not_ready_reason',
    help: 'Why mail cannot be taken: 1 for each reason that holds, 0 for all others.',
    labels: { reason: REASONS },
  })
  const alive = registry.gauge({
    name: 'alive',
    help: 'Whether the process works, as /livez tells it: 1 yes, 0 no.',
  })
  const files = registry.gauge({
    name: 'database_bytes',
    help: 'Size of the database file and of its write-ahead log; of a PostgreSQL database its size, which hosts that share it say alike.',
    labels: { file: ['database', 'wal'] },
  })
  const free = registry.gauge({
    name: 'disk_free_bytes',
    help: 'Bytes that are free for the service on the disk of store.directory. Absent where the database is elsewhere.',
  })
  const size = registry.gauge({ name: 'disk_size_bytes', help: 'Size of the disk of store.directory.' })
  const reserved = registry.gauge({
    name: 'disk_reserved_bytes',
    help: 'Free space that is kept (store.min_free): below it no mail is taken.',
  })

  return {
    followReadiness(reasonsNow: () => Promise<NotReady[]>, isAlive: () => boolean): void {
      registry.collect('readiness', async () => {
        alive.set(isAlive() ? 1 : 0)
        const now: readonly string[] = await reasonsNow()
        ready.set(now.length === 0 ? 1 : 0)
        for (const reason of REASONS) reasons.set(now.includes(reason) ? 1 : 0, reason)
      })
    },
    /** `minFree`: undefined where the database is on no disk of this host. */
    followDisk(look: () => Promise<OnDisk>, minFree: () => number | undefined): void {
      registry.collect('disk', async () => {
        for (const gauge of [files, free, size, reserved]) gauge.clear()
        const kept = minFree()
        known(reserved, kept)
        const now = await look()
        known(files, now.database, 'database')
        known(files, now.wal, 'wal')
        known(free, now.free)
        known(size, now.size)
      })
    },
  }
}
