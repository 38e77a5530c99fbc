import type { DestinationOwner } from '../../watching/destinations.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

export const DESTINATION_COLUMNS =
  plain(`x.id, x.account_id, x.kind, x.name, x.shown, x.filter, x.target_secret, x.signing_secret,
  x.earlier_secret, x.earlier_until, x.created_at, x.disabled_at, x.disabled_reason, x.failing_since`)

export const DELIVERY_COLUMNS = plain(
  'd.no, d.id, d.destination_id, d.message_id, d.type, b.body, d.created_at, d.state, d.attempts, d.due_at, d.says',
)

/** Whose it is, as a condition. */
export const ownedBy = (owner: DestinationOwner): Sql =>
  owner === 'instance' ? sql`x.account_id IS NULL` : sql`x.account_id = ${owner.accountId}`
