import type { ChangeFeed } from '../hosts/changes.ts'
import type { Contracts } from '../hosts/contracts.ts'
import type { HostStore } from '../hosts/hosts.ts'
import type { LimitStore } from '../hosts/limits.ts'
import type { Store } from '../store.ts'
import { allParts } from './all-parts.ts'
import { startAnnouncing } from './announcing.ts'
import { startClock } from './clock.ts'
import { healthPart } from './health.ts'
import { hostPart } from './hosts.ts'
import { leasePart } from './leases.ts'
import { limitPart } from './limits.ts'
import { bringUpToDate } from './migrating/up-to-date.ts'
import type { PostgresOptions } from './options.ts'
import { setBack } from './set-back.ts'
import { createDb } from './sql/db.ts'
import { plain, sql } from './sql/statement.ts'
import { connect } from './wire/connection.ts'
import { startLooking } from './wire/look.ts'
import { createWire } from './wire/wire.ts'

/** A store that several hosts share. */
export interface SharedStore extends Store {
  readonly hosts: HostStore
  readonly limits: LimitStore
  readonly changes: ChangeFeed
  readonly contracts: Contracts
  /** The database's time, by which all hosts go. */
  now(): Date
}

const CONNECTIONS = 12

/** Opens the store over PostgreSQL. Rejects with StoreRefused, or DatabaseSilent where it is not reached. */
export async function openPostgres(options: PostgresOptions): Promise<SharedStore> {
  const { address, direct = address, clock, host = 'local' } = options
  const program = `mailgauge/${host}`
  const contracts = await migrated(options)
  const wire = createWire({ address, program, connections: options.connections ?? CONNECTIONS })
  const db = createDb(wire, () => (clock ? sql`${clock.now().getTime()}::bigint` : plain('mailgauge_now()')))
  const own = clock ? undefined : startClock(db)
  await own?.compare()
  const now = () => (clock ?? own)?.now() ?? new Date()
  const look = startLooking({ wire, open: () => connect({ address, program, statementMs: 0 }) })
  const announcing = startAnnouncing({
    db,
    address: direct,
    program,
    beatMs: options.beatMs,
    deaf: options.deaf,
  })
  return {
    ...allParts(db, { now, ...(options.reportFiles && { reportFiles: options.reportFiles }) }),
    leases: leasePart(db),
    hosts: hostPart(db),
    limits: limitPart(db),
    changes: announcing.feed,
    contracts,
    now,
    ...healthPart(db, wire),
    clockSetBack: () => setBack(db),
    async close() {
      own?.end()
      look.end()
      await announcing.end()
      await wire.close()
    },
  }
}

/** Brings the database up to date, but for what has to wait. */
async function migrated(options: PostgresOptions): Promise<Contracts> {
  let sentence = await bringUpToDate(options)
  if (sentence !== undefined) options.told?.(sentence)
  return {
    waitsFor: () => sentence,
    async tryAgain() {
      sentence = await bringUpToDate({ ...options, migrate: true, hasWatched: true })
      return sentence
    },
  }
}
