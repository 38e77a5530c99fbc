import type { DeliveryAttempt, Destination } from '../../../../core/watching/destination.ts'
import { attemptColumns, disabledPayload, STATES, saidOf } from '../../../keeping/destinations/attempts.ts'
import { DROPPED } from '../../../keeping/destinations/due.ts'
import { type DestinationRow, destinationOf } from '../../../keeping/destinations/rows.ts'
import { TRUST } from '../../../keeping/destinations/shares.ts'
import { type AfterAttempt, type DeliveryClaim, MOST_ATTEMPTS } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import type { DueTimes } from './due.ts'
import { DESTINATION_COLUMNS } from './rows.ts'

/** What an attempt leaves behind. */
export function settling({ driver, queries }: Connection, due: DueTimes) {
  const record = recorder(queries)
  const held = driver.prepare<DeliveryClaim, { no: number; destinationId: string; attempts: number }>(
    `SELECT no, destination_id AS destinationId, attempts FROM deliveries
      WHERE id = @id AND claimed_by = @holder AND claim_number = @number`,
  )
  const destination = driver.prepare<[string], DestinationRow>(
    `SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE x.id = ?`,
  )
  const isOn = driver.prepare<[string]>(
    'SELECT 1 FROM destinations WHERE id = ? AND disabled_at IS NULL AND deleted_at IS NULL',
  )
  const note = driver.prepare(
    `INSERT INTO delivery_attempts (delivery_no, number, at, took_ms, outcome, says, request, response)
      VALUES (@no, @number, @at, @tookMs, @outcome, @says, @request, @response)`,
  )
  const trim = driver.prepare('DELETE FROM delivery_attempts WHERE delivery_no = ? AND number <= ?')
  const tried = driver.prepare(
    `UPDATE deliveries SET state = @state, due_at = @dueAt, says = @says, attempts = attempts + 1, tries = tries + 1,
      claimed_by = NULL, claimed_until = NULL WHERE no = @no`,
  )
  const taken = driver.prepare<[string]>(
    `UPDATE destinations SET trust = ${TRUST.taken}, failing_since = NULL WHERE id = ?`,
  )
  const notTaken = driver.prepare(
    `UPDATE destinations SET trust = ${TRUST.failing}, failing_since = coalesce(failing_since, @at),
      held_until = max(coalesce(held_until, 0), @hold) WHERE id = @id`,
  )
  const disable = driver.prepare('UPDATE destinations SET disabled_at = ?, disabled_reason = ? WHERE id = ?')
  const tell = driver.prepare(
    'INSERT INTO outbox (type, account_id, subject, payload, at) VALUES (?, ?, ?, ?, ?)',
  )

  function turnOff(
    to: Destination,
    { reason, said }: Extract<AfterAttempt, { kind: 'disable' }>,
    { at, says }: DeliveryAttempt,
  ): void {
    disable.run(at.getTime(), reason, to.id)
    due.drop(to.id, DROPPED.disabled)
    const payload = JSON.stringify(disabledPayload(to, reason, says))
    tell.run('webhook.disabled', to.accountId ?? null, to.id, payload, at.getTime())
    record(said)
  }

  function keepAttempt(no: number, number: number, attempt: DeliveryAttempt): void {
    note.run({ no, number, ...attemptColumns(attempt) })
    trim.run(no, number - MOST_ATTEMPTS)
  }

  /** What it says of its destination. */
  function judge(id: string, { at }: DeliveryAttempt, after: AfterAttempt): void {
    if (after.kind === 'delivered') taken.run(id)
    else {
      const hold = after.kind === 'again' ? (after.holdUntil?.getTime() ?? 0) : 0
      notTaken.run({ id, at: at.getTime(), hold })
    }
  }

  return {
    settle(claim: DeliveryClaim, attempt: DeliveryAttempt, after: AfterAttempt): 'settled' | 'lost' {
      const { id, holder, number } = claim
      const row = held.get({ id, holder, number })
      if (!row) return 'lost'
      const { no, destinationId } = row
      keepAttempt(no, row.attempts + 1, attempt)
      const isOff = isOn.get(destinationId) === undefined
      const isDropped = isOff && after.kind === 'again'
      tried.run({
        no,
        state: isDropped ? 'dropped' : STATES[after.kind],
        dueAt: after.kind === 'again' && !isOff ? after.at.getTime() : null,
        says: isDropped ? DROPPED.disabled : saidOf(attempt.says),
      })
      judge(destinationId, attempt, after)
      const to = destination.get(destinationId)
      if (after.kind === 'disable' && to && !isOff) turnOff(destinationOf(to), after, attempt)
      due.look(destinationId)
      return 'settled'
    },
  }
}
