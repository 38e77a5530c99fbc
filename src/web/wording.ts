import { once } from '../core/making/once.ts'
/** Numbers, times and counts in words, the same on every page. */

import { plural, points } from '../services/telling/numbers.ts'

export { count, plural, points } from '../services/telling/numbers.ts'

/** A score always has one decimal, except at both ends. */
export function score(n: number): string {
  return n <= 0 ? '0' : n >= 10 ? '10' : n.toFixed(1)
}

/** What a check cost, with a real minus sign. */
export function loss(n: number): string {
  const exact = points(n)
  return n === 0 ? '0' : `−${exact.includes('.') ? exact : `${exact}.0`}`
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

/** 21 Nov 2026, 14:02 UTC */
export function moment(at: Date): string {
  return `${UTC().format(at)} UTC`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** In words, rounded so that it never promises too little: 12 seconds, 4 minutes, 2 hours, 7 days. */
export function duration(seconds: number): string {
  const [size, unit] = unitFor(seconds)
  const n = Math.max(1, Math.ceil(seconds / size))
  return `${n} ${plural(n, unit)}`
}

/** How long something took, to the nearest unit. */
export function took(seconds: number): string {
  const [size, unit] = unitFor(seconds)
  const n = Math.max(1, Math.round(seconds / size))
  return `${n} ${plural(n, unit)}`
}

function unitFor(seconds: number): [number, string] {
  if (seconds < 2 * MINUTE) return [1, 'second']
  if (seconds < 2 * HOUR) return [MINUTE, 'minute']
  return seconds < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day']
}
