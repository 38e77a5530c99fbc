import { dateOfDay } from '../../../services/aggregates/window.ts'
import { amount } from '../../words/amounts.ts'
import { windowWords } from './slots.ts'

interface SparkProps {
  /** Days since 1970, both included. */
  from: number
  to: number
  days: readonly { day: number; messages: number; pass: number }[]
}

const HEIGHT = 28
const UNIT = 4
const BAR = 3
const SMALLEST = 1

/** Messages by day, as high as a line of text: those that failed stand below the line. A day without reports is a gap. */
export function SparkBars({ from, to, days }: SparkProps) {
  const most = Math.max(0, ...days.map(({ pass }) => pass))
  const mostFailed = Math.max(0, ...days.map(({ messages, pass }) => messages - pass))
  if (most + mostFailed === 0) return null
  const per = (HEIGHT - 2) / (most + mostFailed)
  const base = Math.round(most * per * 10) / 10 + 1
  const bars = (count: (day: SparkProps['days'][number]) => number, sign: 1 | -1) =>
    days
      .flatMap((one) => {
        const n = count(one)
        const height = Math.round(Math.max(SMALLEST, n * per) * 10) / 10
        return n === 0 ? [] : [`M${(one.day - from) * UNIT} ${base}v${sign * height}h${BAR}V${base}z`]
      })
      .join('')
  const window = windowWords({ since: dateOfDay(from), until: dateOfDay(to) })
  const sum = (count: (day: SparkProps['days'][number]) => number) =>
    days.reduce((all, one) => all + count(one), 0)
  return (
    <svg
      class="sparkbars"
      width={(to - from + 1) * UNIT}
      height={HEIGHT}
      viewBox={`0 0 ${(to - from + 1) * UNIT} ${HEIGHT}`}
      role="img"
      aria-label={`Messages by day from ${window}: ${amount(sum(({ pass }) => pass))} passed, ${amount(sum((one) => one.messages - one.pass))} failed`}
    >
      <path class="spark-pass" d={bars(({ pass }) => pass, -1)} />
      <path class="spark-fail" d={bars((one) => one.messages - one.pass, 1)} />
      <line class="chart-base" x1="0" x2="100%" y1={base} y2={base} />
    </svg>
  )
}
