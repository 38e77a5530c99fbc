import { once } from '../../../core/making/once.ts'
import type { LeaseStore } from '../../claims.ts'
import type { UsageStore } from '../../usage.ts'
import type { Connection } from '../connection.ts'
import { usageReads } from '../test-reads/usage.ts'
import type { WriterClient } from '../writer-client.ts'

/** Who works on what. */
export function leaseParts(write: WriterClient['write'], clock: { now(): Date }): LeaseStore {
  return {
    take: (name, holder, leaseMs) => write('leases.take', name, holder, leaseMs, clock.now()),
    release: (name, holder) => write('leases.release', name, holder),
    releaseOf: (host, present = '') => write('leases.releaseOf', host, present),
  }
}

/** What is held of whom. */
export function usageParts(reader: Connection): UsageStore {
  const usage = once(() => usageReads(reader))
  return {
    backlog: async () => usage().backlog(),
    queue: async () => usage().queue(),
    held: async (after, limit) => usage().held(after, limit),
    roleMailBytes: async () => usage().roleMailBytes(),
  }
}
