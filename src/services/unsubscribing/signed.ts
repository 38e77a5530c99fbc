import type { Report } from '../../core/report.ts'
import type { Offered } from './judging.ts'

/** The check that says it. */
const CHECK = 'list-unsubscribe'

/** Whether a valid DKIM signature covers both fields, as the report saw it. */
export function signedIn({ checks }: Pick<Report, 'checks'>): Offered['signed'] {
  const check = checks.find(({ name }) => name === CHECK)
  const signed = check?.evidence['signed'] ?? check?.rendered?.['signed'] ?? ''
  if (/^yes\b/.test(signed)) return 'yes'
  return /^no\b/.test(signed) ? 'no' : 'not known'
}

/** Whether one-click is asked of such mail at all. */
export const asksForOneClick = ({ kind }: Pick<Report, 'kind'>) => kind === 'marketing' || kind === 'list'
