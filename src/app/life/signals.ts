import { isatty } from 'node:tty'

/** What a signal asks of the service. */
export interface Asked {
  /** SIGTERM, SIGINT, or the terminal it was started on is gone. */
  stop(signal: string): void
  /** One more of them, while it stops. */
  stopNow(signal: string): void
  /** SIGHUP. */
  reload(): void
}

/** A terminal, npm and the start script may each pass on one Ctrl-C: signals this close together are one. */
const ONE_SIGNAL_MS = 1000

let hungUp = 0
let onHangUp: () => void = () => {
  hungUp += 1
}

/** From the first moment of a service on: a SIGHUP that comes before anybody listens would end the process. */
export function holdHangUps(): void {
  process.on('SIGHUP', () => onHangUp())
}

/** Listens from now on; a SIGHUP that came before counts. */
export function listenToSignals(asked: Asked): void {
  let first: number | undefined
  const stop = (signal: string) => {
    if (first === undefined) {
      first = performance.now()
      asked.stop(signal)
    } else if (performance.now() - first > ONE_SIGNAL_MS) asked.stopNow(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
  if (process.listenerCount('SIGHUP') === 0) holdHangUps()
  const began = onTerminal()
  onHangUp = () => {
    // A terminal that is closed says so by the same signal.
    if (began && !onTerminal()) stop('SIGHUP')
    else asked.reload()
  }
  if (hungUp > 0) asked.reload()
  hungUp = 0
}

const onTerminal = () => [0, 1, 2].some((handle) => isatty(handle))
