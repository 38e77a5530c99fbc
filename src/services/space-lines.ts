import type { Clock, Log } from './ports.ts'

/** What is said of one look. */
export interface SpaceSeen {
  obstacle?: string
  /** Bytes: free on the disk, and taken by the store. */
  figures: Record<string, number>
  /** What failed. */
  cause?: unknown
}

/** So many changes are told at once in this time; later ones when they have lasted. */
const [MOST_CHANGES, WITHIN_MS] = [6, 10 * 60_000]
const LASTING_MS = 60_000

interface SpaceLinesDeps {
  log: Log
  clock: Clock
  /** What each obstacle is in a sentence, and what to do. */
  words: Readonly<Record<string, string>>
  /** Called when a change that was not told may have lasted. */
  lookAgain(): void
  lastingMs?: number
}

/** Tells the log when mail can be taken no longer and when it can again: each once, and never a line for each of many changes. */
export function createSpaceLines({ log, clock, words, lookAgain, lastingMs = LASTING_MS }: SpaceLinesDeps) {
  let now: string | undefined
  let told: string | undefined
  let since = clock.now().getTime()
  let toldSince = since
  let changes: number[] = []
  let untold = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell({ obstacle, figures, cause }: SpaceSeen, time: number): void {
    const more = untold > 1 ? { changes: untold } : {}
    const facts = { ...figures, ...more, ...(cause !== undefined && { err: cause }) }
    if (obstacle) log.error({ obstacle, ...facts }, words[obstacle] ?? obstacle)
    else {
      const forSeconds = Math.max(0, Math.round((time - toldSince) / 1000))
      log.info({ was: told, forSeconds, ...facts }, 'Mail is taken again')
    }
    changes.push(time)
    told = obstacle
    toldSince = time
    untold = 0
  }

  /** A disk and a store may be full in turn, which is one state; a file that is gone needs a hand. */
  const isAnother = (one: string | undefined, other: string | undefined) =>
    (one === undefined) !== (other === undefined) || (one !== other && one === 'database_gone')

  return {
    see(seen: SpaceSeen): void {
      const time = clock.now().getTime()
      if (isAnother(seen.obstacle, now)) {
        since = time
        untold += 1
      }
      now = seen.obstacle
      if (!isAnother(now, told)) return
      changes = changes.filter((at) => Math.abs(time - at) < WITHIN_MS)
      if (changes.length < MOST_CHANGES || time - since >= lastingMs) {
        tell(seen, time)
        return
      }
      clearTimeout(timer)
      timer = setTimeout(lookAgain, lastingMs)
      timer.unref()
    },
  }
}
