import { MAX_SCORE } from '../../../core/report.ts'
import { shortDay } from './slots.ts'

/** A message on a time axis. Absent `score`: it could not be analysed. */
export interface Point {
  at: Date
  score?: number
}

export interface MessageShape {
  /** Scores of neighbours. A message that could not be analysed parts it. */
  line: string
  /** Every score, as lines without a length. */
  dots: string
  /** Messages that could not be analysed, at the foot. */
  failed: string
  latest?: { across: number; y: number; score: number; at: Date }
  ticks: { at: number; words: string; anchor: 'start' | 'middle' | 'end' }[]
}

/** The drawing is that wide in units of its own: it is stretched to the width of the page. */
export const ACROSS = 1000

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const FAILED_HEIGHT = 10
const MOST_TICKS = 4

/** Messages, oldest first, where they stand in time up to `until`. */
export function messageShape(
  points: readonly Point[],
  until: Date,
  yOf: (score: number) => number,
  foot: number,
): MessageShape {
  const since = points[0]?.at ?? until
  const span = Math.max(HOUR_MS, until.getTime() - since.getTime())
  const from = until.getTime() - span
  const placed = points.map((point) => ({
    ...point,
    x: round(Math.min(1, Math.max(0, (point.at.getTime() - from) / span)) * ACROSS),
  }))
  const scored = placed.flatMap(({ score, ...rest }) => (score === undefined ? [] : [{ ...rest, score }]))
  const last = scored.at(-1)
  return {
    line: lineOf(placed, yOf),
    dots: scored.map(({ x, score }) => `M${x} ${yOf(score)}h0`).join(''),
    failed: placed
      .filter(({ score }) => score === undefined)
      .map(({ x }) => `M${x} ${foot}v${-FAILED_HEIGHT}`)
      .join(''),
    ...(last && {
      latest: { across: last.x / (ACROSS / 100), y: yOf(last.score), score: last.score, at: last.at },
    }),
    ticks: ticksOf(from, span),
  }
}

function lineOf(placed: readonly { x: number; score?: number }[], yOf: (score: number) => number): string {
  let isBroken = true
  return placed
    .map(({ x, score }) => {
      if (score === undefined) {
        isBroken = true
        return ''
      }
      const step = `${isBroken ? 'M' : 'L'}${x} ${yOf(score)}`
      isBroken = false
      return step
    })
    .join('')
}

/** Days where there are several, else times of UTC. */
function ticksOf(from: number, span: number): MessageShape['ticks'] {
  const days = Math.floor(span / DAY_MS)
  const count = days >= 2 ? Math.min(MOST_TICKS, days + 1) : 3
  return Array.from({ length: count }, (_, n) => {
    const at = new Date(from + (n * span) / (count - 1))
    return {
      at: round((100 * n) / (count - 1)),
      words: days >= 2 ? shortDay(at.toISOString()) : at.toISOString().slice(11, 16),
      anchor: n === 0 ? 'start' : n === count - 1 ? 'end' : 'middle',
    }
  })
}

/** How far down a score stands in a drawing of that height, with room above and below. */
export const scoreHeight = (height: number, room: number) => (score: number) =>
  round(height - room - (Math.min(MAX_SCORE, Math.max(0, score)) / MAX_SCORE) * (height - 2 * room))

const round = (n: number) => Math.round(n * 10) / 10
