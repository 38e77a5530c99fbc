import type { Logger } from 'pino'
import type { Notify } from '../notify/notify.ts'
import type { Cut } from './closing.ts'
import { listenToSignals } from './signals.ts'

/** However badly a part closes: below the 60 s of TimeoutStopSec in the unit, after which systemd kills. */
const STOP_WITHIN_MS = 25_000

/** A start that was asked to stop. */
class StopAsked extends Error {}

/** From its first signal to the end of the process. */
export interface Life {
  /** Throws when it was asked to stop. */
  demandGoing(): void
  isStopping(): boolean
  untilStopped(): Promise<void>
  /** Called at each SIGHUP from now on, and for those that came before. */
  onReload(reload: () => void): void
  /** Says what came of the stop. */
  stopped(cut: Cut): void
}

/** Listens to the signals of the service from now on. */
export function createLife(log: Logger, notify: Pick<Notify, 'stopping'>): Life {
  const asked = Promise.withResolvers<void>()
  let began: number | undefined
  let late: Timer | undefined
  let reload: (() => void) | undefined
  let reloadIsDue = false

  listenToSignals({
    stop(signal) {
      began = performance.now()
      log.info({ signal }, 'Stopping')
      notify.stopping()
      late = setTimeout(() => {
        const seconds = STOP_WITHIN_MS / 1000
        log.error(
          { seconds },
          'The stop took too long and is cut short; what is stored is safe and is taken up at the next start',
        )
        process.exit(1)
      }, STOP_WITHIN_MS)
      asked.resolve()
    },
    stopNow(signal) {
      log.warn(
        { signal },
        'Ended at once, as asked by a second signal; what is stored is safe and is taken up at the next start',
      )
      process.exit(1)
    },
    reload() {
      if (began !== undefined) return
      if (reload) reload()
      else reloadIsDue = true
    },
  })

  return {
    demandGoing() {
      if (began !== undefined) throw new StopAsked('It was asked to stop')
    },
    isStopping: () => began !== undefined,
    untilStopped: () => asked.promise,
    onReload(told) {
      reload = told
      if (reloadIsDue) told()
    },
    stopped(cut) {
      clearTimeout(late)
      const took = Math.round(performance.now() - (began ?? performance.now()))
      const isCut = Object.keys(cut).length > 0
      const facts = { took, ...(isCut && { cut }) }
      if (isCut) log.warn(facts, 'Stopped; what was still under way was cut off')
      else log.info(facts, 'Stopped')
    },
  }
}
