import { deliveriesSetBack } from './destinations/set-back.ts'
import type { Db } from './sql/database.ts'
import { type Sql, sql } from './sql/statement.ts'

/** Nothing is put off for longer. */
const LONGEST_MS = 8 * 86_400_000
/** Monitors are put off by half a day at most. */
const MONITORS_MS = 43_200_000

/** Makes due what lies so far ahead that only another time can have put it there, or was looked at in a time that is still to come. Says how
 * much. The conditions are those of the partial indexes. */
export async function setBack(db: Db): Promise<number> {
  const now = db.now()
  const latest = sql`${now} + ${LONGEST_MS}::bigint`
  const ofRecords = (
    of: Sql,
  ) => sql`UPDATE record_looks SET due_at = ${now} WHERE due_at IS NOT NULL AND ${of}
    AND due_at > ${now} AND (due_at > ${latest} OR looked_at > ${now})`
  const statements = [
    sql`UPDATE domains SET due_at = ${now} WHERE due_at IS NOT NULL AND due_at > ${latest}`,
    sql`UPDATE domain_health SET due_at = ${now} WHERE due_at IS NOT NULL AND due_at > ${latest}`,
    sql`UPDATE monitors SET due_at = ${now} WHERE due_at IS NOT NULL AND due_at > ${now} + ${MONITORS_MS}::bigint`,
    sql`UPDATE messages SET due_at = ${now} WHERE due_at > 0 AND (claimed_by IS NOT NULL OR status IS DISTINCT FROM 'scored')
      AND claimed_by IS NULL AND due_at > ${latest}`,
    sql`UPDATE messages SET due_at = ${now} WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored' AND due_at > ${latest}`,
    sql`UPDATE report_mails SET due_at = ${now} WHERE due_at IS NOT NULL AND due_at > ${latest}`,
    ofRecords(sql`monitor_id IS NULL`),
    ofRecords(sql`domain_id IS NULL`),
  ]
  let changed = 0
  for (const statement of statements) changed += await db.run(statement)
  return changed + (await deliveriesSetBack(db))
}
