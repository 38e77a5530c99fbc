import { isName, NAME_RULE } from '../../core/access/account.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Expectations, MonitorKind, MonitorSettings } from '../../core/watching/monitor.ts'
import { windowProblem } from './window-rules.ts'

const DAY = 24 * 60
/** Minutes. Mail that comes once a year can be watched. */
export const LONGEST_INTERVAL = 400 * DAY
export const LONGEST_GRACE = 30 * DAY

const OF_MAIL =
  'A domain monitor has no messages: leave interval, least score, drop and checks to a monitor of mail.'
const WATCHES_NOTHING = 'A domain monitor watches records, blocklists, or both.'

/** Settings as they are kept, or what is wrong with the first of them that cannot be, in a sentence. `checks`: the names of all. */
export function readSettings(
  { name, expectations, windows }: MonitorSettings,
  kind: MonitorKind,
  checks: ReadonlySet<string>,
): Result<MonitorSettings> {
  const plain = name.normalize('NFC').trim()
  if (!isName(plain)) return bad(plain === '' ? 'Enter a name for the monitor.' : NAME_RULE)
  const problem = expectationProblem(expectations, kind, checks) ?? windowProblem(windows)
  if (problem !== undefined) return bad(problem)
  return granted({ name: plain, expectations: inOrder(expectations), windows: windows.map(windowInOrder) })
}

/** Windows as they are kept, or what is wrong with the first of them that cannot be. */
export function readWindows(windows: MonitorSettings['windows']): Result<MonitorSettings['windows']> {
  const problem = windowProblem(windows)
  return problem === undefined ? granted(windows.map(windowInOrder)) : bad(problem)
}

const bad = (reason: string) => refused({ kind: 'bad_request', reason })

function expectationProblem(
  { interval, leastScore, mostDrop, mustPass, blocklists, records }: Expectations,
  kind: MonitorKind,
  checks: ReadonlySet<string>,
): string | undefined {
  const ofMail = interval || leastScore !== undefined || mostDrop !== undefined || mustPass.length > 0
  if (kind === 'domain' && ofMail) return OF_MAIL
  if (kind === 'domain' && !blocklists && !records) return WATCHES_NOTHING
  const unknown = mustPass.find((check) => !checks.has(check))
  if (unknown !== undefined) return `There is no check "${shortened(unknown)}".`
  return (
    (interval && intervalProblem(interval)) ??
    pointsProblem(leastScore, 'The least score is', 0) ??
    pointsProblem(mostDrop, 'The drop is', 0.1)
  )
}

function intervalProblem({
  everyMinutes,
  graceMinutes,
}: NonNullable<Expectations['interval']>): string | undefined {
  if (!isWithin(everyMinutes, 1, LONGEST_INTERVAL)) return 'The interval is 1 minute to 400 days.'
  if (!isWithin(graceMinutes, 0, LONGEST_GRACE)) return 'The grace is 0 minutes to 30 days.'
  return undefined
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

function pointsProblem(value: number | undefined, what: string, least: number): string | undefined {
  if (value === undefined || (value >= least && value <= 10 && value === Math.round(value * 10) / 10)) {
    return undefined
  }
  return `${what} ${least} to 10, with one decimal at most.`
}

/** The same settings are the same text, in whatever order they were given. */
function inOrder({
  interval,
  leastScore,
  mostDrop,
  mustPass,
  blocklists,
  records,
}: Expectations): Expectations {
  return {
    ...(interval && {
      interval: { everyMinutes: interval.everyMinutes, graceMinutes: interval.graceMinutes },
    }),
    ...(leastScore !== undefined && { leastScore }),
    ...(mostDrop !== undefined && { mostDrop }),
    mustPass: [...new Set(mustPass)].toSorted(),
    blocklists,
    records,
  }
}

function windowInOrder(window: MonitorSettings['windows'][number]): MonitorSettings['windows'][number] {
  if (window.kind === 'once') return { kind: 'once', from: window.from, until: window.until }
  const { days, at, minutes, zone } = window
  return { kind: 'weekly', days: [...new Set(days)].toSorted(), at, minutes, zone }
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
