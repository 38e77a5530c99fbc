import type { Connection } from '../../connection.ts'
import type { RecordRow } from './ledger/counts.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Memory } from './memory.ts'
import type { KeptReport, Reports } from './reports.ts'

/** Taking records of reports away, a few at a time. */
export interface Leaving {
  /** Takes some of them away. Says whether that were the last. */
  some(report: KeptReport): boolean
}

/** Records that one write takes away: each may be the first or the last of its source, which is looked for. */
export const GO_AT_ONCE = 250

export const ROW = `seq, ip, messages, bits, header_from AS headerFrom, envelope_from AS envelopeFrom, envelope_to AS envelopeTo,
  results`

export function createLeaving(
  { driver }: Pick<Connection, 'driver'>,
  { memory, ledger, reports }: { memory: Memory; ledger: Ledger; reports: Reports },
): Leaving {
  const slice = driver
    .prepare<[number], [number]>('SELECT domain FROM dmarc_slices WHERE report = ? LIMIT 1')
    .raw()
  const last = driver.prepare<[number, number, number, number], RecordRow>(
    `SELECT ${ROW} FROM dmarc_records WHERE domain = ? AND day = ? AND report = ? ORDER BY seq DESC LIMIT ?`,
  )
  return {
    some(report) {
      memory.settle()
      const facts = reports.factsOf(report)
      for (let left = GO_AT_ONCE; ; ) {
        const [domain] = slice.get(report.no) ?? []
        if (domain === undefined) return true
        if (left === 0) return false
        const rows = last.all(domain, report.day, report.no, left)
        ledger.remove(facts, domain, rows)
        left -= rows.length
      }
    },
  }
}
