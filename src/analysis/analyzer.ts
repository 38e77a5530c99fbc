import type { Check, CheckStatus } from '../core/check.ts'
import type { Change, Fix } from '../core/fix.ts'
import type { AnalysisContext, AnalysisSettings } from './context.ts'
import { REFINEMENTS } from './telling/refinements.ts'

export const CHECK_GROUPS = ['authentication', 'server', 'message', 'content', 'providers'] as const
export type CheckGroup = (typeof CHECK_GROUPS)[number]

/** What an analyzer hands back: a check without its name. */
export type Conclusion = Omit<Check, 'name'>

/** Makes one check. Reads the context and nothing else; throws freely (the pipeline turns that into `error`). */
export interface Analyzer {
  readonly name: string
  readonly group: CheckGroup
  /** The most points this check can cost. */
  readonly weight: number
  /** Whether there is such a check here. Absent: always; where it says no, the report has none of that name. */
  applies?(settings: Pick<AnalysisSettings, 'scanners'>): boolean
  run(context: AnalysisContext): Promise<Conclusion> | Conclusion
}

/** One thing seen that is worth saying, with what it costs and how to fix it. */
export interface Finding {
  /** Stable: what CI, alerts and translations hold on to. */
  code: string
  /** Points, >= 0. 0 is advice. */
  cost: number
  /** One sentence: what was seen. Never repeats the message's own words. */
  says: string
  /** What to do, with the exact record or header to publish. */
  advice: string
  /** RFC section, or a provider's page with its date. */
  reference: string
  /** The changes that fix it, where they can be written down as data. */
  fix?: readonly Change[]
}

export interface Judgement {
  findings: readonly Finding[]
  /** The summary when nothing costs points. */
  passed: string
  evidence?: Record<string, string>
  quotes?: Record<string, string>
}

/** What was remarked, as findings with their costs out of an analyzer's table; what it does not name is advice. */
export function priced(
  remarks: readonly Omit<Finding, 'cost'>[],
  costs: Readonly<Record<string, number>>,
): Finding[] {
  return remarks.map((remark) => ({ ...remark, cost: costs[remark.code] ?? 0 }))
}

/** Folds findings into a check: the costs are summed and capped at the weight; anything that costs makes it `failed`. */
export function conclude(weight: number, judgement: Judgement): Conclusion {
  const findings = judgement.findings.toSorted((a, b) => b.cost - a.cost)
  const cost = Math.min(
    weight,
    findings.reduce((sum, finding) => sum + finding.cost, 0),
  )
  const worst = findings[0]
  const status: CheckStatus = cost > 0 ? 'failed' : 'passed'
  const paid = findings.filter((finding) => finding.cost > 0)
  const summary = cost > 0 ? paid.map((finding) => finding.says).join(' ') : judgement.passed
  const fixes = findings.flatMap((finding) => fixOf(finding) ?? [])
  const detail = {
    summary,
    ...(worst && {
      ...toldApart(findings),
      reference: [...new Set(findings.flatMap((finding) => finding.reference.split('; ')))].join('; '),
      findings: [...new Set(findings.map((finding) => finding.code))].join(','),
    }),
    ...judgement.evidence,
  }
  foundIn.set(detail, findings)
  const score = cost > 0 ? -Math.round(cost * 100) / 100 : 0
  return withQuotes({ status, score, detail, ...(fixes.length > 0 && { fixes }) }, judgement.quotes)
}

/** What costs is never a refinement. */
function toldApart(findings: readonly Finding[]): Record<string, string> {
  const isRefinement = ({ code, cost }: Finding) => cost === 0 && REFINEMENTS.has(code)
  const advice = adviceIn(findings.filter((finding) => !isRefinement(finding)))
  const refinement = adviceIn(findings.filter(isRefinement))
  return { ...(advice !== '' && { advice }), ...(refinement !== '' && { refinement }) }
}

function adviceIn(findings: readonly Finding[]): string {
  return [...new Set(findings.map((finding) => finding.advice))].join('\n')
}

/** What a detail was made of: the plan tells what each of its steps is about. */
const foundIn = new WeakMap<Check['detail'], readonly Finding[]>()

/** What to do about the findings of these codes, out of a check that `conclude` made. */
export function adviceOn({ detail }: Pick<Check, 'detail'>, codes: readonly string[]): string {
  const findings = foundIn.get(detail)?.filter(({ code }) => codes.includes(code)) ?? []
  return findings.length > 0 ? adviceIn(findings) : (detail['advice'] ?? '')
}

/** A check that `conclude` made, with other advice about the findings of a code. */
export function retold(check: Check, code: string, again: (advice: string) => string): Check {
  const before = foundIn.get(check.detail)
  if (!before) return check
  const findings = before.map((one) => (one.code === code ? { ...one, advice: again(one.advice) } : one))
  const detail = { ...check.detail, advice: adviceIn(findings) }
  foundIn.set(detail, findings)
  return { ...check, detail }
}

/** Not in the fix itself: a reader is told what to do, and the plan what it wins. */
const costly = new WeakSet<Fix>()

function fixOf({ code, cost, fix }: Finding): Fix | undefined {
  if (!fix) return undefined
  const made = { code, changes: [...fix] }
  if (cost > 0) costly.add(made)
  return made
}

/** Whether what a fix mends costs points, rather than being mere advice. */
export function mendsCost(fix: Fix): boolean {
  return costly.has(fix)
}

/** Nothing to judge, not applicable, or information: never costs points. */
export function neutral(
  summary: string,
  evidence: Record<string, string> = {},
  quotes?: Record<string, string>,
): Conclusion {
  return withQuotes({ status: 'neutral', score: 0, detail: { summary, ...evidence } }, quotes)
}

/** Could not be determined: costs nothing and says why. */
export function undetermined(
  summary: string,
  evidence: Record<string, string> = {},
  quotes?: Record<string, string>,
): Conclusion {
  return withQuotes({ status: 'error', score: 0, detail: { summary, ...evidence } }, quotes)
}

function withQuotes(conclusion: Conclusion, quotes: Record<string, string> | undefined): Conclusion {
  return quotes && Object.keys(quotes).length > 0 ? { ...conclusion, quotes } : conclusion
}
