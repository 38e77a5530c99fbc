import type { Connection } from '../../connection.ts'
import { byReport } from './anew.ts'
import type { Homes } from './homes.ts'
import { GO_AT_ONCE, type Leaving, ROW } from './leaving.ts'
import type { RecordRow } from './ledger/counts.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Memory } from './memory.ts'
import type { KeptReport, Reports } from './reports.ts'

export interface AgeParts {
  memory: Memory
  homes: Homes
  ledger: Ledger
  reports: Reports
  leaving: Leaving
}

type Found = RecordRow & { day: number; report: number }

/** Later than any day. */
const END_OF_DAYS = Number.MAX_SAFE_INTEGER

/** Takes away what is past its time, and what is left of accounts that are gone. */
export function createAge({ driver }: Pick<Connection, 'driver'>, parts: AgeParts) {
  const { memory, homes, ledger, reports, leaving } = parts
  const oldest = driver.prepare<[number, number, number], Found>(
    `SELECT day, report, ${ROW} FROM dmarc_records WHERE domain = ? AND day < ? ORDER BY day, report, seq LIMIT ?`,
  )
  const begun = driver.prepare<[string, number], { no: number }>(
    'SELECT no FROM dmarc_reports WHERE account_id = ? LIMIT ?',
  )
  const dropDomains = driver.prepare<[string]>('DELETE FROM dmarc_domains WHERE account_id = ?')
  const abandoned = driver.prepare<[number], { no: number }>(
    'SELECT no FROM dmarc_reports WHERE leaving_at IS NOT NULL AND leaving_at < ? LIMIT 1',
  )

  /** Records of one report about a domain. */
  function removeRows(domain: number, rows: readonly Found[]): void {
    const report = rows[0] && reports.byNo(rows[0].report)
    if (!report) return
    ledger.remove(reports.factsOf(report), domain, rows, true)
    if (!reports.hasRecords(report.no)) reports.remove(report)
  }

  function removeBefore(accountId: string, day: number, limit: number): number {
    let gone = 0
    for (const domain of homes.numbersOf(accountId)) {
      if (gone >= limit) break
      const rows = oldest.all(domain, day, limit - gone)
      for (const own of byReport(rows)) removeRows(domain, own)
      gone += rows.length
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
