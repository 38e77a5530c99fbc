import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { KeptSourceMark, SourceMarkChange } from '../../core/aggregate/source-mark.ts'

export type { KeptSourceMark, SourceMarkChange } from '../../core/aggregate/source-mark.ts'

/** Sources of a domain of which people may say something: as many as are looked at one by one. */
export const MOST_MARKED = 5_000

/** What people say of the sources of a domain: it goes with the domain. */
export interface SourceMarkStore {
  /** By key. */
  of(domainId: string): Promise<KeptSourceMark[]>
  /** Keeps what was said anew, with the entry of the audit log; where nothing is left to be said the mark goes. `same`: it is said
   * already, and nothing was written. `full`: as many sources as may be are marked. */
  change(
    accountId: string,
    domainId: string,
    change: SourceMarkChange,
    who: { at: Date; by: string },
    entry: NewAuditEntry,
    most?: number,
  ): Promise<'changed' | 'same' | 'full' | 'unknown_domain'>
}
