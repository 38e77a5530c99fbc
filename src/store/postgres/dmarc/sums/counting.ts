import { DatabaseBusy, type Db } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { mayBeTriedAgain, tookTooLong } from '../../wire/failures.ts'
import type { Asked } from '../reading/asked.ts'
import { ofAccount } from '../writing/of-account.ts'
import { sumsOfDay } from './rows.ts'

interface Counting {
  /** Days with fewer records are read as quickly without. */
  least: number
  /** Those with more take too long to be counted while somebody waits. */
  most: number
  /** A day of which a report came so lately is about to change. */
  restMs: number
  /** How long days are counted before the question is answered. */
  limitMs: number
}

const COUNTING: Counting = { least: 2_000, most: 1_000_000, restMs: 600_000, limitMs: 1_000 }

/** Milliseconds that one day may take, with waiting for those that write. */
const DAY_MS = 4_000

/** Counts days of a window that have many records, the last first: whoever asks again finds sums. Those that are left when the time is
 * over are counted by the next question. */
export async function countDays(
  db: Db,
  asked: Asked,
  { least, most, restMs, limitMs }: Counting = COUNTING,
): Promise<void> {
  const end = performance.now() + limitMs
  const days = await db.all<{ day: number }>(sql`
    SELECT s.day FROM dmarc_slices AS s WHERE s.domain = ${asked.domain} AND s.day BETWEEN ${asked.from} AND ${asked.to}
      AND NOT EXISTS (SELECT 1 FROM dmarc_counted AS c WHERE c.domain = s.domain AND c.day = s.day)
      GROUP BY s.day HAVING sum(s.records) BETWEEN ${least} AND ${most} AND max(s.received_at) <= ${db.now()} - ${restMs}::int8 ORDER BY s.day DESC`)
  for (const { day } of days) {
    if (performance.now() >= end) return
    try {
      await countDay(db, asked, day)
    } catch (cause) {
      // Writers have the account, or the day is too much: the records answer.
      if (tookTooLong(cause) || mayBeTriedAgain(cause) || cause instanceof DatabaseBusy) return
      throw cause
    }
  }
}

/** Writers of the account wait for the lock meanwhile: what is counted is what is there when the day is named. */
async function countDay(db: Db, { accountId, domain }: Asked, day: number): Promise<void> {
  await ofAccount(
    db,
    accountId,
    async (tx) => {
      const named = await tx.run(sql`
      INSERT INTO dmarc_counted (domain, day) SELECT n.no, ${day}::int4 FROM dmarc_domains AS n
        WHERE n.no = ${domain} AND n.account_id = ${accountId} ON CONFLICT DO NOTHING`)
      if (named === 0) return
      await tx.run(sql`
      INSERT INTO dmarc_sums (domain, day, ip, header_from, bits, authenticated, messages, reports) ${sumsOfDay(domain, day)}`)
    },
    DAY_MS,
  )
}
