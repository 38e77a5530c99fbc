import { SLICE_COUNTS } from '../../../../keeping/dmarc/counts.ts'
import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import type { ReportFacts } from './report-facts.ts'
import { createSums } from './sums.ts'

/** What a change makes of the reports that a day counts. */
export interface SliceChange {
  before: number
  after: number
  reports: number
  failing: number
}

interface Kept {
  records: number
  messages: number
  pass: number
}

const REMEMBERED = 1_000
const KEY = ['domain', 'day', 'received_at', 'report']
const NOTHING: Kept = { records: 0, messages: 0, pass: 0 }

const isFailing = ({ messages, pass }: Kept): number => (messages > pass ? 1 : 0)

/** The part that a report has of a domain. */
export function createSlices({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const at = KEY.map((column) => `${column} = ?`).join(' AND ')
  const read = driver.prepare<number[], Kept>(`SELECT records, messages, pass FROM dmarc_slices WHERE ${at}`)
  const sums = createSums({ driver }, memory, {
    table: 'dmarc_slices',
    key: KEY,
    counts: ['records', ...SLICE_COUNTS],
    others: { columns: ['reporter', 'authenticated'] },
  })
  const drop = driver.prepare(`DELETE FROM dmarc_slices WHERE ${at} AND records = 0`)
  const known = memory.part<string, Kept>(REMEMBERED)
  memory.gathers(sums.write)

  return {
    change(report: ReportFacts, domain: number, rows: number, counts: readonly number[]): SliceChange {
      const { day, receivedAt, no, reporter, authenticated, isNew } = report
      const name = `${domain}/${no}`
      const before = known.get(name) ?? (isNew ? NOTHING : (read.get(domain, day, receivedAt, no) ?? NOTHING))
      const [messages = 0, pass = 0] = counts
      const after = {
        records: before.records + rows,
        messages: before.messages + messages,
        pass: before.pass + pass,
      }
      sums.add([domain, day, receivedAt, no, rows, ...counts, reporter, authenticated])
      known.set(name, after)
      return {
        before: before.records,
        after: after.records,
        reports: (after.records > 0 ? 1 : 0) - (before.records > 0 ? 1 : 0),
        failing: isFailing(after) - isFailing(before),
      }
    },
    /** Once it is settled: of what no record is left, nothing stays. */
    dropEmpty({ day, receivedAt, no }: ReportFacts, domain: number): void {
      if (drop.run(domain, day, receivedAt, no).changes > 0) known.delete(`${domain}/${no}`)
    },
  }
}
