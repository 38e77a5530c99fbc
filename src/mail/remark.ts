import type { Change } from '../core/fix.ts'

/** Something worth saying to the sender; what it costs is not decided here. Whoever makes one says which codes it may have. */
export interface Remark<Code extends string = string> {
  /** Stable: `spf-none`. */
  code: Code
  /** One sentence: what was seen. */
  says: string
  /** What to do, with the exact record to publish. Understandable without `says`. */
  advice: string
  reference: string
  /** The changes that fix it, where they can be written down as data. */
  changes?: readonly Change[]
  /** Breaks a rule that no receiver refuses mail for. */
  isTolerated?: true
}
