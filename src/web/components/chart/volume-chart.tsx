import { amount } from '../../words/amounts.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers, Stretched, TimeAxis } from './figure.tsx'
import { type Label, volumeShape } from './geometry.ts'
import { longDay, messages, type Series, slotsOf, windowWords } from './slots.ts'

const TALL = 90

/** How many messages arrived: scored ones upwards, those that could not be analysed downwards. */
export function VolumeChart({ id, history }: { id: string; history: Series }) {
  const slots = slotsOf(history)
  const { scored, failed, base, height, most, mostFailed } = volumeShape(slots, TALL)
  const hasFailed = mostFailed !== undefined
  return (
    <ChartFigure
      id={id}
      title="Messages"
      says={hasFailed ? 'Below the line: messages that could not be analysed.' : undefined}
      description={described(history)}
      height={height + AXIS_HEIGHT}
      table={<VolumeNumbers history={history} />}
    >
      <Stretched slots={slots} height={height}>
        <path class="chart-bars" d={scored} />
        {hasFailed && <path class="chart-bars-failed" d={failed} />}
      </Stretched>
      <line class="chart-base" x1="0" x2="100%" y1={base} y2={base} />
      <Words label={most} />
      <Words label={mostFailed} />
      <TimeAxis slots={slots} y={height} />
    </ChartFigure>
  )
}

/** A number beside what it says. */
export function Words({ label }: { label: Label | undefined }) {
  if (!label) return null
  const { across, y, words, anchor } = label
  return (
    <text class="chart-label" x={`${across}%`} y={y} text-anchor={anchor}>
      {words}
    </text>
  )
}

function described(history: Series): string {
  const total = (kind: 'scored' | 'failed') => history.days.reduce((sum, day) => sum + day[kind], 0)
  const [scored, failed] = [total('scored'), total('failed')]
  return `From ${windowWords(history)}: ${messages(scored)} scored, ${amount(failed)} could not be analysed.`
}

function VolumeNumbers({ history: { days, per } }: { history: Series }) {
  const rows = days.toReversed().map(({ day, scored, failed }) => ({
    key: day,
    cells: [longDay(day, per), amount(scored), amount(failed)],
  }))
  return (
    <Numbers
      caption="Messages"
      columns={[per === 'day' ? 'Day (UTC)' : 'Week', 'Scored', 'Not analysed']}
      rows={rows}
    />
  )
}
