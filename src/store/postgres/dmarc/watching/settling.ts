import type { ComplaintEvent, DmarcEvent } from '../../../../core/event.ts'
import { MOST_TOLD, type PastEvent, type SettledWatch } from '../../../dmarc/watching.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { SAMPLE } from './reads.ts'

/** Keeps a look with its events, all or nothing. */
export function settle(
  db: Db,
  domainId: string,
  version: number,
  look: SettledWatch,
  events: readonly DmarcEvent[],
): Promise<'settled' | 'outdated' | 'unknown_domain'> {
  return db.write(async (tx) => {
    const own = await holdTold(tx, domainId)
    if (!own) return 'unknown_domain'
    if (!(await keep(tx, domainId, version, look))) return 'outdated'
    if (events.length > 0) await tell(tx, { domainId, accountId: own.accountId, at: look.at }, events)
    return 'settled'
  })
}

/** Lists events of sample data where nothing was told so far. Nobody is told. */
export function tellOfPast(db: Db, domainId: string, events: readonly PastEvent[]): Promise<boolean> {
  return db.write(async (tx) => {
    // Looks that end meanwhile wait.
    const own = await tx.first<{ accountId: string }>(
      sql`SELECT account_id FROM domains WHERE id = ${domainId} AND verified_at IS NOT NULL FOR UPDATE`,
    )
    if (!own || (await tx.first(sql`SELECT no FROM dmarc_told WHERE domain_id = ${domainId} LIMIT 1`)))
      return false
    for (const [no, { at, event }] of events.slice(-MOST_TOLD).entries()) {
      const payload = JSON.stringify({ ...event.payload, [SAMPLE]: true })
      await tx.run(sql`INSERT INTO dmarc_told (domain_id, no, account_id, at, type, payload)
        VALUES (${domainId}, ${no + 1}, ${own.accountId}, ${at.getTime()}, ${event.type}, ${payload})`)
    }
    return true
  })
}

/** Whether it is the one that follows that version. Looks of a domain that end at once wait here for each other. */
async function keep(
  tx: Tx,
  domainId: string,
  version: number,
  { at, mark, state, holds }: SettledWatch,
): Promise<boolean> {
  const kept =
    version === 0
      ? sql`INSERT INTO dmarc_watch (domain_id, version, looked_at, mark, state, holds)
          VALUES (${domainId}, 1, ${at.getTime()}, ${mark}, ${state}, ${holds}) ON CONFLICT (domain_id) DO NOTHING`
      : sql`UPDATE dmarc_watch SET version = version + 1, looked_at = ${at.getTime()}, mark = ${mark}, state = ${state}, holds = ${holds}
          WHERE domain_id = ${domainId} AND version = ${version}`
  return (await tx.run(kept)) > 0
}

/** A verified domain, of which nobody else tells anything until the end of the transaction. */
export const holdTold = (tx: Tx, domainId: string): Promise<{ accountId: string } | undefined> =>
  tx.first<{ accountId: string }>(
    sql`SELECT account_id FROM domains WHERE id = ${domainId} AND verified_at IS NOT NULL FOR NO KEY UPDATE`,
  )

/** Tells of a domain that is held. */
export async function tell(
  tx: Tx,
  { domainId, accountId, at }: { domainId: string; accountId: string; at: Date },
  events: readonly (DmarcEvent | ComplaintEvent)[],
): Promise<void> {
  const said = sql`unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ payload }) => JSON.stringify(payload))}::text[])
    WITH ORDINALITY AS w (type, payload, at)`
  await tx.run(sql`
    INSERT INTO dmarc_told (domain_id, no, account_id, at, type, payload)
      SELECT ${domainId}::text, coalesce((SELECT max(no) FROM dmarc_told WHERE domain_id = ${domainId}), 0) + w.at::int4, ${accountId}::text,
        ${at.getTime()}::int8, w.type, w.payload FROM ${said}`)
  await tx.run(sql`
    DELETE FROM dmarc_told WHERE domain_id = ${domainId}
      AND no <= (SELECT max(no) FROM dmarc_told WHERE domain_id = ${domainId}) - ${MOST_TOLD}::int4`)
  await tx.run(sql`
    INSERT INTO outbox (type, account_id, subject, payload, at, domain_id)
      SELECT w.type, ${accountId}::text, ${domainId}::text, w.payload, ${at.getTime()}::int8, ${domainId}::text FROM ${said} ORDER BY w.at`)
}
