import { type Check, detailOf, fixesOf } from '../../src/core/check.ts'
import type { Fix } from '../../src/core/fix.ts'

/** A check with the strings that it is rendered as, and with its fixes where it has any. */
export type WithFix<T> = T & { detail: Readonly<Record<string, string>>; fixes?: Fix[] }

export function withFix<T extends Omit<Check, 'name'>>(check: T): WithFix<T> {
  const fixes = fixesOf(check)
  return { ...check, detail: detailOf(check), ...(fixes.length > 0 && { fixes }) }
}
