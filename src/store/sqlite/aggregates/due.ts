import type Sqlite from '#sqlite'
import { deliveriesBroughtBack } from './destinations/due.ts'

/** Nothing is put off for longer. */
const LONGEST_MS = 8 * 86_400_000

/** The conditions are those of the partial indexes, word for word. */
const STATEMENTS = [
  `UPDATE messages SET due_at = :now WHERE due_at > 0 AND (claimed_by IS NOT NULL OR status IS NOT 'scored')
    AND claimed_by IS NULL AND due_at > :latest`,
  `UPDATE messages SET due_at = :now WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored' AND due_at > :latest`,
  'UPDATE report_mails SET due_at = :now WHERE due_at IS NOT NULL AND due_at > :latest',
  'UPDATE domains SET due_at = :now WHERE due_at IS NOT NULL AND due_at > :latest',
  `UPDATE record_looks SET due_at = :now WHERE due_at IS NOT NULL AND monitor_id IS NULL
    AND due_at > :now AND (due_at > :latest OR looked_at > :now)`,
  `UPDATE record_looks SET due_at = :now WHERE due_at IS NOT NULL AND domain_id IS NULL
    AND due_at > :now AND (due_at > :latest OR looked_at > :now)`,
  'UPDATE domain_health SET due_at = :now WHERE due_at IS NOT NULL AND due_at > :latest',
  // They are put off by half a day at most.
  'UPDATE monitors SET due_at = :now WHERE due_at IS NOT NULL AND due_at > :now + 43200000',
]

/** What was put off by a clock that was ahead. */
export function dueWrites(driver: Sqlite.Database) {
  const statements = STATEMENTS.map((sql) => driver.prepare(sql))
  const deliveries = deliveriesBroughtBack({ driver })
  return {
    /** Makes due what lies so far ahead that only another time can have put it there, or was looked at in a time that is still to come.
     * Says how much. */
    bringBack(now: Date): number {
      const times = { now: now.getTime(), latest: now.getTime() + LONGEST_MS }
      return statements.reduce((sum, statement) => sum + statement.run(times).changes, deliveries(now))
    },
  }
}
