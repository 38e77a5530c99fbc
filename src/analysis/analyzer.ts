import type { Check, Finding } from '../core/check.ts'
import type { CheckWords } from '../core/check-words.ts'
import type { AnalysisContext, AnalysisSettings } from './context.ts'
import { REFINEMENTS } from './telling/refinements.ts'

export const CHECK_GROUPS = ['authentication', 'server', 'message', 'content', 'providers'] as const
export type CheckGroup = (typeof CHECK_GROUPS)[number]

/** What an analyzer hands back: a check without its name. */
export type Conclusion = Omit<Check, 'name'>

/** Makes one check. Reads the context and nothing else; throws freely (the pipeline turns that into `error`). */
export interface Analyzer extends CheckWords {
  readonly name: string
  readonly group: CheckGroup
  /** The most points this check can cost. */
  readonly weight: number
  /** What each finding usually costs, by its code; 0 is advice. A family, such as listed-<id>, is not among them. */
  readonly costs: Readonly<Record<string, number>>
  /** Whether there is such a check here. Absent: always; where it says no, the report has none of that name. */
  applies?(settings: Pick<AnalysisSettings, 'scanners' | 'rdap'>): boolean
  run(context: AnalysisContext): Promise<Conclusion> | Conclusion
}

export interface Judgement {
  findings: readonly Finding[]
  /** The summary when nothing costs points. */
  passed: string
  /** Stands in the summary behind it, and also behind what costs points. */
  always?: readonly string[]
  evidence?: Record<string, string>
  quotes?: Record<string, string>
}

/** What was remarked, as findings with their costs out of a table that names every code. */
export function priced<Code extends string>(
  remarks: readonly (Omit<Finding, 'cost'> & { code: Code })[],
  costs: Readonly<Record<NoInfer<Code>, number>>,
): Finding[] {
  return remarks.map((remark) => ({ ...remark, cost: costs[remark.code] }))
}

/** Folds findings into a check: the costs are summed and capped at the weight; anything that costs makes it `failed`. */
export function conclude(weight: number, judgement: Judgement): Conclusion {
  const findings = judgement.findings.map(refined).toSorted((a, b) => b.cost - a.cost)
  const paid = findings.filter(({ cost }) => cost > 0)
  const cost = Math.min(
    weight,
    paid.reduce((sum, finding) => sum + finding.cost, 0),
  )
  const { passed, always = [], evidence = {}, quotes } = judgement
  const isCostly = cost > 0
  return withQuotes(
    {
      status: isCostly ? 'failed' : 'passed',
      score: isCostly ? -Math.round(cost * 100) / 100 : 0,
      summary: [...(isCostly ? paid.map(({ says }) => says) : [passed]), ...always].join(' '),
      findings,
      evidence,
    },
    quotes,
  )
}

/** What costs is never a refinement. */
function refined(finding: Finding): Finding {
  return finding.cost === 0 && REFINEMENTS.has(finding.code) ? { ...finding, refinement: true } : finding
}

/** Nothing to judge, not applicable, or information: never costs points. */
export function neutral(
  summary: string,
  evidence: Record<string, string> = {},
  quotes?: Record<string, string>,
): Conclusion {
  return withQuotes({ status: 'neutral', score: 0, summary, findings: [], evidence }, quotes)
}

/** Could not be determined: costs nothing and says why. */
export function undetermined(
  summary: string,
  evidence: Record<string, string> = {},
  quotes?: Record<string, string>,
): Conclusion {
  return withQuotes({ status: 'error', score: 0, summary, findings: [], evidence }, quotes)
}

function withQuotes(conclusion: Conclusion, quotes: Record<string, string> | undefined): Conclusion {
  return quotes && Object.keys(quotes).length > 0 ? { ...conclusion, quotes } : conclusion
}
