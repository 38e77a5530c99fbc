import { adviceWithPointer, type detailOf, type Finding } from '../../core/check.ts'
import { type PlanStep, writtenChange } from '../../core/fix.ts'
import { withoutMarks } from '../../core/verbatim.ts'

/** What the steps of a plan say of one check, which then need not say it again. */
export interface ToldBySteps {
  /** Their numbers, as they are shown; 1 is the first. */
  numbers: readonly number[]
  says: string
  lines: ReadonlySet<string>
}

/** By check, what steps say; in the order in which they are shown. */
export function toldBySteps(steps: readonly PlanStep[]): ReadonlyMap<string, ToldBySteps> {
  const numbered = steps.map((step, at) => ({ ...step, number: at + 1 }))
  const byCheck = Map.groupBy(numbered, ({ check }) => check)
  return new Map(
    [...byCheck].map(([check, own]) => {
      const says = own.map((step) => step.says).join('\n')
      const written = own.flatMap(({ changes }) => changes.flatMap(linesOf))
      const lines = new Set([...says.split('\n'), ...written])
      return [check, { numbers: own.map(({ number }) => number), says, lines }] as const
    }),
  )
}

const linesOf = (change: PlanStep['changes'][number]) => writtenChange(change).split('\n')

/** Whether steps say all that the finding advises, with what it offers. */
export function isTold(finding: Finding, told: ToldBySteps | undefined): boolean {
  if (!told || finding.advice === '') return false
  const { changes = [] } = finding
  const advised = withoutMarks(adviceWithPointer(finding)).split('\n')
  // TLS is told in the words of the advice.
  const offered = changes.filter((change) => change.kind !== 'smtp').flatMap(linesOf)
  return (
    advised.every((line) => told.lines.has(line)) &&
    offered.every((line) => told.lines.has(line) || told.says.includes(line))
  )
}

/** What is left to say in a check as it was rendered, line by line. */
export function untoldLines(advice: string, told: ToldBySteps | undefined): string[] {
  return advice.split('\n').filter((line) => line !== '' && !told?.lines.has(line))
}

/** A check without the advice that steps hold. */
export function withoutTold<C extends Parameters<typeof detailOf>[0]>(
  check: C,
  told: ToldBySteps | undefined,
): C {
  if (!told) return check
  const { rendered, findings } = check
  if (!rendered) return { ...check, findings: findings.filter((one) => one.refinement || !isTold(one, told)) }
  const { advice = '', fix = '', ...rest } = rendered
  const left = untoldLines(advice, told).join('\n')
  return { ...check, rendered: { ...rest, ...(left !== '' && { advice: left, ...(fix !== '' && { fix }) }) } }
}
