import type { Config } from '../../config/config.ts'
import type { LeaseStore } from '../../store/claims.ts'
import { HOLDER } from '../services.ts'

/** Work that is over when it should go on no more. */
type Work<T> = (isOver: () => boolean) => Promise<T>

/** Gives the work back as it is done on one host at a time; `elsewhere`: another one has it. */
export type OnOneHost = <T>(
  name: string,
  work: Work<T>,
) => (isOver?: () => boolean) => Promise<T | 'elsewhere'>

interface OneHostDeps {
  leases: LeaseStore
  holder: { host: string; start: string }
  /** For how long a host that does not answer any more is waited for. A default where it is absent. */
  leaseMs?: number
}

const LEASE_MS = 60_000

/** By a lease that is renewed while the work lasts. Where it is lost the work is told that it is over; what it still writes must be
 * harmless. */
export function createOnOneHost({ leases, holder, leaseMs = LEASE_MS }: OneHostDeps): OnOneHost {
  const start = `${holder.host}/${holder.start}`
  return (name, work) =>
    async (isOver = () => false) => {
      if (isOver() || !(await leases.take(name, start, leaseMs))) return 'elsewhere'
      let isLost = false
      const renewal = setInterval(async () => {
        // What could not be found out is no loss: if the database is away, no other host takes it either.
        isLost = !(await leases.take(name, start, leaseMs).catch(() => true)) || isLost
      }, leaseMs / 3)
      try {
        return await work(() => isLost || isOver())
      } finally {
        clearInterval(renewal)
        if (!isLost) await leases.release(name, start)
      }
    }
}

const AGAIN_MS = 30_000
const STEP_MS = 500

/** Goes on until the work was done here, as another host that has it may be gone before its end. */
export const untilDoneHere =
  <T>(once: (isOver: () => boolean) => Promise<T | 'elsewhere'>, againMs = AGAIN_MS) =>
  async (isOver: () => boolean): Promise<void> => {
    while (!isOver() && (await once(isOver)) === 'elsewhere') {
      const until = performance.now() + againMs
      while (!isOver() && performance.now() < until) await Bun.sleep(Math.min(STEP_MS, againMs))
    }
  }

const HERE: OnOneHost =
  (_, work) =>
  (isOver = () => false) =>
    work(isOver)

/** Where everything is kept in the data directory there is no other host, and nothing has to be written to know it. */
export const onOneHost = (config: Pick<Config, 'store'>, { leases }: { leases: LeaseStore }): OnOneHost =>
  config.store.url === undefined ? HERE : createOnOneHost({ leases, holder: HOLDER })
