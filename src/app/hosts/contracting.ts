import type { Logger } from 'pino'
import type { Contracts } from '../../store/hosts/contracts.ts'

/** So often in a row this host has to say that it is there, before it believes that one which did not do so is gone: longer than each host
 * has for it. */
const WATCHED = 4
/** Every so many times what waits is tried again. */
const EVERY = 3

/** Changes of the database that wait until no older host runs are made by a host that runs. */
export interface Contracting {
  /** This host said that it is there. */
  beat(): Promise<void>
  /** It could not, and so may others. */
  missed(): void
}

export function createContracting(contracts: Contracts, log: Pick<Logger, 'info' | 'warn'>): Contracting {
  let beats = 0
  let isTrying = false
  return {
    async beat() {
      const before = contracts.waitsFor()
      if (before === undefined || isTrying) return
      beats += 1
      if (beats < WATCHED || (beats - WATCHED) % EVERY !== 0) return
      isTrying = true
      try {
        const now = await contracts.tryAgain()
        if (now === undefined) log.info({}, 'The database was changed, as no host needs it as it was')
        else if (now !== before) log.info({}, now)
      } catch (cause) {
        log.warn({ reason: String(cause) }, 'A change of the database that waited for older hosts failed')
      } finally {
        isTrying = false
      }
    },
    missed() {
      beats = 0
    },
  }
}
