import type { Config } from '../config/config.ts'
import { StoreRefused } from '../store/sqlite/open.ts'
import { VERSION } from '../version.ts'
import { StartRefused, startApp } from './app.ts'
import { createLog } from './log.ts'

/** How long a stop may take before the process ends regardless. */
const STOP_WITHIN_MS = 30_000

export interface ServeOutput {
  /** Whether standard output is a terminal. */
  terminal: boolean
  /** Words for the person who started it. */
  say(text: string): void
}

/** Serves until SIGINT or SIGTERM. Gives the sentence that says why it cannot start. */
export async function serve(config: Config, output: ServeOutput): Promise<string | undefined> {
  const log = createLog(config.log, output.terminal)
  const stopped = signalled()
  const app = await startApp(config, log).catch(startProblem)
  if (typeof app === 'string') return app
  log.info({ version: VERSION, http: app.http, smtp: app.smtp }, 'Listening')
  if (config.evaluation) output.say(welcome(config, app.smtp))
  const signal = await stopped
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
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (cause instanceof Error && typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return `Mailgauge does not start: ${cause.message}.`
  throw cause
}

/** A second signal ends the process at once. */
function signalled(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
    }
  })
}

function welcome(config: Config, smtp: readonly string[]): string {
  return `
Mailgauge ${VERSION} is running for evaluation: on this machine only, data in ${config.store.directory}.

  Open        ${config.site.baseUrl}
  Send mail   swaks --server ${smtp[0]} --to <a test address>
  API         mailgauge key create --name first --scopes tests:write,tests:read

To run it for others: mailgauge config init
`
}
