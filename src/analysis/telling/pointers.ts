import type { Check } from '../../core/check.ts'

/** The checks without pointers to one that is not there, or that has no advice. */
export function withLivePointers(checks: readonly Check[]): Check[] {
  const isAdvice = (finding: Check['findings'][number]) => !finding.refinement && finding.advice !== ''
  const advised = new Set(checks.filter(({ findings }) => findings.some(isAdvice)).map(({ name }) => name))
  return checks.map((check) => {
    const isLive = ({ see }: Check['findings'][number]) => see === undefined || advised.has(see)
    if (check.findings.every(isLive)) return check
    const findings = check.findings.map((finding) => {
      const { see: _, ...rest } = finding
      return isLive(finding) ? finding : rest
    })
    return { ...check, findings }
  })
}
