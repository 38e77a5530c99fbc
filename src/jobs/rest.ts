const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Grows while nothing works, and is over when something does. */
export interface Rest {
  /** Something did not work: rests, longer each time. */
  begin(): void
  /** It may work again: tries soon, and is short if it does not. */
  cut(): void
  /** It works again. Says whether it had not. */
  over(): boolean
  /** resting: nothing is to be begun. trying: one at a time. */
  state(): 'none' | 'resting' | 'trying'
  stop(): void
}

/** Calls back when a rest is over and it may be tried again. */
export function createRest(wake: () => void, firstMs: number = FIRST_MS): Rest {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let begunAt = 0

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      wake()
    }, milliseconds)
  }

  return {
    begin() {
      // What failed side by side with another one tells nothing more.
      if (timer) return
      const wait = Math.min(LONGEST_MS, firstMs * 2 ** Math.min(failures, 10))
      failures += 1
      begunAt = performance.now()
      wakeIn(wait)
    },
    cut() {
      if (!timer) return
      failures = 1
      wakeIn(Math.max(0, begunAt + firstMs - performance.now()))
    },
    over() {
      const was = failures > 0
      failures = 0
      return was
    },
    state() {
      if (timer) return 'resting'
      return failures > 0 ? 'trying' : 'none'
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
