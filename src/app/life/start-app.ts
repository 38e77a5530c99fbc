import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { openApp } from '../app.ts'
import { UNATTENDED } from '../instance.ts'
import { type Cut, createClosing } from './closing.ts'
import type { OpenApp } from './open-app.ts'
import { type Reloaded, reloadConfig } from './reload.ts'

/** The service, which goes on until it is closed. */
export interface App extends OpenApp {
  /** Takes another config over as far as a running service can: all of that, or nothing. */
  reload(next: Config): Promise<Reloaded>
  /** Finishes what is under way within bounds and closes everything, last opened first. Says what was cut off. */
  close(): Promise<Cut>
}

/** Whoever waited for the start is answered before queues are read and regular work begins. */
const BEGIN_AFTER_MS = 100

/** Opens everything in order; what was opened is closed again when a later part refuses, or `demandGoing` throws: it was asked to
 * stop meanwhile. */
export async function startApp(
  config: Config,
  log: Logger,
  start = UNATTENDED,
  demandGoing: () => void = () => {},
): Promise<App> {
  const { later, prepares, holdBack, close } = createClosing(log)
  const begin = holdBack()
  try {
    const listening = await openApp(config, log, { ...start, demandGoing }, later)
    demandGoing()
    later.reloaded((next) => () => {
      log.level = next.log.level
    })
    const soon = setTimeout(begin, BEGIN_AFTER_MS)
    later(() => clearTimeout(soon))
    return { ...listening, close, reload: (next) => reloadConfig(config, next, prepares) }
  } catch (cause) {
    await close()
    throw cause
  }
}
