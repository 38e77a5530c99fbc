import type { ComponentChildren } from 'preact'
import type { HistoryPeriod } from '../../../services/history/history.ts'
import { amount } from '../../words/amounts.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers, Stretched, TimeAxis } from './figure.tsx'
import type { Label, VolumeShape } from './geometry.ts'
import { longDay, type Slot } from './slots.ts'

interface TwoWayProps {
  id: string
  title: string
  says: string | undefined
  description: string
  slots: readonly Slot[]
  shape: VolumeShape
  /** How what goes downwards is drawn: as what is not known, or as what is wrong. */
  below: 'failed' | 'failing'
  table: ComponentChildren
}

/** What is counted day by day: one kind upwards, the other downwards. */
export function TwoWayFigure({ slots, shape, below, ...figure }: TwoWayProps) {
  const { scored, failed, base, height, most, mostFailed } = shape
  return (
    <ChartFigure {...figure} height={height + AXIS_HEIGHT}>
      <Stretched slots={slots} height={height}>
        <path class="chart-bars" d={scored} />
        {mostFailed && <path class={`chart-bars-${below}`} d={failed} />}
      </Stretched>
      <line class="chart-base" x1="0" x2="100%" y1={base} y2={base} />
      <Words label={most} />
      <Words label={mostFailed} />
      <TimeAxis slots={slots} y={height} />
    </ChartFigure>
  )
}

/** A number beside what it says. */
function Words({ label }: { label: Label | undefined }) {
  if (!label) return null
  const { across, y, words, anchor } = label
  return (
    <text class="chart-label" x={`${across}%`} y={y} text-anchor={anchor}>
      {words}
    </text>
  )
}

interface TwoWayNumbersProps {
  caption: string
  /** What goes upwards, and what downwards. */
  kinds: readonly [string, string]
  days: readonly { day: string; scored: number; failed: number }[]
  per: HistoryPeriod
}

/** The same in numbers, the latest first. */
export function TwoWayNumbers({ caption, kinds, days, per }: TwoWayNumbersProps) {
  const rows = days.toReversed().map(({ day, scored, failed }) => ({
    key: day,
    cells: [longDay(day, per), amount(scored), amount(failed)],
  }))
  return <Numbers caption={caption} columns={[per === 'day' ? 'Day (UTC)' : 'Week', ...kinds]} rows={rows} />
}
