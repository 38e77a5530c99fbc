import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { PolicySpan } from '../../../services/answers/policies/spans.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { policyWords } from '../../words/dmarc.ts'
import { POLICIES, type PolicyName } from '../../words/readiness.ts'
import { AXIS_HEIGHT, ChartFigure, Numbers, TimeAxis } from './figure.tsx'
import { longDay, slotsOf, windowWords } from './slots.ts'

interface StripProps {
  id: string
  title: string
  /** Days since 1970, both included. */
  from: number
  to: number
  spans: readonly PolicySpan[]
}

const STRIP = 26
/** The names of policies stand above them. */
const TOP = 20
/** In percent of the width: narrower ones have no room for their name. */
const NAMED = 16
const isKnown = (p: string): p is PolicyName => POLICIES.some((one) => one === p)

/** Which policy held when, from left to right: the stricter, the stronger its colour. Days of which nothing is known are empty. */
export function PolicyStrip({ id, title, from, to, spans }: StripProps) {
  const whole = to - from + 1
  const window = { since: dateOfDay(from), until: dateOfDay(to) }
  const slots = slotsOf({ per: 'day', ...window, days: [] })
  const across = (day: number) => round((100 * (day - from)) / whole)
  return (
    <ChartFigure
      id={id}
      title={title}
      says="The stricter the policy, the stronger the colour. Where it is empty, no report came for more than three days."
      description={`From ${windowWords(window)}: ${described(spans)}`}
      height={TOP + STRIP + AXIS_HEIGHT}
      table={<SpanNumbers spans={spans} />}
    >
      <rect class="chart-track" x="0" y={TOP} width="100%" height={STRIP} />
      {spans.map((span) => {
        const widest = span.runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? span
        const width = across(widest.to + 1) - across(widest.from)
        return (
          <g key={span.from} class={isKnown(span.policy.p) ? `policy-${span.policy.p}` : 'policy-odd'}>
            {span.runs.map((run) => (
              <rect
                key={run.from}
                x={`${across(run.from)}%`}
                y={TOP}
                width={`${round(across(run.to + 1) - across(run.from))}%`}
                height={STRIP}
              />
            ))}
            {span.from > from && (
              <line
                class="policy-change"
                x1={`${across(span.from)}%`}
                x2={`${across(span.from)}%`}
                y1={TOP}
                y2={TOP + STRIP}
              />
            )}
            {width >= NAMED && (
              <text class="chart-label" x={`${across(widest.from)}%`} y={TOP - 6}>
                {named(span)}
              </text>
            )}
          </g>
        )
      })}
      <TimeAxis slots={slots} y={TOP + STRIP} />
    </ChartFigure>
  )
}

const round = (n: number) => Math.round(n * 100) / 100

/** p= of the policy; what is none is not repeated: it is a stranger's. */
export const named = ({ policy: { p } }: Pick<PolicySpan, 'policy'>): string =>
  isKnown(p) ? p : p === '' ? 'no p named' : 'not a policy'

function described(spans: readonly PolicySpan[]): string {
  return spans
    .map(
      ({ policy, from, to }) =>
        `${named({ policy })} from ${longDay(dateOfDay(from))} to ${longDay(dateOfDay(to))}`,
    )
    .join('; ')
}

function SpanNumbers({ spans }: Pick<StripProps, 'spans'>) {
  return (
    <Numbers
      caption="Policies that reports saw"
      columns={['First day (UTC)', 'Last day', 'Policy', 'Days', 'Reports']}
      rows={spans.toReversed().map(({ policy, from, to, days, reports }) => ({
        key: String(from),
        cells: [longDay(dateOfDay(from)), longDay(dateOfDay(to)), policyWords(policy), days, amount(reports)],
      }))}
    />
  )
}

/** 14 days with reports. */
export const daysWithReports = (days: number) => `${amount(days)} ${plural(days, 'day')} with reports`
