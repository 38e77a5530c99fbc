import type { Config } from '../config/config.ts'
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

/** Serves until SIGINT or SIGTERM. Gives the exit code. */
export async function serve(config: Config, output: ServeOutput): Promise<number> {
  const log = createLog(config.log, output.terminal)
  const stopped = signalled()
  const app = await startApp(config, log)
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
  return 0
}

/** Whether the reason is meant for the operator rather than a fault of ours. */
export function startProblem(cause: unknown): string | undefined {
  if (cause instanceof StartRefused) return cause.message
  return undefined
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

To run it for others: mailgauge config init > mailgauge.toml
`
}
