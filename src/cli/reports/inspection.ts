import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import type { Inspection } from '../../core/inspection.ts'
import { explained } from '../../services/telling/explained.ts'
import { fixesBeside } from './report.ts'

/** What the check of a name is as JSON. */
export function inspectionBody({ subject, checks }: Inspection) {
  const shown = checks.map((one) => ({
    name: one.name,
    status: one.status,
    detail: explained(one, 'token', CHECK_WORDS),
    ...fixesBeside(one),
  }))
  return { [subject.kind]: subject.name, checks: shown }
}
