import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { ComplaintOverview } from '../../../services/complaints/complaints.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { volumeShape } from './geometry.ts'
import { seriesOf } from './pass-chart.tsx'
import { slotsOf, windowWords } from './slots.ts'
import { TwoWayFigure, TwoWayNumbers } from './two-way.tsx'

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
  const sum = (kind: 'scored' | 'failed') => series.days.reduce((total, day) => total + day[kind], 0)
  return (
    <TwoWayFigure
      id="complaint-days"
      title={`Complaints by ${series.per}`}
      says={shape.mostFailed && 'Below the line: those without proof of who sent the report.'}
      description={`From ${windowWords(series)}: ${amount(sum('scored'))} ${plural(sum('scored'), 'complaint')}, ${amount(sum('failed'))} not authenticated.`}
      slots={slots}
      shape={shape}
      below="failed"
      table={<TwoWayNumbers caption="Complaints" kinds={['Complaints', 'Not authenticated']} {...series} />}
    />
  )
}
