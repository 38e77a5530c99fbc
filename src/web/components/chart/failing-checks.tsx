import type { FailingCheck } from '../../../services/history/history.ts'
import { amount, share } from '../../words/amounts.ts'
import { ChartFigure, Numbers } from './figure.tsx'
import { messages } from './slots.ts'

const MOST_BARS = 8
const ROW = 40

interface FailingChecksProps {
  id: string
  checks: readonly FailingCheck[]
  /** What people call a check. */
  titleOf: (name: string) => string
}

/** How often each check failed, the most often failed first. */
export function FailingChecks({ id, checks, titleOf }: FailingChecksProps) {
  const shown = checks.slice(0, MOST_BARS)
  const left = checks.length - shown.length
  return (
    <ChartFigure
      id={id}
      title="Failing checks"
      says={left > 0 ? `The ${MOST_BARS} that failed most often; ${left} more in numbers.` : undefined}
      description={shown
        .map(({ name, failed, of }) => `${titleOf(name)} failed in ${amount(failed)} of ${messages(of)}`)
        .join('; ')}
      height={Math.max(1, shown.length) * ROW}
      table={<CheckNumbers checks={checks} titleOf={titleOf} />}
    >
      {shown.map((check, at) => (
        <Bar key={check.name} check={check} y={at * ROW} title={titleOf(check.name)} />
      ))}
    </ChartFigure>
  )
}

function Bar({ check: { failed, of }, y, title }: { check: FailingCheck; y: number; title: string }) {
  return (
    <>
      <text class="chart-name" x="0" y={y + 15}>
        {title}
      </text>
      <text class="chart-label" x="100%" y={y + 15} text-anchor="end">
        {`${amount(failed)} of ${amount(of)}`}
      </text>
      <rect class="chart-track" x="0" y={y + 22} width="100%" height="8" rx="2" />
      <rect class="chart-bars" x="0" y={y + 22} width={percent(failed, of)} height="8" rx="2" />
    </>
  )
}

/** Never so little that it is not seen. */
const percent = (part: number, whole: number) =>
  `${Math.round(Math.min(100, Math.max(0.5, whole > 0 ? (100 * part) / whole : 0)) * 100) / 100}%`

function CheckNumbers({ checks, titleOf }: Pick<FailingChecksProps, 'checks' | 'titleOf'>) {
  const rows = checks.map(({ name, failed, of }) => ({
    key: name,
    cells: [titleOf(name), amount(failed), amount(of), share(failed, of)],
  }))
  return <Numbers caption="Failing checks" columns={['Check', 'Failed', 'Of', 'Share']} rows={rows} />
}
