import type { ListSetting } from '../mail/server/blocklists/roster.ts'
import { type Clock, type ListState, type RosterProbe, ticksOf } from '../net/ports.ts'
import type { Log } from './ports.ts'

interface BlocklistHealthDeps {
  lists: readonly ListSetting[]
  /** The self-test of a list. */
  test(list: ListSetting): ReturnType<RosterProbe['probe']>
  clock: Clock
  log: Log
  /** Between two tests of a list in use. */
  everyMs?: number
}

/** Which lists are usable from here, by their self-tests (RFC 5782 section 5). */
export interface BlocklistHealth {
  /** The lists tested so far. One that is not here has not been tested and is not in use. */
  states(): ListState[]
  /** Tests in the background from now on, until stopped for good; returns at once. */
  start(): void
  stop(): void
  /** Tests every list now, one after the other. */
  testNow(): Promise<void>
  /** Tests the lists whose time has come, one after the other. */
  testDue(): Promise<void>
}

const HOUR_MS = 3_600_000
const EVERY_MS = 6 * HOUR_MS
/** A list that is out of use is tried again after this. */
const RETRY_MS = HOUR_MS
/** After the first failure of a good list: soon, so that one that lists everybody does not go on for hours. */
const CONFIRM_MS = 5 * 60_000
/** A good list goes out of use after so many failed tests in a row; one that was never good after the first. */
const FAILURES_ALLOWED = 2

interface Tested {
  list: ListSetting
  state?: ListState
  failures: number
  dueAt: number
}

type Change = { list: string; reason?: string }

/** Keeps the self-tests of the lists. */
export function createBlocklistHealth(deps: BlocklistHealthDeps): BlocklistHealth {
  const { clock, log, everyMs = EVERY_MS } = deps
  const tested: Tested[] = deps.lists
    .filter((list) => list.skipped === undefined)
    .map((list) => ({ list, failures: 0, dueAt: Number.NEGATIVE_INFINITY }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let started = false
  let stopped = false
  let last: Promise<void> = Promise.resolve()

  async function probe(list: ListSetting): ReturnType<RosterProbe['probe']> {
    try {
      return await deps.test(list)
    } catch (cause) {
      log.error({ err: cause, list: list.name }, 'The self-test of a blocklist broke off')
      return { usable: false, reason: 'its self-test broke off' }
    }
  }

  /** Rounds follow each other, so that never two lists are asked at once. */
  function round(wanted: (entry: Tested) => boolean): Promise<void> {
    last = last.then(async () => {
      const changes: Change[] = []
      for (const entry of tested.filter(wanted)) {
        if (stopped) return
        const wasUsable = entry.state?.usable
        settle(entry, await probe(entry.list), clock, everyMs)
        const { usable = false, reason } = entry.state ?? {}
        if (usable !== wasUsable)
          changes.push({ list: entry.list.name, ...(reason !== undefined && { reason }) })
      }
      tell(changes)
    })
    return last
  }

  /** One line for a round: without a network every list fails at once. */
  function tell(changes: readonly Change[]): void {
    const out = changes.filter(({ reason }) => reason !== undefined)
    const back = changes.filter(({ reason }) => reason === undefined).map(({ list }) => list)
    if (back.length > 0) log.info({ lists: back }, 'Blocklists that passed their self-test are in use')
    if (out.length > 0) {
      const lists = out.map(({ list }) => list)
      log.warn({ lists }, 'Blocklists that failed their self-test are out of use; reports say why')
    }
  }

  const testDue = () => {
    const now = ticksOf(clock)
    return round((entry) => entry.dueAt <= now)
  }

  async function keepTesting(): Promise<void> {
    await testDue()
    if (stopped) return
    const next = Math.min(...tested.map((entry) => entry.dueAt))
    const wait = Math.min(Math.max(next - ticksOf(clock), 1_000), EVERY_MS)
    timer = setTimeout(() => void keepTesting(), wait)
    timer.unref()
  }

  return {
    states: () => tested.flatMap(({ state }) => (state ? [state] : [])),
    start() {
      if (started || tested.length === 0) return
      started = true
      void keepTesting()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
    testNow: () => round(() => true),
    testDue,
  }
}

function settle(
  entry: Tested,
  result: Awaited<ReturnType<RosterProbe['probe']>>,
  clock: Clock,
  everyMs: number,
): void {
  const { id } = entry.list
  const testedAt = clock.now().toISOString()
  const wasUsable = entry.state?.usable === true
  entry.failures = result.usable ? 0 : entry.failures + 1
  const isUsable = result.usable || (wasUsable && entry.failures < FAILURES_ALLOWED)
  entry.state =
    isUsable || result.usable
      ? { id, usable: true, testedAt }
      : { id, usable: false, reason: result.reason, testedAt }
  const wait = result.usable ? everyMs : isUsable ? CONFIRM_MS : RETRY_MS
  entry.dueAt = ticksOf(clock) + Math.min(wait, everyMs)
}
