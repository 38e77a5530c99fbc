import type { Remark } from '../remark.ts'

/** What the first remark says, as part of a sentence, and how many follow. */
export function firstOf(remarks: readonly Remark[]): string {
  const says = (remarks[0]?.says ?? '').replace(/\.$/, '')
  const more = remarks.length > 1 ? `, and ${remarks.length - 1} more` : ''
  return `${says.slice(0, 200)}${more}`
}
