import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { ShownSetting } from '../../services/instance/instance.ts'
import type { App } from './start-app.ts'

/** The configuration as it is now, or all that is wrong with it. */
export type ReadAgain =
  | { ok: true; config: Config; settings: readonly ShownSetting[]; remarks: readonly string[] }
  | { ok: false; problems: readonly string[] }

export interface ReloadingDeps {
  /** In force. */
  config: Config
  app: Pick<App, 'reload'>
  /** What pages show as in force: changed in place. */
  settings: ShownSetting[]
  read(): Promise<ReadAgain>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called when it begins, and when it is over, whatever came of it. */
  begins(): void
  ends(): void
}

/** Reads the config again when it is told to, one time after the other. */
export interface Reloading {
  reload(): void
  /** None is under way. */
  settled(): Promise<void>
}

/** Keeps what is in force where the new config has a single mistake. */
export function createReloading(deps: ReloadingDeps): Reloading {
  let underWay: Promise<void> | undefined
  let again = false

  async function all(): Promise<void> {
    deps.begins()
    while (again) {
      again = false
      await once(deps).catch((cause: unknown) =>
        deps.log.error({ err: cause }, `The configuration could not be read again; ${IN_FORCE}`),
      )
    }
    deps.ends()
    underWay = undefined
  }

  return {
    reload() {
      again = true
      underWay ??= all()
    },
    settled: async () => underWay,
  }
}

const IN_FORCE = 'what was in force stays in force'

async function once({ config, app, settings, read, log }: ReloadingDeps): Promise<void> {
  const next = await read()
  const refused = (problems: readonly string[]) =>
    log.error({ problems }, `The configuration is wrong and was not taken over; ${IN_FORCE}`)
  if (!next.ok) {
    refused(next.problems)
    return
  }
  if (next.config.evaluation !== config.evaluation) {
    refused(['An evaluation goes on as one, and a service as a service, until it is started again.'])
    return
  }
  const reloaded = await app.reload(next.config)
  if ('refused' in reloaded) {
    refused(reloaded.refused)
    return
  }
  showSettings(settings, next.settings, new Set(reloaded.atNextStart))
  for (const remark of next.remarks) log.warn({}, remark)
  const { changed, atNextStart } = reloaded
  log.info({ changed }, 'The configuration was read again')
  if (atNextStart.length > 0)
    log.warn({ options: atNextStart }, `Changed, takes effect at the next start: ${atNextStart.join(', ')}`)
}

function showSettings(
  settings: ShownSetting[],
  next: readonly ShownSetting[],
  atNextStart: ReadonlySet<string>,
): void {
  const before = new Map(settings.map((one) => [one.name, one]))
  const now = next.map((one) => (atNextStart.has(one.name) ? (before.get(one.name) ?? one) : one))
  settings.splice(0, settings.length, ...now)
}
