import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { ComplaintOverview } from '../../../services/complaints/complaints.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers, Stretched, TimeAxis } from './figure.tsx'
import { volumeShape } from './geometry.ts'
import { seriesOf } from './pass-chart.tsx'
import { longDay, slotsOf, windowWords } from './slots.ts'
import { Words } from './volume-chart.tsx'

const TALL = 90

/** Complaints day by day: those whose sender is proved upwards, others downwards. */
export function ComplaintChart({ window, days }: Pick<ComplaintOverview, 'window' | 'days'>) {
  const counted = days.map(({ day, complaints, unauthenticated }) => ({
    day: dateOfDay(day),
    pass: complaints,
    fail: unauthenticated,
  }))
  const series = seriesOf(dateOfDay(window.from), dateOfDay(window.to), counted)
  const slots = slotsOf(series)
  const shape = volumeShape(slots, TALL, { scored: '', failed: 'not authenticated' })
  const { scored, failed, base, height, most, mostFailed } = shape
  const sum = (kind: 'scored' | 'failed') => series.days.reduce((total, day) => total + day[kind], 0)
  return (
    <ChartFigure
      id="complaint-days"
      title={`Complaints by ${series.per}`}
      says={
        mostFailed === undefined ? undefined : 'Below the line: those without proof of who sent the report.'
      }
      description={`From ${windowWords(series)}: ${amount(sum('scored'))} ${plural(sum('scored'), 'complaint')}, ${amount(sum('failed'))} not authenticated.`}
      height={height + AXIS_HEIGHT}
      table={<ComplaintNumbers series={series} />}
    >
      <Stretched slots={slots} height={height}>
        <path class="chart-bars" d={scored} />
        <path class="chart-bars-failed" d={failed} />
      </Stretched>
      <line class="chart-base" x1="0" x2="100%" y1={base} y2={base} />
      <Words label={most} />
      <Words label={mostFailed} />
      <TimeAxis slots={slots} y={height} />
    </ChartFigure>
  )
}

function ComplaintNumbers({ series: { days, per } }: { series: ReturnType<typeof seriesOf> }) {
  const rows = days.toReversed().map(({ day, scored, failed }) => ({
    key: day,
    cells: [longDay(day, per), amount(scored), amount(failed)],
  }))
  return (
    <Numbers
      caption="Complaints"
      columns={[per === 'day' ? 'Day (UTC)' : 'Week', 'Complaints', 'Not authenticated']}
      rows={rows}
    />
  )
}
