import type { AnonymousShares } from '../../core/space.ts'
import type { Store } from '../../store/store.ts'
import type { HeldTests } from '../../store/usage.ts'
import type { Clock } from '../ports.ts'
import type { Space } from '../readiness.ts'

export interface StorageDeps {
  store: Pick<Store, 'usage' | 'bytes' | 'reportMail'>
  /** Absent: the database is on no disk of this host. */
  space?: Space
  clock: Clock
  bounds: {
    /** `store.max_bytes`. Absent: as much as the disk gives. */
    storeBytes?: number
    /** `store.min_free`. */
    minFree: number
    anonymous: AnonymousShares
  }
}

/** What the store holds, and for whom. */
export interface StorageState {
  /** When it was added up. */
  at: Date
  /** In use on disk. */
  bytes: number
  /** Free on the disk. Absent: it could not be found out. */
  free?: number
  /** The disk is that of a database server, which is not seen from here. */
  isElsewhere?: true
  bounds: StorageDeps['bounds']
  /** By account, the largest first. */
  accounts: (HeldTests & { accountId: string })[]
  /** Tests without an account. */
  anonymous: HeldTests
  /** Mail to postmaster and abuse. */
  roleMailBytes: number
  /** Mail to reports addresses that waits to be read, and the files that came in such mail. */
  reports: { waiting: number; files: number }
}

export interface Storage {
  /** At most a minute old. */
  look(): Promise<StorageState>
}

const KEPT_MS = 60_000
/** Tests that are added up at a time; requests are answered in between. */
const SLICE = 5000

/** Adds up what tests hold, in pieces, for whoever administers the instance. */
export function createStorage(deps: StorageDeps): Storage {
  let last: { at: number; state: Promise<StorageState> } | undefined
  return {
    look() {
      const now = deps.clock.now().getTime()
      if (!last || Math.abs(now - last.at) >= KEPT_MS) {
        const state = addUp(deps)
        last = { at: now, state }
        state.catch(() => {
          last = undefined
        })
      }
      return last.state
    },
  }
}

async function addUp({ store, space, clock, bounds }: StorageDeps): Promise<StorageState> {
  const owners = new Map<string | undefined, HeldTests>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const slice: Awaited<ReturnType<Store['usage']['held']>> = await store.usage.held(after, SLICE)
    for (const one of slice.owners) add(owners, one)
    after = slice.next
    await new Promise((resolve) => setImmediate(resolve))
  }
  const free = await space?.free().catch(() => undefined)
  const accounts = [...owners.values()].flatMap(({ accountId, ...held }) =>
    accountId === undefined ? [] : [{ accountId, ...held }],
  )
  return {
    at: clock.now(),
    bytes: await store.bytes(),
    ...(free !== undefined && { free }),
    ...(!space && { isElsewhere: true as const }),
    bounds,
    accounts: accounts.toSorted((a, b) => b.bytes - a.bytes),
    anonymous: owners.get(undefined) ?? { tests: 0, messages: 0, bytes: 0 },
    roleMailBytes: await store.usage.roleMailBytes(),
    reports: await store.reportMail.bytes(),
  }
}

function add(owners: Map<string | undefined, HeldTests>, one: HeldTests): void {
  const before = owners.get(one.accountId)
  owners.set(one.accountId, {
    ...one,
    tests: one.tests + (before?.tests ?? 0),
    messages: one.messages + (before?.messages ?? 0),
    bytes: one.bytes + (before?.bytes ?? 0),
  })
}
