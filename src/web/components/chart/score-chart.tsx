import { score } from '../../wording.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers, Stretched, TimeAxis } from './figure.tsx'
import { type ScoreShape, scoreShape, UNIT } from './geometry.ts'
import { longDay, messages, type Series, type Slot, slotsOf, windowWords } from './slots.ts'

const HEIGHT = 170
const ROOM = 10
const LINES = [0, 5, 10]

/** The median score over time, between the lowest and the highest. */
export function ScoreChart({ id, history }: { id: string; history: Series }) {
  const slots = slotsOf(history)
  const shape = scoreShape(slots, HEIGHT, ROOM)
  const { per } = history
  return (
    <ChartFigure
      id={id}
      title="Score"
      says={`The line is the median of each ${per}; the band reaches from the lowest score to the highest.`}
      description={described(history, shape)}
      height={HEIGHT + AXIS_HEIGHT}
      table={<ScoreNumbers history={history} />}
    >
      <g class="chart-grid">
        {LINES.map((value) => (
          <GridLine key={value} value={value} />
        ))}
      </g>
      <Stretched slots={slots} height={HEIGHT}>
        <path class="chart-band" d={shape.band} />
        <path class="chart-line" d={shape.line} />
        <path class="chart-dots" d={shape.dots} />
        <Hovered slots={slots} per={per} />
      </Stretched>
      {shape.latest && <Latest {...shape.latest} />}
      <TimeAxis slots={slots} y={HEIGHT} />
    </ChartFigure>
  )
}

function GridLine({ value }: { value: number }) {
  const y = HEIGHT - ROOM - (value / 10) * (HEIGHT - 2 * ROOM)
  return (
    <>
      <line x1="0" x2="100%" y1={y} y2={y} />
      <text x="-6" y={y + 4} text-anchor="end">
        {value}
      </text>
    </>
  )
}

/** Behind its dot, where nothing later stands. */
function Latest({ across, y, median }: NonNullable<ScoreShape['latest']>) {
  return (
    <text class="chart-label" x={`${across}%`} dx="8" y={y + 4}>
      {score(median)}
    </text>
  )
}

/** The numbers of a place, where a mouse stands on it. */
function Hovered({ slots, per }: { slots: readonly Slot[]; per: Series['per'] }) {
  return (
    <g class="chart-places">
      {slots.map(({ day, known }, at) =>
        known?.score ? (
          <rect key={day} x={at * UNIT} width={UNIT} height={HEIGHT}>
            <title>{`${longDay(day, per)}: ${spread(known.score)}, ${messages(known.scored)}`}</title>
          </rect>
        ) : null,
      )}
    </g>
  )
}

const spread = ({ median, low, high }: { median: number; low: number; high: number }) =>
  low === high ? `${score(median)}` : `median ${score(median)}, ${score(low)} to ${score(high)}`

function described(history: Series, { latest }: ScoreShape): string {
  const scores = history.days.flatMap(({ score: one }) => one ?? [])
  if (!latest || scores.length === 0) return `No message was scored from ${windowWords(history)}.`
  const low = Math.min(...scores.map((one) => one.low))
  const high = Math.max(...scores.map((one) => one.high))
  const when = longDay(latest.day, history.per)
  return `From ${windowWords(history)}: scores from ${score(low)} to ${score(high)}; the latest median is ${score(latest.median)} (${when}).`
}

function ScoreNumbers({ history: { days, per } }: { history: Series }) {
  const rows = days
    .toReversed()
    .flatMap(({ day, score: one }) =>
      one
        ? [{ key: day, cells: [longDay(day, per), score(one.median), score(one.low), score(one.high)] }]
        : [],
    )
  return (
    <Numbers
      caption="Scores"
      columns={[per === 'day' ? 'Day (UTC)' : 'Week', 'Median', 'Lowest', 'Highest']}
      rows={rows}
    />
  )
}
