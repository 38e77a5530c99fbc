import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StoreDamaged } from '../core/trouble/store-damaged.ts'
import { systemCode, systemSentence } from '../core/trouble/system-reason.ts'
import type { ShownSetting } from '../services/instance/instance.ts'
import { createRecentErrors } from '../services/instance/recent-errors.ts'
import { StoreRefused } from '../store/keeping/refused.ts'
import { VERSION } from '../version.ts'
import { createLife, type Life } from './life/life.ts'
import { createReloading, type ReadAgain } from './life/reloading.ts'
import { type App, startApp } from './life/start-app.ts'
import { createLog } from './log.ts'
import { openNotify } from './notify/notify.ts'
import { StartRefused } from './parts.ts'
import { placeOfThisProcess, welcome } from './welcome.ts'

export interface ServeOutput {
  /** Whether standard output is a terminal. */
  terminal: boolean
  /** Words for the person who started it. */
  say(text: string): void
  /** What is in force, and where it was set. */
  settings: readonly ShownSetting[]
  /** Reads the configuration again, as at the start: all that is wrong with it, or what it says now. */
  read(): Promise<ReadAgain>
  /** What they have to do, on standard error. */
  warn(text: string): void
}

const NOBODY_YET = 'Nobody administers this instance yet'
/** The link is for the person who started it: whoever reads the log does not take the instance over. */
const FOR_A_LINK = `${NOBODY_YET}. For a link that makes the first instance admin: mailgauge admin setup-url`
const OPEN_ONCE = `${NOBODY_YET}. Open the set-up link once; it is valid for 24 hours`

/** Why the service does not start: a sentence for the operator. */
export interface NotStarted {
  says: string
  /** It may be gone when the start is tried again. */
  mayPass: boolean
}

/** Serves until SIGINT or SIGTERM, or says why it cannot start. */
export async function serve(config: Config, output: ServeOutput): Promise<NotStarted | undefined> {
  const errors = createRecentErrors()
  const log = createLog(config.log, { terminal: output.terminal }, errors)
  const notify = await openNotify(process.env, log)
  const life = createLife(log, notify)
  const settings = [...output.settings]
  const app = await started(config, log, life, { errors, settings })
  if (app && 'says' in app) return app
  if (app) {
    tellStart(config, log, app, output)
    const ready = () => notify.ready(`HTTP on ${app.http.join(', ')}, SMTP on ${app.smtp.join(', ')}`)
    ready()
    notify.watch(app.answers)
    const reloading = createReloading({
      config,
      app,
      settings,
      read: output.read,
      log,
      begins: notify.reloading,
      ends: ready,
    })
    life.onReload(reloading.reload)
    await life.untilStopped()
    await reloading.settled()
    life.stopped(await app.close())
  }
  return undefined
}

/** Nothing when it was asked to stop meanwhile; the sentence that says why it cannot start. */
async function started(
  config: Config,
  log: Logger,
  life: Life,
  start: Parameters<typeof startApp>[2],
): Promise<App | NotStarted | undefined> {
  try {
    return await startApp(config, log, start, life.demandGoing)
  } catch (cause) {
    if (!life.isStopping()) return startProblem(cause)
    log.info({}, 'Stopped before the start was done; the next one goes on with it')
    return undefined
  }
}

function tellStart(config: Config, log: Logger, app: App, output: ServeOutput): void {
  const { http, smtp, metrics } = app
  log.info({ version: VERSION, http, smtp, ...(metrics.length > 0 && { metrics }) }, 'Listening')
  if (app.setupLink !== undefined) log.warn({}, FOR_A_LINK)
  if (config.evaluation) output.say(welcome(config, app, placeOfThisProcess()))
  else if (app.setupLink !== undefined) output.warn(`${OPEN_ONCE}: ${app.setupLink}\n`)
}

/** A fault of ours is thrown on. */
function startProblem(cause: unknown): NotStarted {
  if (cause instanceof StartRefused || cause instanceof StoreRefused)
    return { says: cause.message, mayPass: cause.mayPass }
  if (cause instanceof StoreDamaged) return { says: cause.message, mayPass: false }
  // A listener that cannot be opened says so in a sentence of its own, about what the system answered.
  const ofSystem = cause instanceof Error && systemCode(cause.cause) !== undefined ? cause.cause : undefined
  const says = cause instanceof Error && ofSystem !== undefined ? cause.message : systemSentence(cause)
  if (says === undefined) throw cause
  return { says, mayPass: !WITHOUT_RIGHT.includes(systemCode(ofSystem ?? cause) ?? '') }
}

/** They are the same at the next start. */
const WITHOUT_RIGHT: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'ELOOP']
