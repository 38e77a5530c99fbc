import type { SourceDay } from '../../../store/dmarc/source-facts.ts'
import type { AnsweredSource } from '../answered.ts'
import { amount, date, messagesOf } from './words.ts'

/** Days one after the other on which most mail of a source failed. */
export interface Stretch {
  from: number
  to: number
  messages: number
  pass: number
}

/** Days on which a source failed that passes otherwise. */
interface Stretches {
  stretches: Stretch[]
  /** The first day with mail behind the last of them. Absent: its mail still fails. */
  passesSince?: number
}

/** Fewer messages than this may fail by chance, and show little where they pass. */
const LEAST = 10
const OTHERWISE = 0.9
const MOST = 3

/** The source with the days on which its mail failed, where it passed on the others: sums do not show a key that was lost in the middle. */
export function withStretches(source: AnsweredSource, days: readonly SourceDay[]): AnsweredSource {
  const { standing, whose, reasons, mark, advice } = source
  if (standing !== 'passing' && whose !== 'own') return source
  const found = stretchesIn(days)
  if (!found) return source
  const at = mark ? 2 : 1
  const told = { ...source, reasons: [...reasons.slice(0, at), ...wordsOf(found), ...reasons.slice(at)] }
  if (standing !== 'passing') return told
  const rest = advice.says === NOTHING_TO_DO ? '' : ` ${advice.says}`
  return { ...told, advice: { ...advice, says: `${toDo(found)}${rest}` } }
}

/** What is said of a source that passes. */
export const NOTHING_TO_DO = 'Nothing to do.'

/** Undefined: it failed on none, or on so many that it cannot be said to pass otherwise. */
export function stretchesIn(days: readonly SourceDay[]): Stretches | undefined {
  const stretches: Stretch[] = []
  let isOpen = false
  for (const { day, messages, pass } of days) {
    const isFailing = pass * 2 < messages
    const last = stretches.at(-1)
    if (isFailing && isOpen && last) {
      last.to = day
      last.messages += messages
      last.pass += pass
    } else if (isFailing) stretches.push({ from: day, to: day, messages, pass })
    isOpen = isFailing
  }
  const counted = stretches.filter(({ messages, pass }) => messages - pass >= LEAST)
  const last = counted.at(-1)
  const others = days.filter(({ day }) => !counted.some(({ from, to }) => day >= from && day <= to))
  if (!last || !isPassing(others)) return undefined
  const later = days.filter(({ day }) => day > last.to)
  const [first] = later
  return { stretches: counted, ...(first && isPassing(later) && { passesSince: first.day }) }
}

function isPassing(days: readonly SourceDay[]): boolean {
  const messages = days.reduce((sum, one) => sum + one.messages, 0)
  const pass = days.reduce((sum, one) => sum + one.pass, 0)
  return messages >= LEAST && pass >= messages * OTHERWISE
}

function wordsOf({ stretches, passesSince }: Stretches): string[] {
  const worst = stretches
    .toSorted((one, other) => other.messages - other.pass - (one.messages - one.pass))
    .slice(0, MOST)
    .sort((one, other) => one.from - other.from)
  const left = stretches.length - worst.length
  return [
    ...worst.map(stretchWords),
    ...(left > 0
      ? [`So did its mail of ${amount(left)} more ${left === 1 ? 'stretch' : 'stretches'} of days.`]
      : []),
    ...(passesSince === undefined ? [] : [`It passes again since ${date(passesSince)}.`]),
  ]
}

function stretchWords({ from, to, messages, pass }: Stretch): string {
  const days = from === to ? date(from) : `${date(from)} to ${date(to)}`
  const some =
    pass === 0 ? `all ${messagesOf(messages)}` : `${amount(messages - pass)} of ${messagesOf(messages)}`
  return `Its mail of ${days} failed: ${some}.`
}

function toDo({ stretches, passesSince }: Stretches): string {
  if (passesSince !== undefined) {
    return 'It passes again: find out what was lost in the days on which it failed, such as a DKIM key, so that it is not lost again.'
  }
  const since = stretches.at(-1)?.from
  return `Its mail fails now: look at the days since ${since === undefined ? 'then' : date(since)} alone to see why, and what to do.`
}
