import type { Connection } from '../../connection.ts'
import type { Homes } from './homes.ts'
import { GO_AT_ONCE, type Leaving } from './leaving.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Memory } from './memory.ts'
import type { Counting } from './pieces/counting.ts'
import type { Pieces } from './pieces/pieces.ts'
import type { KeptReport, Reports } from './reports.ts'

export interface AgeParts {
  memory: Memory
  homes: Homes
  ledger: Ledger
  reports: Reports
  leaving: Leaving
  pieces: Pieces
  counting: Counting
}

/** Later than any day. */
const END_OF_DAYS = Number.MAX_SAFE_INTEGER

/** Takes away what is past its time, and what is left of accounts that are gone. */
export function createAge({ driver }: Pick<Connection, 'driver'>, parts: AgeParts) {
  const { memory, homes, ledger, reports, leaving, pieces, counting } = parts
  const oldest = driver
    .prepare<[number, number, number], [number]>(
      'SELECT report FROM dmarc_slices WHERE domain = ? AND day < ? ORDER BY day, received_at, report LIMIT ?',
    )
    .raw()
  const begun = driver.prepare<[string, number], { no: number }>(
    'SELECT no FROM dmarc_reports WHERE account_id = ? LIMIT ?',
  )
  const dropDomains = driver.prepare<[string]>('DELETE FROM dmarc_domains WHERE account_id = ?')
  const abandoned = driver.prepare<[number], { no: number }>(
    'SELECT no FROM dmarc_reports WHERE leaving_at IS NOT NULL AND leaving_at < ? LIMIT 1',
  )

  /** Some records of one report about a domain. Gives how many went; undefined: it is to be counted first. */
  function removeOf(domain: number, no: number, most: number): number | undefined {
    if (!counting.ofReport(no)) return undefined
    const report = reports.byNo(no)
    const rows = pieces.behind(domain, no, -1, most)
    if (!report || rows.length === 0) return 0
    ledger.remove(reports.factsOf(report), domain, rows, true)
    if (!pieces.hasAny(no)) reports.remove(report)
    return rows.length
  }

  /** Of a domain. Gives how many went; undefined: some were counted, and the others are to be first. */
  function removeOfDomain(domain: number, day: number, most: number): number | undefined {
    if (!counting.some(domain)) return undefined
    let gone = 0
    for (const [report] of oldest.all(domain, day, most)) {
      if (gone >= most) break
      const some = removeOf(domain, report, most - gone)
      if (some === undefined) return gone > 0 ? gone : undefined
      gone += some
    }
    return gone
  }

  function removeBefore(accountId: string, day: number, limit: number): number {
    let gone = 0
    for (const domain of homes.numbersOf(accountId)) {
      if (gone >= limit) break
      const some = removeOfDomain(domain, day, limit - gone)
      if (some === undefined) return gone + 1
      gone += some
    }
    return gone
  }

  /** Reports without a record: they were begun, and nothing of them was entered. */
  function removeBegun(accountId: string, limit: number): number {
    const rows = begun.all(accountId, limit)
    for (const { no } of rows) {
      const report = reports.byNo(no)
      if (report) reports.remove(report)
    }
    return rows.length
  }

  const done = <T>(work: () => T): T => {
    memory.look()
    memory.change()
    const answer = work()
    memory.end()
    return answer
  }

  return {
    deleteBefore: (accountId: string, day: number, limit: number): number =>
      done(() => removeBefore(accountId, day, Math.min(limit, GO_AT_ONCE))),
    /** All of an account. Gives how many rows went; 0: nothing is left. */
    deleteOf: (accountId: string, limit: number): number =>
      done(() => {
        const most = Math.min(limit, GO_AT_ONCE)
        const gone = removeBefore(accountId, END_OF_DAYS, most) || removeBegun(accountId, most)
        return gone || dropDomains.run(accountId).changes
      }),
    /** Takes away some of a report that was to make room for one that never came back. Gives how many were looked at. */
    clearAbandoned(before: number): number {
      const found = abandoned.get(before)
      const report: KeptReport | undefined = found && reports.byNo(found.no)
      if (!report) return 0
      return done(() => {
        if (leaving.some(report)) reports.remove(report)
        return 1
      })
    },
  }
}
