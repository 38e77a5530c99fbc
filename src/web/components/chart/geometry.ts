import { MAX_SCORE } from '../../../core/report.ts'
import { middleOf, type Slot } from './slots.ts'

/** A path is drawn in units of its own across the width (`unit` for each place of the axis), and in pixels down it: it is stretched to
 * the width of the page, and text beside it is not. */
export const UNIT = 10

/** Where a number is written beside what it says, across in percent. */
export interface Label {
  across: number
  y: number
  words: string
  anchor: 'start' | 'middle' | 'end'
}

export interface ScoreShape {
  /** From the lowest to the highest score of each place. */
  band: string
  /** The medians of neighbours. A place without a score parts it. */
  line: string
  /** Every median, as lines without a length: their round ends are dots. */
  dots: string
  /** The latest median. */
  latest?: { across: number; y: number; median: number; day: string }
}

/** So that a day whose scores are all the same is seen. */
const THINNEST_BAND = 2

/** Medians and their spread, for a drawing of that height with room above and below. */
export function scoreShape(slots: readonly Slot[], height: number, room: number): ScoreShape {
  const yOf = (score: number) => round(height - room - (clamped(score) / MAX_SCORE) * (height - 2 * room))
  const places = slots.flatMap(({ day, known }, at) => (known?.score ? [{ at, day, ...known.score }] : []))
  const points = places.map((place) => ({ ...place, x: place.at * UNIT + UNIT / 2, y: yOf(place.median) }))
  const last = points.at(-1)
  return {
    band: places.map(({ at, low, high }) => bandOf(at, yOf(low), yOf(high))).join(''),
    line: points
      .map(({ at, x, y }, index) => `${points[index - 1]?.at === at - 1 ? 'L' : 'M'}${x} ${y}`)
      .join(''),
    dots: points.map(({ x, y }) => `M${x} ${y}h0`).join(''),
    ...(last && {
      latest: { across: middleOf(last.at, slots.length), y: last.y, median: last.median, day: last.day },
    }),
  }
}

function bandOf(at: number, low: number, high: number): string {
  const lack = Math.max(0, THINNEST_BAND - (low - high)) / 2
  return `M${at * UNIT} ${round(high - lack)}h${UNIT}V${round(low + lack)}h-${UNIT}z`
}

const clamped = (score: number) => Math.min(MAX_SCORE, Math.max(0, score))
const round = (n: number) => Math.round(n * 10) / 10

export interface VolumeShape {
  /** Upwards from the base: messages that were scored. */
  scored: string
  /** Downwards: those that could not be analysed. */
  failed: string
  /** Where both stand on. */
  base: number
  height: number
  /** The most of a place, written where it is. */
  most?: Label
  mostFailed?: Label
}

/** Room for a number above the tallest bar, and below the longest. */
const NUMBER = 18
const SMALLEST_BAR = 2
/** Of a place's width, left empty between bars. */
const BETWEEN = 2

/** How many messages arrived: both kinds in the same measure, the tallest bar of the scored ones `tall` pixels high. */
export function volumeShape(
  slots: readonly Slot[],
  tall: number,
  words: Readonly<Record<'scored' | 'failed', string>> = { scored: 'scored', failed: 'not analysed' },
): VolumeShape {
  const top = mostOf(slots, 'scored')
  const down = mostOf(slots, 'failed')
  // Where more failed than were scored, these are what the measure goes by.
  const perMessage = tall / Math.max(1, top.most, down.most)
  const base = (top.most > 0 ? NUMBER : 0) + Math.ceil(top.most * perMessage)
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(SMALLEST_BAR, round(count * perMessage)))
  const below = heightOf(down.most)
  return {
    scored: bars(slots, (known) => -heightOf(known.scored), base),
    failed: bars(slots, (known) => heightOf(known.failed), base),
    base,
    height: base + (below > 0 ? Math.ceil(below) + NUMBER : 1),
    ...(top.most > 0 && { most: labelAt(top, slots.length, base - heightOf(top.most) - 5, words.scored) }),
    ...(down.most > 0 && {
      mostFailed: labelAt(down, slots.length, base + below + 13, words.failed),
    }),
  }
}

function mostOf(slots: readonly Slot[], kind: 'scored' | 'failed'): { at: number; most: number } {
  let found = { at: 0, most: 0 }
  for (const [at, { known }] of slots.entries()) {
    // The latest of those that are the same.
    if (known && known[kind] > 0 && known[kind] >= found.most) found = { at, most: known[kind] }
  }
  return found
}

function bars(
  slots: readonly Slot[],
  of: (known: NonNullable<Slot['known']>) => number,
  base: number,
): string {
  return slots
    .map(({ known }, at) => {
      const height = known ? of(known) : 0
      const from = at * UNIT + BETWEEN / 2
      return height === 0 ? '' : `M${from} ${base}v${height}h${UNIT - BETWEEN}v${-height}z`
    })
    .join('')
}

function labelAt({ at, most }: { at: number; most: number }, count: number, y: number, what: string): Label {
  const across = middleOf(at, count)
  return { across, y: round(y), words: `${most.toLocaleString('en-GB')} ${what}`, anchor: anchorAt(across) }
}

/** In percent: half of the longest label on the narrowest page. */
const NEAR = 20

/** Text that stands near an edge stays inside. */
function anchorAt(across: number): Label['anchor'] {
  if (across < NEAR) return 'start'
  return across > 100 - NEAR ? 'end' : 'middle'
}
