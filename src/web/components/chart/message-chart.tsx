import { moment, points as pointsWords, score as written } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers } from './figure.tsx'
import { ACROSS, type MessageShape, messageShape, type Point, scoreHeight } from './message-shape.ts'
import { messages } from './slots.ts'

interface MessageChartProps {
  id: string
  /** Oldest first. */
  points: readonly Point[]
  /** What is expected at least. */
  least?: number
  now: Date
}

const HEIGHT = 170
const ROOM = 10
const LINES = [0, 5, 10]
const yOf = scoreHeight(HEIGHT, ROOM)

/** The score of each message, where it stands in time. */
export function MessageChart({ id, points, least, now }: MessageChartProps) {
  const shape = messageShape(points, now, yOf, HEIGHT - ROOM)
  const { latest } = shape
  return (
    <ChartFigure
      id={id}
      title="Score"
      says={saysOf(points, least)}
      description={described(points, shape)}
      height={HEIGHT + AXIS_HEIGHT}
      table={<MessageNumbers points={points} />}
    >
      <g class="chart-grid">
        {LINES.map((value) => (
          <g key={value}>
            <line x1="0" x2="100%" y1={yOf(value)} y2={yOf(value)} />
            <text x="-6" y={yOf(value) + 4} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
      </g>
      {least !== undefined && <line class="chart-least" x1="0" x2="100%" y1={yOf(least)} y2={yOf(least)} />}
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${ACROSS} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="chart-line" d={shape.line} />
        <path class="chart-dots" d={shape.dots} />
        <path class="chart-failed" d={shape.failed} />
      </svg>
      {latest && (
        <text class="chart-label" x={`${latest.across}%`} dx="8" y={latest.y + 4}>
          {written(latest.score)}
        </text>
      )}
      <g class="chart-axis">
        {shape.ticks.map(({ at, words, anchor }) => (
          <text key={at} x={`${at}%`} y={HEIGHT + 15} text-anchor={anchor}>
            {words}
          </text>
        ))}
      </g>
    </ChartFigure>
  )
}

const failedOf = (points: readonly Point[]) => points.filter(({ score }) => score === undefined).length

function saysOf(points: readonly Point[], least: number | undefined): string {
  const failed = failedOf(points)
  return [
    'Each dot is a message.',
    ...(least === undefined ? [] : [`The dashed line is the least that is expected: ${pointsWords(least)}.`]),
    ...(failed === 0 ? [] : [failedWords(failed)]),
  ].join(' ')
}

const failedWords = (n: number) =>
  n === 1
    ? 'The mark at the foot is a message that could not be analysed.'
    : `The ${amount(n)} marks at the foot are messages that could not be analysed.`

function described(points: readonly Point[], { latest }: MessageShape): string {
  const scores = points.flatMap(({ score }) => score ?? [])
  const failed = failedOf(points)
  const unread = failed > 0 ? ` ${messages(failed)} could not be analysed.` : ''
  if (!latest) return `No message was scored.${unread}`
  return `${messages(scores.length)} scored from ${written(Math.min(...scores))} to ${written(Math.max(...scores))}; the latest ${written(latest.score)}.${unread}`
}

function MessageNumbers({ points }: Pick<MessageChartProps, 'points'>) {
  const rows = points.toReversed().map(({ at, score }, n) => ({
    key: `${at.toISOString()} ${n}`,
    cells: [moment(at), score === undefined ? 'not analysed' : written(score)],
  }))
  return <Numbers caption="Scores" columns={['Message', 'Score']} rows={rows} />
}
