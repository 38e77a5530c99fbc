import type { CheckStatus } from '../../src/core/check.ts'
import type { Fix } from '../../src/core/fix.ts'
import type { Report } from '../../src/core/report.ts'
import { withFix } from '../support/with-fix.ts'

/** What is held of a check: its verdict and every word that tells it, without the evidence. */
export interface GoldenCheck {
  status: CheckStatus
  score: number
  findings?: string
  summary: string
  advice?: string
  fixes?: Fix[]
}

/** What is held of a report, its checks in their order. */
export interface Golden extends Pick<Report, 'score' | 'undetermined' | 'kind' | 'kindReasons'> {
  saidByOwner?: Report['saidByOwner']
  withheld?: Report['withheld']
  checks: [name: string, check: GoldenCheck][]
  plan?: Report['plan']
}

export function goldenOf(report: Report): Golden {
  const { score, undetermined, kind, kindReasons, saidByOwner, withheld, checks, plan } = report
  return {
    score,
    undetermined,
    kind,
    kindReasons,
    ...(saidByOwner && { saidByOwner }),
    ...(withheld && { withheld }),
    checks: checks.map((check) => [check.name, goldenCheck(check)]),
    ...(plan && { plan }),
  }
}

function goldenCheck(check: Report['checks'][number]): GoldenCheck {
  const { status, score, detail, fixes } = withFix(check)
  return {
    status,
    score,
    ...(detail['findings'] && { findings: detail['findings'] }),
    summary: detail['summary'] ?? '',
    ...(detail['advice'] && { advice: detail['advice'] }),
    ...(fixes && { fixes }),
  }
}

/** Nothing found: the check says in its summary that all is well, or that there is nothing to judge. */
export function isSilent(check: GoldenCheck): boolean {
  const { status, score, summary: _summary, ...more } = check
  return (status === 'passed' || status === 'neutral') && score === 0 && Object.keys(more).length === 0
}
