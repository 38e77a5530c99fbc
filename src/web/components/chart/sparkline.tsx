import { score } from '../../wording.ts'
import { scoreShape, UNIT } from './geometry.ts'
import { type Series, slotsOf, windowWords } from './slots.ts'

const HEIGHT = 28
const ROOM = 4

/** The median score over time as a line of text is high. Nothing where fewer than two days were scored: a dot shows no trend. */
export function Sparkline({ history }: { history: Series }) {
  const slots = slotsOf(history)
  const { line, dots, latest } = scoreShape(slots, HEIGHT, ROOM)
  if (!latest || slots.filter(({ known }) => known?.score !== undefined).length < 2) return null
  return (
    <svg
      class="sparkline"
      width="120"
      height={HEIGHT}
      viewBox={`0 0 ${slots.length * UNIT} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Median score from ${windowWords(history)}, ${score(latest.median)} at the end`}
    >
      <path class="chart-line" d={line} />
      <path class="chart-dots" d={slots.length > 31 ? lastOf(dots) : dots} />
    </svg>
  )
}

/** In a long window dots would be a band: the last alone, as where it ends. */
const lastOf = (dots: string) => dots.slice(Math.max(0, dots.lastIndexOf('M')))
