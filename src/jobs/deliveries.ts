import type { Clock, Log } from '../services/ports.ts'
import type { Store } from '../store/store.ts'
import type { ClaimedDelivery, DeliveryClaim } from '../store/watching/deliveries.ts'
import { createRest } from './rest.ts'

export interface DeliveringDeps {
  store: { deliveries: Pick<Store['deliveries'], 'claim' | 'renew' | 'giveBack' | 'releaseOf' | 'nextDue'> }
  /** Makes deliveries of what happened. */
  spread(isOver: () => boolean): Promise<unknown>
  /** Makes one attempt, and keeps what came of it. */
  attempt(claimed: ClaimedDelivery): Promise<'settled' | 'lost' | 'given_back'>
  /** Where this is, and this start of it: who claims. */
  holder: { host: string; start: string }
  clock: Clock
  log: Log
  /** How many are sent at once. */
  places?: number
  /** Milliseconds between two looks though nobody poked. */
  lookEveryMs?: number
  /** Milliseconds of the first rest when nothing can be stored. */
  restMs?: number
}

export interface Delivering {
  start(): void
  /** Something may be due now. */
  poke(): void
  /** The disk takes writes: what rested because it did not is tried again. */
  storeWorks(): void
  /** Begins nothing more and resolves when what runs has ended, or the time is up: then it is given back, and says how much. */
  stop(graceMs: number): Promise<number>
}

export const PLACES = 64
/** One endpoint is never sent more at a time. */
export const PER_DESTINATION = 2
const CLAIMED_AT_ONCE = 16
const LOOK_EVERY_MS = 1_000
const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000
/** Claims of a worker elsewhere that ended without a word are looked for this often. */
const CLAIM_EVERY_MS = 20_000

/** Sends what is due, a bounded number at once. The rows are the queue: a restart loses nothing. */
export function createDelivering(deps: DeliveringDeps): Delivering {
  const { clock, log, places = PLACES, lookEveryMs = LOOK_EVERY_MS } = deps
  const { deliveries } = deps.store
  const holder = `${deps.holder.host}/${deps.holder.start}`
  const running = new Map<string, { claim: DeliveryClaim; done: Promise<void> }>()
  const rest = createRest(() => look(), deps.restMs)
  const timers: ReturnType<typeof setInterval>[] = []
  let open = false
  let looking: Promise<void> | undefined
  let again = false
  let claimedAt = Number.NEGATIVE_INFINITY

  const mayLook = () => open && rest.state() !== 'resting'

  function look(): void {
    again = true
    looking ??= lookAll().finally(looked)
  }

  function looked(): void {
    looking = undefined
    if (again && mayLook()) look()
  }

  async function lookAll(): Promise<void> {
    while (again && mayLook()) {
      again = false
      try {
        await deps.spread(() => !open)
        await fill()
      } catch (cause) {
        rested({ err: cause }, 'Deliveries could not be read or kept')
      }
    }
  }

  async function fill(): Promise<void> {
    for (let limit = room(); limit > 0 && (await isWorthIt()); limit = room()) {
      claimedAt = performance.now()
      const claims = { holder, leaseMs: LEASE_MS, limit, places, perDestination: PER_DESTINATION }
      const claimed = await deliveries.claim(claims)
      for (const one of claimed) await beginOrGiveBack(one)
      if (claimed.length < limit) return
    }
  }

  /** How many more may be begun at once. */
  function room(): number {
    const free = (rest.state() === 'trying' ? 1 : places) - running.size
    return open ? Math.min(free, CLAIMED_AT_ONCE) : 0
  }

  async function beginOrGiveBack(claimed: ClaimedDelivery): Promise<void> {
    if (open) begin(claimed)
    else await deliveries.giveBack(claimed)
  }

  /** A claim is a write: it is made where something is due, and now and then. */
  async function isWorthIt(): Promise<boolean> {
    if (performance.now() - claimedAt >= CLAIM_EVERY_MS) return true
    const next = await deliveries.nextDue()
    return next !== undefined && next.getTime() <= clock.now().getTime()
  }

  function begin(claimed: ClaimedDelivery): void {
    const { id, holder: by, number } = claimed
    const key = `${id} ${number}`
    const done = work(claimed).finally(() => {
      running.delete(key)
      look()
    })
    running.set(key, { claim: { id, holder: by, number }, done })
  }

  async function work(claimed: ClaimedDelivery): Promise<void> {
    try {
      const outcome = await deps.attempt(claimed)
      if (outcome === 'lost')
        log.warn({ delivery: claimed.id }, 'The claim on a delivery was lost while it was sent')
      else if (rest.over()) log.info({}, 'Deliveries can be kept again')
    } catch (cause) {
      // It stays claimed until its claim runs out: sent again at once it would come twice for certain.
      if (open) rested({ err: cause, delivery: claimed.id }, 'What became of a delivery could not be kept')
    }
  }

  function rested(facts: Record<string, unknown>, sentence: string): void {
    rest.begin()
    log.error(facts, `${sentence}; deliveries rest and are tried again`)
  }

  async function renew(): Promise<void> {
    const claims = [...running.values()].map(({ claim }) => claim)
    if (claims.length > 0) await deliveries.renew(claims, LEASE_MS)
  }

  return {
    start() {
      open = true
      const renewing = () =>
        renew().catch((cause) => log.error({ err: cause }, 'Claims on deliveries could not be renewed'))
      timers.push(setInterval(look, lookEveryMs), setInterval(renewing, RENEW_EVERY_MS))
      again = true
      looking = deliveries
        .releaseOf(deps.holder.host)
        .then((left) => {
          if (left > 0) log.info({ deliveries: left }, 'Deliveries of an earlier start are sent again')
        })
        .catch((cause) => rested({ err: cause }, 'Deliveries of an earlier start could not be taken back'))
        .then(lookAll)
        .finally(looked)
    },
    poke: look,
    storeWorks: rest.cut,
    async stop(graceMs) {
      open = false
      rest.stop()
      for (const timer of timers) clearInterval(timer)
      const until = Bun.sleep(graceMs)
      await Promise.race([looking, until])
      await Promise.race([Promise.allSettled([...running.values()].map(({ done }) => done)), until])
      const left = [...running.values()].map(({ claim }) => claim)
      await Promise.all(left.map((claim) => deliveries.giveBack(claim).catch(() => undefined)))
      return left.length
    },
  }
}
