import type { AggregateHead, Results } from '../../../core/aggregate/report.ts'

/** How parsedmarc (10.x) says what its users know by its names. */

/** Without a version a report is of a draft. */
export const schemaOf = ({ version }: Pick<AggregateHead, 'version'>) => version ?? 'draft'

export const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** y or n, as the record says it. Absent: the report does not tell. */
export const testingOf = ({ testing }: AggregateHead['policy']) =>
  testing === undefined ? undefined : testing ? 'y' : 'n'

/** Where a report names no policy for subdomains that of the domain applies. */
export const subdomainPolicyOf = ({ sp, p }: AggregateHead['policy']) => sp ?? p

/** What stands for a selector and a comment that is not there, and for the scope of SPF. */
const NONE = 'none'
const USUAL_SCOPE = 'mfrom'

/** The results of a record with nothing left out: lists of it have as many entries each. */
export function wholeResults({ dkim, spf, reasons }: Results) {
  return {
    dkim: dkim.map(({ domain, selector, result }) => ({ domain, selector: selector ?? NONE, result })),
    spf: spf.map(({ domain, scope, result }) => ({ domain, scope: scope ?? USUAL_SCOPE, result })),
    reasons: reasons.map(({ type, comment }) => ({ type, comment: comment ?? NONE })),
  }
}
