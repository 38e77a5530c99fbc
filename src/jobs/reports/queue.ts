import type { Ingesting } from '../../services/aggregates/ingesting/ingesting.ts'
import type { Log } from '../../services/ports.ts'
import type { DueReportMail } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import { createRest } from '../rest.ts'

export interface ReportQueueDeps {
  store: { reportMail: Pick<Store['reportMail'], 'claim' | 'takeBack' | 'giveBack'> }
  ingesting: Ingesting
  log: Log
  holder: { host: string; start: string }
  /** Whether a processor is free: mail to be tested comes first. */
  isCalm(): boolean
  /** Milliseconds of the first rest when nothing can be stored. */
  restMs?: number
}

/** Feeds mail to reports addresses to its ingest: the rows are the queue, so a restart loses nothing. */
export interface ReportQueue {
  start(): void
  /** Something may wait now. */
  poke(): void
  /** The disk takes writes: what rested because it did not is tried again. */
  storeWorks(): void
  /** Takes up nothing more and resolves when what runs has ended, or the time is up. What runs then is given back; says how much. */
  stop(graceMs: number): Promise<number>
}

/** One is read while what was read of another is stored. */
const AT_ONCE = 2
/** For what falls due. */
const LOOK_EVERY_MS = 5_000
/** No mail takes so long: its claim would be lost. */
const LEASE_MS = 15 * 60_000
/** How long a processor is waited for. Behind it reports go on, slowly, however much mail is tested. */
const WAIT_MS = 1_000
const LOOK_SOON_MS = 20

export function createReportQueue(deps: ReportQueueDeps): ReportQueue {
  const { reportMail } = deps.store
  const holder = `${deps.holder.host}/${deps.holder.start}`
  const running = new Map<string, { mail: DueReportMail; done: Promise<void> }>()
  const rest = createRest(() => look(), deps.restMs)
  let timer: ReturnType<typeof setInterval> | undefined
  let open = false
  let again = false
  let looking: Promise<void> | undefined

  function look(): void {
    again = true
    looking ??= lookAll().finally(() => {
      looking = undefined
      if (again && mayBegin()) look()
    })
  }

  const places = () => (rest.state() === 'trying' ? 1 : AT_ONCE)
  const mayBegin = () => open && rest.state() !== 'resting' && running.size < places()

  async function lookAll(): Promise<void> {
    while (again && mayBegin()) {
      again = false
      await calm()
      if (open) await takeUp()
    }
  }

  async function calm(): Promise<void> {
    const until = performance.now() + WAIT_MS
    while (open && !deps.isCalm() && performance.now() < until) await Bun.sleep(LOOK_SOON_MS)
  }

  async function takeUp(): Promise<void> {
    try {
      for (const mail of await reportMail.claim(holder, LEASE_MS, 1)) {
        again = true
        begin(mail)
      }
    } catch (cause) {
      rest.begin()
      deps.log.error({ err: cause }, 'Report mail that waits could not be read; it is tried again')
    }
  }

  function begin(mail: DueReportMail): void {
    const done = work(mail).finally(() => {
      running.delete(mail.id)
      look()
    })
    running.set(mail.id, { mail, done })
  }

  async function work(mail: DueReportMail): Promise<void> {
    try {
      const ending = await deps.ingesting.ingest(mail)
      if (ending === 'no_space') rest.begin()
      else if (ending === 'done' && rest.over()) deps.log.info({}, 'Report mail can be stored again')
    } catch (cause) {
      // Its claim holds until the lease is over.
      if (!open) return
      rest.begin()
      deps.log.error(
        { err: cause, message: mail.id },
        'A report mail could not be put off; it is tried again',
      )
    }
  }

  return {
    start() {
      open = true
      timer = setInterval(look, LOOK_EVERY_MS)
      again = true
      looking = reportMail
        .takeBack(deps.holder.host, holder)
        .catch((cause) =>
          deps.log.error({ err: cause }, 'Report mail of an earlier start could not be taken back'),
        )
        .then(lookAll)
        .finally(() => {
          looking = undefined
        })
    },
    poke: look,
    storeWorks: () => rest.cut(),
    async stop(graceMs) {
      open = false
      rest.stop()
      clearInterval(timer)
      const until = Bun.sleep(graceMs)
      await Promise.race([looking, until])
      const ends = Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([ends, until])
      const now = new Date()
      const left = [...running.values()]
      for (const { mail } of left) {
        await reportMail.giveBack(mail, { dueAt: now, stopped: false }).catch(() => undefined)
      }
      return left.length
    },
  }
}
