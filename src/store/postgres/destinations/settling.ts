import type { DeliveryAttempt } from '../../../core/watching/destination.ts'
import { attemptColumns, disabledPayload, STATES, saidOf } from '../../keeping/destinations/attempts.ts'
import { DROPPED } from '../../keeping/destinations/due.ts'
import { type DestinationRow, destinationOf } from '../../keeping/destinations/rows.ts'
import { TRUST } from '../../keeping/destinations/shares.ts'
import {
  type AfterAttempt,
  type DeliveryClaim,
  type DeliveryStore,
  MOST_ATTEMPTS,
} from '../../watching/deliveries.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { heldBy } from './claims.ts'
import { dropLeft } from './forgetting.ts'
import { drop, look } from './held.ts'
import { DESTINATION_COLUMNS } from './rows.ts'

type Disabling = Extract<AfterAttempt, { kind: 'disable' }>

/** What an attempt leaves behind. */
export function settling(db: Db): Pick<DeliveryStore, 'settle'> {
  return {
    async settle(claim, attempt, after) {
      const outcome = await db.write((tx) => settle(tx, claim, attempt, after))
      while (after.kind === 'disable' && (await dropLeft(db)) > 0);
      return outcome
    },
  }
}

async function settle(
  tx: Tx,
  claim: DeliveryClaim,
  attempt: DeliveryAttempt,
  after: AfterAttempt,
): Promise<'settled' | 'lost'> {
  // The second statement looks when the first has its lock.
  const [to, held] = await Promise.all([
    tx.first<DestinationRow & { isOn: boolean }>(sql`SELECT ${DESTINATION_COLUMNS},
        x.disabled_at IS NULL AND x.deleted_at IS NULL AS is_on FROM destinations AS x
      WHERE x.id = (SELECT d.destination_id FROM deliveries AS d WHERE d.id = ${claim.id}) FOR NO KEY UPDATE OF x`),
    tx.first<{ no: number; attempts: number }>(
      sql`SELECT d.no, d.attempts FROM deliveries AS d WHERE ${heldBy(claim)} FOR NO KEY UPDATE`,
    ),
  ])
  if (!to || !held) return 'lost'
  const { isOn, ...row } = to
  await Promise.all(
    [
      ...kept(held.no, held.attempts + 1, attempt),
      tried(held.no, attempt, after, isOn),
      judged(row.id, attempt, after),
    ].map((statement) => tx.run(statement)),
  )
  if (after.kind === 'disable' && isOn) await turnOff(tx, row, after, attempt)
  else await look(tx, [row.id])
  return 'settled'
}

function kept(no: number, number: number, attempt: DeliveryAttempt): Sql[] {
  const { at, tookMs, outcome, says, request, response } = attemptColumns(attempt)
  return [
    sql`INSERT INTO delivery_attempts (delivery_no, number, at, took_ms, outcome, says, request, response)
      VALUES (${no}::bigint, ${number}::bigint, ${at}::bigint, ${tookMs}::bigint, ${outcome}, ${says}, ${request}, ${response})`,
    sql`DELETE FROM delivery_attempts WHERE delivery_no = ${no}::bigint AND number <= ${number - MOST_ATTEMPTS}::bigint`,
  ]
}

function tried(no: number, { says }: DeliveryAttempt, after: AfterAttempt, isOn: boolean): Sql {
  const isDropped = !isOn && after.kind === 'again'
  return sql`UPDATE deliveries SET state = ${isDropped ? 'dropped' : STATES[after.kind]},
    due_at = ${after.kind === 'again' && isOn ? after.at.getTime() : null}::bigint,
    says = ${isDropped ? DROPPED.disabled : saidOf(says)}, attempts = attempts + 1, tries = tries + 1,
    claimed_by = NULL, claimed_until = NULL WHERE no = ${no}::bigint`
}

/** What it says of its destination. */
function judged(id: string, { at }: DeliveryAttempt, after: AfterAttempt): Sql {
  if (after.kind === 'delivered') {
    return sql`UPDATE destinations SET trust = ${plain(String(TRUST.taken))}, failing_since = NULL WHERE id = ${id}`
  }
  const held = after.kind === 'again' ? (after.holdUntil?.getTime() ?? 0) : 0
  return sql`UPDATE destinations SET trust = ${plain(String(TRUST.failing))},
    failing_since = coalesce(failing_since, ${at.getTime()}::bigint),
    held_until = greatest(coalesce(held_until, 0), ${held}::bigint) WHERE id = ${id}`
}

async function turnOff(
  tx: Tx,
  row: DestinationRow,
  { reason, said }: Disabling,
  { at, says }: DeliveryAttempt,
): Promise<void> {
  const to = destinationOf({ ...row, failingSince: row.failingSince ?? at.getTime() })
  const payload = JSON.stringify(disabledPayload(to, reason, says))
  await tx.run(
    sql`UPDATE destinations SET disabled_at = ${at.getTime()}::bigint, disabled_reason = ${reason} WHERE id = ${row.id}`,
  )
  await drop(tx, row.id)
  await Promise.all([
    tx.run(sql`INSERT INTO outbox (type, account_id, subject, payload, at)
      VALUES ('webhook.disabled', ${row.accountId}, ${row.id}, ${payload}, ${at.getTime()}::bigint)`),
    record(tx, said),
  ])
}
