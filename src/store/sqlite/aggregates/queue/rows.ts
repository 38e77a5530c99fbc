import { and, eq, gte, lt, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { messages } from '../../schema.ts'

/** `due_at` of a message that waits for its turn. */
export const WAITING = 0

/** What a message gets when it begins to wait: the place at the end of the line, or none while another one of its maker
 * stands there. */
export function placeInLine(maker: Placeholder | SQL): SQL<number | null> {
  return sql`(case when exists (select 1 from messages where rank is not null and maker = ${maker}) then null
    else (select coalesce(max(rank), 0) + 1 from messages where rank is not null) end)`
}

/** The place before everybody else's. */
export const PLACE_IN_FRONT: SQL<number> = sql`(select coalesce(min(rank), 1) - 1 from messages where rank is not null)`

/** The place at the end of the line, and behind that one, which was left just now. */
export function placeBehind(rank: Placeholder): SQL<number> {
  return sql`(select max(coalesce(max(rank), 0), ${rank}) + 1 from messages where rank is not null)`
}

/** The row of a message as long as this claim on it holds. */
export const heldBy = and(
  eq(messages.id, sql.placeholder('id')),
  eq(messages.claimedBy, sql.placeholder('holder')),
  eq(messages.claimNumber, sql.placeholder('number')),
)

/** Whether a holder is one of a host; goes with `hostRange`. */
export const ofHost = (holder: SQLWrapper) =>
  and(gte(holder, sql.placeholder('from')), lt(holder, sql.placeholder('to')))

/** Holders are `<host>/<start>`; 0 comes next after the slash. */
export const hostRange = (host: string) => ({ from: `${host}/`, to: `${host}0` })
