import { once } from '../../../core/making/once.ts'
import type { Expectations } from '../../../core/watching/monitor.ts'
import { spaced } from '../../telling/spaced.ts'

/** What reasons of alerts say, in a sentence or two. */

export const scoreLow = (score: number, least: number): string =>
  `The message scored ${points(score)}; at least ${points(least)} is expected.`

export const scoreDropped = (score: number, level: number): string =>
  `The message scored ${points(score)}, ${points(level - score)} below the ${points(level)} of those before it.`

/** Of a drop that lasts. */
export const newLevel = (count: number, median: number, level: number): string =>
  `${count} messages in a row scored about ${points(median)}, where those before scored ${points(level)}. Later messages are compared with ${points(median)}.`

export const checkFailed = (name: string, summary: string): string =>
  `The check ${spaced(name)} failed: ${summary}`

export const notAnalysed = (reason: string): string => `The message could not be analysed: ${reason}`

/** `last` is when the latest message came; absent: none ever did. */
export function nothingReceived(
  { everyMinutes, graceMinutes }: NonNullable<Expectations['interval']>,
  since: { last?: Date; made: Date },
): string {
  const none = since.last
    ? `No message has come since ${moment(since.last)}`
    : `No message has come since the monitor was made, ${moment(since.made)}`
  const late = graceMinutes > 0 ? `, at most ${span(graceMinutes)} late` : ''
  return `${none}; one is expected every ${span(everyMinutes).replace(/^1 /, '')}${late}.`
}

/** 9.1, without fractions such as 0.30000000000000004. */
const points = (score: number): string => (Math.round(score * 10) / 10).toFixed(1)

const UNITS = [
  [1440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

/** 90 minutes, 36 hours, 1 day: in the largest unit that needs no fraction. */
function span(minutes: number): string {
  const [size, unit] = UNITS.find(([size]) => minutes >= size && minutes % size === 0) ?? UNITS[2]
  const count = minutes / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UTC = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
)

/** 21 Nov 2026, 14:02 UTC, as pages write it. */
const moment = (at: Date): string => `${UTC().format(at)} UTC`
