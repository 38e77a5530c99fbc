import type { SignedBy } from '../../../core/domain-health.ts'
import type { DueDomain, KeptSelector } from '../../../store/domain-health.ts'
import type { Store } from '../../../store/store.ts'
import type { InspectionSeats } from '../../inspections/seats.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import { changesSince } from './changes.ts'

export interface DnsLookingDeps {
  store: Pick<Store, 'domainHealth'>
  seats: Pick<InspectionSeats, 'inspect'>
  clock: Clock
  random: RandomBytes
  log: Log
  /** Milliseconds to wait where all seats are taken. */
  pause?: number
  /** Has it done on one host at a time. Absent: there is no other. */
  onOneHost?(work: () => Promise<void>): Promise<unknown>
}

/** Looks at the DNS of domains that are due, one after the other. */
export interface DnsLooking {
  /** Looks at all that are due; resolves when none is, or when it was stopped. */
  run(): Promise<void>
  /** The same, for nobody who waits: what keeps it from its end is logged, and its row is due still. */
  begin(): void
  /** Begins no further look, and keeps none that is under way. */
  stop(): void
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Daily looks at domains that were added together drift apart by up to so much a day. */
const SPREAD_MS = 30 * 60_000
const PAUSE_MS = 2_000
/** Selectors that are asked for: DKIM has room for so many beside the common ones. */
const MOST_SELECTORS = 12
/** A key by which nothing was signed for so long may have been given up. */
const IN_USE_MS = 30 * DAY_MS

export function createDnsLooking(deps: DnsLookingDeps): DnsLooking {
  const { store, seats, clock, random, log, pause = PAUSE_MS, onOneHost } = deps
  let running: Promise<void> | undefined
  let isStopped = false

  /** False: there is no seat now. */
  async function lookAt({ id, domain }: DueDomain): Promise<boolean> {
    const signedBy = signedByOf(await store.domainHealth.selectors(id), clock.now())
    const before = await store.domainHealth.read(id)
    const after = before?.look ? { lookedAt: before.look.at } : {}
    const found = await seats.inspect({ kind: 'domain', name: domain }, signedBy).catch(lost)
    if (found === 'no seat') return false
    // Its row is due still.
    if (isStopped) return true
    const at = clock.now()
    if ('stopped' in found) {
      log.warn({ domain, reason: found.stopped }, 'The DNS of a domain could not be looked at')
      await store.domainHealth.failed(id, at, new Date(at.getTime() + HOUR_MS), after)
      return true
    }
    const look = { at, ...found }
    const changes = changesSince(before?.look, before?.changes ?? [], look)
    const next = new Date(at.getTime() + DAY_MS + spread(random))
    await store.domainHealth.keep(id, look, changes, next, after)
    return true
  }

  async function lookAtAll(): Promise<void> {
    while (!isStopped) {
      const [next] = await store.domainHealth.due(clock.now(), 1)
      if (!next) return
      // Whoever waits for a message, or looks at a page, comes first.
      if (!(await lookAt(next))) await Bun.sleep(pause)
    }
  }

  async function lookHere(): Promise<void> {
    if (!onOneHost) return lookAtAll()
    // Most of the time nothing is due, and nothing has to be written to know it.
    if ((await store.domainHealth.due(clock.now(), 1)).length > 0) await onOneHost(lookAtAll)
  }

  const run = () => {
    running ??= lookHere().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    run,
    begin: () =>
      void run().catch((err) => log.error({ err }, 'Domains could not be looked at; it is tried again')),
    stop() {
      isStopped = true
    },
  }
}

const lost = (cause: unknown) => ({ stopped: cause instanceof Error ? cause.message : String(cause) })

/** Which selectors are asked for, and by which one mail is signed now. */
function signedByOf(seen: readonly KeptSelector[], now: Date): SignedBy {
  const [newest] = seen
  const isInUse = newest && now.getTime() - newest.lastSeen.getTime() < IN_USE_MS
  return {
    selectors: seen.slice(0, MOST_SELECTORS).map(({ selector }) => selector),
    ...(isInUse && { inUse: newest.selector }),
  }
}

function spread(random: RandomBytes): number {
  const [high = 0, low = 0] = random(2)
  return Math.floor((SPREAD_MS * (high * 256 + low)) / 65_536)
}
