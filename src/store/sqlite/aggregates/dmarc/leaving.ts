import type { Ledger } from './ledger/ledger.ts'
import type { Counting } from './pieces/counting.ts'
import type { Pieces } from './pieces/pieces.ts'
import type { KeptReport, Reports } from './reports.ts'

/** Taking records of reports away, a few at a time. */
export interface Leaving {
  /** Takes some of them away. Says whether that were the last. */
  some(report: KeptReport): boolean
}

/** Records that one write takes away: each may be the first or the last of its source, which is looked for. */
export const GO_AT_ONCE = 250

export function createLeaving({
  ledger,
  reports,
  pieces,
  counting,
}: {
  ledger: Ledger
  reports: Reports
  pieces: Pieces
  counting: Counting
}): Leaving {
  return {
    some(report) {
      if (!counting.ofReport(report.no)) return false
      const facts = reports.factsOf(report)
      for (let left = GO_AT_ONCE; ; ) {
        const last = pieces.last(report.no)
        if (!last) return true
        if (left === 0) return false
        const rows = last.rows.slice(-left)
        ledger.remove(facts, last.domain, rows)
        left -= rows.length
      }
    },
  }
}
