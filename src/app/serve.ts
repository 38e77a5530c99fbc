import type { Config } from '../config/config.ts'
import type { ShownSetting } from '../services/instance/instance.ts'
import { createRecentErrors } from '../services/instance/recent-errors.ts'
import { StoreRefused } from '../store/sqlite/refused.ts'
import { VERSION } from '../version.ts'
import { startApp } from './app.ts'
import { createLog } from './log.ts'
import { openNotify } from './notify/notify.ts'
import { StartRefused } from './parts.ts'
import { placeOfThisProcess, welcome } from './welcome.ts'

/** How long a stop may take before the process ends regardless. */
const STOP_WITHIN_MS = 30_000

export interface ServeOutput {
  /** Whether standard output is a terminal. */
  terminal: boolean
  /** Words for the person who started it. */
  say(text: string): void
  /** What is in force, and where it was set. */
  settings: readonly ShownSetting[]
  /** What they have to do, on standard error. */
  warn(text: string): void
}

const NOBODY_YET = 'Nobody administers this instance yet'
/** The link is for the person who started it: whoever reads the log does not take the instance over. */
const FOR_A_LINK = `${NOBODY_YET}. For a link that makes the first instance admin: mailgauge admin setup-url`
const OPEN_ONCE = `${NOBODY_YET}. Open the set-up link once; it is valid for 24 hours, and a restart makes a new one`

/** Serves until SIGINT or SIGTERM. Gives the sentence that says why it cannot start. */
export async function serve(config: Config, output: ServeOutput): Promise<string | undefined> {
  const errors = createRecentErrors()
  const log = createLog(config.log, { terminal: output.terminal }, errors)
  const stopped = signalled()
  const notify = await openNotify(process.env, log)
  const app = await startApp(config, log, { errors, settings: output.settings }).catch(startProblem)
  if (typeof app === 'string') return app
  log.info({ version: VERSION, http: app.http, smtp: app.smtp }, 'Listening')
  if (app.setupLink !== undefined) log.warn({}, FOR_A_LINK)
  if (config.evaluation) output.say(welcome(config, app, placeOfThisProcess()))
  else if (app.setupLink !== undefined) output.warn(`${OPEN_ONCE}: ${app.setupLink}\n`)
  notify.ready(`HTTP on ${app.http.join(', ')}, SMTP on ${app.smtp.join(', ')}`)
  notify.watch(app.answers)
  const signal = await stopped
  notify.stopping()
  log.info({ signal }, 'Stopping')
  const late = setTimeout(() => {
    log.error({}, 'The stop took too long; what is stored is safe and is taken up at the next start')
    process.exit(1)
  }, STOP_WITHIN_MS)
  await app.close()
  clearTimeout(late)
  return undefined
}

/** A sentence for the operator; a fault of ours is thrown on. */
function startProblem(cause: unknown): string {
  if (cause instanceof StartRefused || cause instanceof StoreRefused) return cause.message
  // A listener that cannot be opened says so in a sentence of its own, about what the system answered.
  if (cause instanceof Error && isOfTheSystem(cause.cause)) return cause.message
  if (isOfTheSystem(cause)) return `Mailgauge does not start: ${cause.message}.`
  throw cause
}

function isOfTheSystem(cause: unknown): cause is Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^E[A-Z]+$/.test(code)
}

/** A terminal, npm and the start script may each pass on one Ctrl-C: signals this close together are one. */
const ONE_SIGNAL_MS = 1000

/** A second signal ends the process at once. */
function signalled(): Promise<string> {
  let first: number | undefined
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        first ??= Date.now()
        if (Date.now() - first > ONE_SIGNAL_MS) process.exit(1)
        resolve(signal)
      })
    }
  })
}
