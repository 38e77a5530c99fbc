import type { DomainEntry, RecordState, SeenRecord } from '../../../core/sender-domain.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

export interface DomainRow {
  id: string
  accountId: string
  domain: string
  token: string
  createdAt: number
  verifiedAt: number | null
  lookAt: number | null
  lookState: RecordState | null
  lookSeen: string | null
  absentSince: number | null
  absentDays: number | null
  absentLastDay: string | null
  watchedUntil: number
  dueAt: number | null
}

/** The columns of a row; the table is called d. */
export const COLUMNS =
  plain(`d.id, d.account_id, d.domain, d.token, d.created_at, d.verified_at, d.look_at, d.look_state, d.look_seen,
  d.absent_since, d.absent_days, d.absent_last_day, d.watched_until, d.due_at`)

/** A row as the rest of the program sees it. What was seen is not checked: only this store wrote it. */
export function entryOf(row: DomainRow): DomainEntry {
  const { id, accountId, domain, token, createdAt, verifiedAt, watchedUntil, dueAt } = row
  const { lookAt, lookState, lookSeen, absentSince, absentDays, absentLastDay } = row
  const seen = lookState && ({ state: lookState, ...JSON.parse(lookSeen ?? '{}') } as SeenRecord)
  return {
    id,
    accountId,
    domain,
    token,
    createdAt: new Date(createdAt),
    watchedUntil: new Date(watchedUntil),
    ...(verifiedAt !== null && { verifiedAt: new Date(verifiedAt) }),
    ...(dueAt !== null && { dueAt: new Date(dueAt) }),
    ...(seen && lookAt !== null && { look: { ...seen, at: new Date(lookAt) } }),
    ...(absentSince !== null &&
      absentDays !== null &&
      absentLastDay !== null && {
        absence: { since: new Date(absentSince), days: absentDays, lastDay: absentLastDay },
      }),
  }
}

/** What a look may change of a row; all of it, so that what is over is taken away. */
function changesOf({ verifiedAt, look, absence, watchedUntil, dueAt }: DomainEntry) {
  const { at, state, ...seen } = look ?? {}
  return {
    verifiedAt: verifiedAt?.getTime() ?? null,
    lookAt: at?.getTime() ?? null,
    lookState: state ?? null,
    lookSeen: look ? JSON.stringify(seen) : null,
    absentSince: absence?.since.getTime() ?? null,
    absentDays: absence?.days ?? null,
    absentLastDay: absence?.lastDay ?? null,
    watchedUntil: watchedUntil.getTime(),
    dueAt: dueAt?.getTime() ?? null,
  }
}

export function inserting(entry: DomainEntry): Sql {
  const { id, accountId, domain, token, createdAt } = entry
  const one = changesOf(entry)
  return sql`INSERT INTO domains (id, account_id, domain, token, created_at, verified_at, look_at, look_state, look_seen, absent_since,
      absent_days, absent_last_day, watched_until, due_at)
    VALUES (${id}, ${accountId}, ${domain}, ${token}, ${createdAt.getTime()}::bigint, ${one.verifiedAt}::bigint, ${one.lookAt}::bigint,
      ${one.lookState}, ${one.lookSeen}, ${one.absentSince}::bigint, ${one.absentDays}::integer, ${one.absentLastDay},
      ${one.watchedUntil}::bigint, ${one.dueAt}::bigint)`
}

export function changing(entry: DomainEntry): Sql {
  const one = changesOf(entry)
  return sql`UPDATE domains SET verified_at = ${one.verifiedAt}::bigint, look_at = ${one.lookAt}::bigint, look_state = ${one.lookState},
      look_seen = ${one.lookSeen}, absent_since = ${one.absentSince}::bigint, absent_days = ${one.absentDays}::integer,
      absent_last_day = ${one.absentLastDay}, watched_until = ${one.watchedUntil}::bigint, due_at = ${one.dueAt}::bigint
    WHERE id = ${entry.id}`
}
