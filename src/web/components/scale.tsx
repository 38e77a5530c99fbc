import { MAX_SCORE } from '../../core/report.ts'
import { loss, points, score as written } from '../wording.ts'

const TICKS = Array.from({ length: MAX_SCORE + 1 }, (_, index) => index)
const percent = (value: number) => `${(value / MAX_SCORE) * 100}%`

/** The legend of the hatched part of the ruler. */
export function NotKnownSwatch() {
  return (
    <svg class="swatch" width="14" height="14" aria-hidden="true" focusable="false">
      <rect width="14" height="14" rx="3" fill="url(#not-known)" />
    </svg>
  )
}

/** What took points. */
export interface Loss {
  name: string
  title: string
  score: number
}

interface ScaleProps {
  score: number
  /** What took points, in the order of the list beside the ruler. */
  cost: readonly Loss[]
  /** The most that undetermined checks could still take. */
  notKnown?: number
}

/** The ten points as a ruler: what is left, what each check took, and what is not known. */
export function Scale({ score, cost, notKnown = 0 }: ScaleProps) {
  const open = Math.min(score, notKnown)
  return (
    <svg class="scale" width="100%" height="40" role="img" aria-label={described(score, cost, notKnown)}>
      <defs>
        <clipPath id="ruler">
          <rect width="100%" height="14" rx="3" />
        </clipPath>
        <pattern
          id="not-known"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="scale-kept" width="6" height="6" />
          <rect class="scale-gap" width="2.5" height="6" />
        </pattern>
      </defs>
      <g clip-path="url(#ruler)">
        <rect class="scale-track" width="100%" height="14" />
        <rect class="scale-kept" width={percent(score)} height="14" />
        {open > 0 && (
          <rect x={percent(score - open)} width={percent(open)} height="14" fill="url(#not-known)" />
        )}
        {lostSegments(cost, score).map(({ check, from, width }) => (
          <svg key={check.name} x={percent(from)} width={percent(width)} height="14">
            <title>{`${check.title}: ${loss(check.score)}`}</title>
            <rect class="scale-lost" x="1.5" width="100%" height="14" />
          </svg>
        ))}
      </g>
      {TICKS.map((tick) => (
        <g key={tick} class="scale-tick">
          <line x1={percent(tick)} x2={percent(tick)} y1="18" y2={tick % 5 === 0 ? 25 : 22} />
        </g>
      ))}
      <text class="scale-number" x="0" y="38">
        0
      </text>
      <text class="scale-number" x="50%" y="38" text-anchor="middle">
        5
      </text>
      <text class="scale-number" x="100%" y="38" text-anchor="end">
        10
      </text>
    </svg>
  )
}

/** From the score upwards in the order of the list below it, never past the end of the ruler. */
function lostSegments(cost: readonly Loss[], score: number) {
  let from = score
  return cost.flatMap((check) => {
    const segment = { check, from, width: Math.min(MAX_SCORE - from, -check.score) }
    from += segment.width
    return segment.width > 0 ? [segment] : []
  })
}

function described(score: number, cost: readonly Loss[], notKnown: number): string {
  const lost = cost.map((check) => `${check.title} cost ${points(check.score)}`)
  const open = notKnown > 0 ? [`up to ${points(notKnown)} not known`] : []
  return [`${written(score)} of ${MAX_SCORE} points`, ...lost, ...open].join('; ')
}
