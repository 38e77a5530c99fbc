export const DESTINATION_COLUMNS = `x.id, x.account_id AS accountId, x.kind, x.name, x.shown, x.filter, x.target_secret AS targetSecret,
  x.signing_secret AS signingSecret, x.earlier_secret AS earlierSecret, x.earlier_until AS earlierUntil, x.created_at AS createdAt,
  x.disabled_at AS disabledAt, x.disabled_reason AS disabledReason, x.failing_since AS failingSince`

/** Whose it is, as a condition with one parameter: null is the instance. */
export const OWNED_BY = 'x.account_id IS ?'

export const DELIVERY_COLUMNS = `d.no, d.id, d.destination_id AS destinationId, d.message_id AS messageId, d.type, b.body,
  d.created_at AS createdAt, d.state, d.attempts, d.due_at AS dueAt, d.says`
