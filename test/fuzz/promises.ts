import { analyzers } from '../../src/analysis/registry.ts'
import { type Check, detailOf } from '../../src/core/check.ts'
import { type Report, scoreOf } from '../../src/core/report.ts'
import { hold } from './target.ts'

/** Whether a report keeps what is promised of every report. */
export function holdReport(report: Report): void {
  hold(report.score === scoreOf(report.checks), 'the score is what is left of 10')
  hold(report.score >= 0 && report.score <= 10, 'the score is within 0 and 10')
  for (const check of report.checks) holdCheck(check)
}

function holdCheck(check: Check): void {
  const { name, status, score } = check
  const detail = detailOf(check)
  const weight = analyzers.find((analyzer) => analyzer.name === name)?.weight ?? 0
  hold(score <= 0 && score >= -weight, `${name} costs at most its weight`)
  hold(score === 0 || status === 'failed', `${name} costs only where it failed`)
  hold(
    status === 'failed' ? score < 0 || weight === 0 || detail['findings'] !== undefined : true,
    `${name} failed for a reason`,
  )
  hold(
    !/inside Mailgauge|a fault in Mailgauge|ran out of time/.test(detail['summary'] ?? ''),
    `${name}: ${detail['summary']}`,
  )
  hold(
    Object.values(detail).every((value) => typeof value === 'string'),
    `${name} tells text`,
  )
}
