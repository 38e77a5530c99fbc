import type { DeliveryAttempt, DeliveryState, Destination } from '../../../../core/watching/destination.ts'
import type { WatchingEvent } from '../../../../core/watching/events.ts'
import { TRUST } from '../../../keeping/destinations/shares.ts'
import { type AfterAttempt, type DeliveryClaim, MOST_ATTEMPTS } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { DROPPED, type DueTimes } from './due.ts'
import { DESTINATION_COLUMNS, type DestinationRow, destinationOf } from './rows.ts'

/** More of what a stranger answered is not kept: its header fields go first. */
const MOST_KEPT = 16_000
const MOST_BODY = 2_000
const MOST_SAYS = 1_000

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
    const { id, name, kind, shown, failingSince } = to
    disable.run(at.getTime(), reason, id)
    due.drop(id, DROPPED.disabled)
    const since = failingSince?.toISOString()
    const payload: DisabledPayload = { name, kind, shown, reason, ...(since && { since }), says }
    tell.run('webhook.disabled', to.accountId ?? null, id, JSON.stringify(payload), at.getTime())
    record(said)
  }

  function keepAttempt(no: number, number: number, attempt: DeliveryAttempt): void {
    const { request, response, at, tookMs, outcome, says } = attempt
    note.run({
      no,
      number,
      at: at.getTime(),
      tookMs: Math.round(tookMs),
      outcome,
      says: says.slice(0, MOST_SAYS),
      request: bounded({ ...request, url: request.url.slice(0, MOST_BODY) }),
      response: response ? bounded({ ...response, body: response.body.slice(0, MOST_BODY) }) : null,
    })
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
        says: isDropped ? DROPPED.disabled : attempt.says.slice(0, MOST_SAYS),
      })
      judge(destinationId, attempt, after)
      const to = destination.get(destinationId)
      if (after.kind === 'disable' && to && !isOff) turnOff(destinationOf(to), after, attempt)
      due.look(destinationId)
      return 'settled'
    },
  }
}

type DisabledPayload = Extract<WatchingEvent, { type: 'webhook.disabled' }>['payload']

const STATES = {
  delivered: 'delivered',
  again: 'due',
  given_up: 'given_up',
  disable: 'given_up',
} as const satisfies Record<AfterAttempt['kind'], DeliveryState>

function bounded(of: object): string {
  const text = JSON.stringify(of)
  return text.length <= MOST_KEPT ? text : JSON.stringify({ ...of, headers: {} })
}
