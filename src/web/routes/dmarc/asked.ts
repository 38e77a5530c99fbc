import { readWindow, USUAL_DAYS, type WindowFlaw } from '../../../services/aggregates/window.ts'
import type { Problem } from '../../forms/problems.ts'
import { type DmarcAsked, WINDOWS } from '../../pages/dmarc/asked.ts'

const LONGEST = 200
/** As many rows as a list may begin behind. */
const MOST_OFFSET = 1_000_000
const USUAL = String(USUAL_DAYS)

/** What an address asks for. What cannot be read is no condition; a window that is none is said to be wrong. `own`: conditions that this
 * page has beside the window. */
export function dmarcAsked(url: URL, now: Date, own: Readonly<Record<string, string>> = {}): DmarcAsked {
  const { window, days, readable, typed, problems } = spanAsked(url, now)
  const authenticated = oneOf(url, 'authenticated', ['true', 'false']) ?? ''
  return {
    window: { ...window, ...(authenticated !== '' && { authenticated: authenticated === 'true' }) },
    ...(days && { days }),
    kept: filledOnly({ ...readable, authenticated, ...own }),
    filled: { typed: { ...typed, authenticated, ...own }, problems },
  }
}

/** The days that are asked for. One of `WINDOWS` is told, and that of 30 days is what is meant where nothing is asked. */
function spanAsked(url: URL, now: Date) {
  const text = (name: string) => (url.searchParams.get(name) ?? '').slice(0, LONGEST).trim()
  const typed = { from: text('from'), to: text('to') }
  const isSpan = typed.from !== '' || typed.to !== ''
  const days = text('days') || USUAL
  const read = readWindow(isSpan ? { from: typed.from || null, to: typed.to || null } : { days }, now)
  if ('rule' in read) return { window: usualWindow(now), readable: {}, typed, problems: [problemOf(read)] }
  if (isSpan) return { window: read, readable: typed, typed, problems: [] }
  const readable: Record<string, string> = days === USUAL ? {} : { days }
  return { window: read, days: WINDOWS.find((one) => String(one) === days), readable, typed, problems: [] }
}

/** One of a few words. */
export function oneOf<Word extends string>(url: URL, name: string, words: readonly Word[]): Word | undefined {
  const text = url.searchParams.get(name)
  return words.find((word) => word === text)
}

/** The place in a list where its page begins. */
export function offsetOf(url: URL): number {
  const text = url.searchParams.get('offset') ?? ''
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text), MOST_OFFSET) : 0
}

function usualWindow(now: Date) {
  const read = readWindow({ days: USUAL }, now)
  if ('rule' in read) throw new Error('The usual window is none.')
  return read
}

function filledOnly(conditions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== ''))
}

function problemOf({ name, rule }: WindowFlaw): Problem {
  if (name === 'days') return { field: 'from', says: 'A window has 1 to 366 days.' }
  if (rule.includes('later')) return { field: 'from', says: 'Enter a first day that is not after the last.' }
  if (rule.includes('window')) return { field: 'from', says: 'Enter days that are at most 366 apart.' }
  return { field: name, says: 'Enter a day such as 2026-11-23.' }
}
