import type { HistoryPeriod } from '../../../services/history/history.ts'
import { plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { Numbers } from './figure.tsx'
import { volumeShape } from './geometry.ts'
import { longDay, slotsOf, windowWords } from './slots.ts'
import { TwoWayFigure } from './two-way.tsx'

const TALL = 110
/** Of longer windows the weeks are drawn: on a phone a day would be thinner than a line. */
const MOST_DAYS = 100

/** Messages of a day of UTC, as reports count them. */
export interface CountedDay {
  day: string
  pass: number
  fail: number
}

/** What is counted, in words. */
interface Counted {
  title: string
  one: string
  /** What those did that passed. */
  good: string
  says: string
}

const MESSAGES: Counted = {
  title: 'Messages',
  one: 'message',
  good: 'passed',
  says: 'Above the line: messages that passed DMARC. Below it: messages that failed.',
}

interface PassChartProps {
  id: string
  /** Absent: messages by DMARC. */
  counted?: Counted
  since: string
  until: string
  days: readonly CountedDay[]
  /** What the days from one to another are made of. */
  hrefOf?: (first: string, last: string) => string
}

/** Messages, or what else is counted, day by day: those that passed upwards, those that failed downwards. */
export function PassChart({ id, since, until, days, counted = MESSAGES, hrefOf }: PassChartProps) {
  const series = seriesOf(since, until, days)
  const slots = slotsOf(series)
  const shape = volumeShape(slots, TALL, { scored: counted.good, failed: 'failed' })
  const [pass, fail] = (['scored', 'failed'] as const).map((kind) =>
    series.days.reduce((sum, day) => sum + day[kind], 0),
  ) as [number, number]
  return (
    <TwoWayFigure
      id={id}
      title={`${counted.title} by ${series.per}`}
      says={counted.says}
      description={`From ${windowWords(series)}: ${amount(pass)} ${plural(pass, counted.one)} ${counted.good}, ${amount(fail)} failed.`}
      slots={slots}
      shape={shape}
      below="failing"
      table={<PassNumbers series={series} counted={counted} hrefOf={hrefOf} />}
    />
  )
}

type PassSeries = ReturnType<typeof seriesOf>

/** The days, or their weeks from the first day on. */
export function seriesOf(since: string, until: string, days: readonly CountedDay[]) {
  const first = Date.parse(since)
  const isLong = (Date.parse(until) - first) / DAY_MS >= MOST_DAYS
  const per: HistoryPeriod = isLong ? 'week' : 'day'
  const length = isLong ? 7 * DAY_MS : DAY_MS
  const sums = new Map<string, { day: string; scored: number; failed: number }>()
  for (const { day, pass, fail } of days) {
    const at = first + Math.floor((Date.parse(day) - first) / length) * length
    const key = new Date(at).toISOString().slice(0, 10)
    const sum = sums.get(key) ?? { day: key, scored: 0, failed: 0 }
    sums.set(key, { day: key, scored: sum.scored + pass, failed: sum.failed + fail })
  }
  return { per, since, until, days: [...sums.values()] }
}

const DAY_MS = 86_400_000

interface NumbersProps {
  series: PassSeries
  counted: Counted
  hrefOf: PassChartProps['hrefOf']
}

function PassNumbers({ series: { days, per, until }, counted, hrefOf }: NumbersProps) {
  const { title, good } = counted
  const rows = days.toReversed().map(({ day, scored, failed }) => ({
    key: day,
    cells: [
      hrefOf ? <a href={hrefOf(day, lastOf(day, per, until))}>{longDay(day, per)}</a> : longDay(day, per),
      amount(scored + failed),
      amount(scored),
      amount(failed),
      rate(scored, scored + failed),
    ],
  }))
  return (
    <Numbers
      caption={title}
      columns={[
        per === 'day' ? 'Day (UTC)' : 'Week',
        title,
        `${good.slice(0, 1).toUpperCase()}${good.slice(1)}`,
        'Failed',
        'Pass rate',
      ]}
      rows={rows}
    />
  )
}

/** The last day of a period that begins with this one, within the window. */
function lastOf(day: string, per: HistoryPeriod, until: string): string {
  if (per === 'day') return day
  const last = new Date(Date.parse(day) + 6 * DAY_MS).toISOString().slice(0, 10)
  return last < until ? last : until
}
