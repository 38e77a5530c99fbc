import type { Log } from '../../services/ports.ts'
import type { NotifySocket } from './socket.ts'

/** What systemd, or whatever else supervises the service, is told (sd_notify(3)). Nothing happens where nobody asked. */
export interface Notify {
  /** It serves, or does again after `reloading`; the text is what `systemctl status` shows. */
  ready(status?: string): void
  /** It reads its configuration anew, until `ready` is called. */
  reloading(): void
  /** It ends. */
  stopping(): void
  /** A line for `systemctl status`. */
  status(text: string): void
  /** From now on the watchdog hears of it, as long as `answers` resolves or rejects: what stands still does neither. */
  watch(answers: () => Promise<unknown>): void
}

type Environment = Record<string, string | undefined>

/** A supervisor waits for a start no longer than it was told last: a database may have to be migrated first. */
const EXTEND_EVERY_MS = 10_000
const EXTEND_BY_USEC = 60_000_000

const SILENT: Notify = { ready() {}, reloading() {}, stopping() {}, status() {}, watch() {} }

/** Reads the supervisor's variables, and removes them so that no child takes itself for the service. */
export async function openNotify(environment: Environment, log: Pick<Log, 'warn'>): Promise<Notify> {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = environment
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete environment[name]
  if (!NOTIFY_SOCKET) return SILENT
  // A start that nobody supervises does not load a library for it.
  const { openNotifySocket } = await import('./socket.ts')
  const socket = openNotifySocket(NOTIFY_SOCKET)
  if (!socket) {
    log.warn({ notifySocket: NOTIFY_SOCKET }, 'The supervisor named by NOTIFY_SOCKET cannot be told anything')
    return SILENT
  }
  const isOurs = WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid)
  return createNotify(socket, isOurs ? watchdogMs(WATCHDOG_USEC) : undefined)
}

/** Half of the time after which the watchdog would end the service. */
function watchdogMs(usec: string | undefined): number | undefined {
  const whole = /^\d{1,15}$/.test(usec ?? '') ? Number(usec) : 0
  return whole > 0 ? Math.max(1, Math.floor(whole / 2000)) : undefined
}

/** The same over a socket; `everyMs` is how often the watchdog wants to hear. */
export function createNotify(socket: NotifySocket, everyMs: number | undefined): Notify {
  const extend = () => void socket.send(`EXTEND_TIMEOUT_USEC=${EXTEND_BY_USEC}`)
  const starting = setInterval(extend, EXTEND_EVERY_MS)
  starting.unref()
  extend()
  let watching: ReturnType<typeof setInterval> | undefined

  const tell = (state: string, status?: string) =>
    void socket.send(status === undefined ? state : `${state}\nSTATUS=${oneLine(status)}`)

  return {
    ready(status) {
      clearInterval(starting)
      tell('READY=1', status)
    },
    reloading: () => tell(`RELOADING=1\nMONOTONIC_USEC=${socket.monotonicUsec()}`, 'Reloading'),
    stopping() {
      clearInterval(starting)
      clearInterval(watching)
      tell('STOPPING=1', 'Stopping')
    },
    status: (text) => void socket.send(`STATUS=${oneLine(text)}`),
    watch(answers) {
      if (everyMs === undefined || watching !== undefined) return
      watching = setInterval(watchdogTurn(socket, answers), everyMs)
      watching.unref()
    },
  }
}

/** One turn of the watchdog. While the turn before it still waits for its answer, nothing is said. */
function watchdogTurn(socket: NotifySocket, answers: () => Promise<unknown>): () => void {
  let isWaiting = false
  const heard = () => {
    isWaiting = false
    socket.send('WATCHDOG=1')
  }
  return () => {
    if (isWaiting) return
    isWaiting = true
    answers().then(heard, heard)
  }
}

/** A status is one line. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ')
