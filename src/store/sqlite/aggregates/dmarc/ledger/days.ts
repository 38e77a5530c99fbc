import { DAY_COUNTS, SOURCE_COUNTS } from '../../../../keeping/dmarc/counts.ts'
import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import type { Place } from './source-ledger.ts'
import { createSums } from './sums.ts'

const KEY = ['domain', 'day', 'authenticated']
const REPORTER_KEY = ['domain', 'day', 'reporter', 'authenticated']
const SENDER_KEY = ['domain', 'day', 'sender', 'authenticated']

const where = (columns: readonly string[]) => columns.map((column) => `${column} = ?`).join(' AND ')

/** Sums of days, and of each reporter and sender on them. */
export function createDays({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const days = createSums({ driver }, memory, {
    table: 'dmarc_days',
    key: KEY,
    counts: ['reports', 'failing_reports', 'long_range', ...DAY_COUNTS],
    others: {
      columns: ['latest_received_at'],
      set: 'latest_received_at = max(latest_received_at, excluded.latest_received_at)',
    },
  })
  const reporters = createSums({ driver }, memory, {
    table: 'dmarc_day_reporters',
    key: REPORTER_KEY,
    counts: ['reports', 'failing_reports', 'sent', ...SOURCE_COUNTS],
  })
  const senders = createSums({ driver }, memory, {
    table: 'dmarc_day_senders',
    key: SENDER_KEY,
    counts: ['reports'],
  })
  memory.gathers(days.write)
  memory.gathers(reporters.write)
  memory.gathers(senders.write)
  const drop = driver.prepare(`DELETE FROM dmarc_days WHERE ${where(KEY)} AND reports = 0`)
  const isLatest = driver.prepare(`SELECT 1 FROM dmarc_days WHERE ${where(KEY)} AND latest_received_at = ?`)
  const latest = driver
    .prepare<[number, number, number], [number]>(
      `SELECT received_at FROM dmarc_slices WHERE domain = ? AND day = ? AND authenticated = ?
        ORDER BY received_at DESC LIMIT 1`,
    )
    .raw()
  const setLatest = driver.prepare(`UPDATE dmarc_days SET latest_received_at = ? WHERE ${where(KEY)}`)
  const dropReporter = driver.prepare(
    `DELETE FROM dmarc_day_reporters WHERE ${where(REPORTER_KEY)} AND reports = 0`,
  )
  const isSent = driver.prepare(`SELECT 1 FROM dmarc_day_reporters WHERE ${where(REPORTER_KEY)} AND sent > 0`)
  const dropSender = driver.prepare(
    `DELETE FROM dmarc_day_senders WHERE ${where(SENDER_KEY)} AND reports = 0`,
  )

  return {
    add({ domain, day, authenticated }: Place, counts: readonly number[], receivedAt: number): void {
      days.add([domain, day, authenticated, ...counts, receivedAt])
    },
    addReporter({ domain, day, authenticated }: Place, reporter: number, counts: readonly number[]): void {
      reporters.add([domain, day, reporter, authenticated, ...counts])
    },
    /** Once it is settled that a report received then left: says whether the day has no report any more. */
    left({ domain, day, authenticated }: Place, receivedAt: number): boolean {
      if (drop.run(domain, day, authenticated).changes > 0) return true
      if (isLatest.get(domain, day, authenticated, receivedAt)) {
        const last = latest.get(domain, day, authenticated)?.[0] ?? receivedAt
        setLatest.run(last, domain, day, authenticated)
      }
      return false
    },
    /** Says whether the day has no report of it any more. */
    reporterLeft: ({ domain, day, authenticated }: Place, reporter: number): boolean =>
      dropReporter.run(domain, day, reporter, authenticated).changes > 0,
    /** Whether the day has a report of that name with a sender. */
    isSent: ({ domain, day, authenticated }: Place, reporter: number): boolean =>
      isSent.get(domain, day, reporter, authenticated) !== undefined,
    addSender({ domain, day, authenticated }: Place, sender: number, reports: number): void {
      senders.add([domain, day, sender, authenticated, reports])
    },
    /** Says whether the day has no report of it any more. */
    senderLeft: ({ domain, day, authenticated }: Place, sender: number): boolean =>
      dropSender.run(domain, day, sender, authenticated).changes > 0,
  }
}
