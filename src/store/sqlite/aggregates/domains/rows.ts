import type { DomainEntry, SeenRecord } from '../../../../core/sender-domain.ts'
import type { domains } from '../../schema/domains.ts'

type Row = typeof domains.$inferSelect

/** A row as the rest of the program sees it. What was seen is not checked: only this store wrote it. */
export function entryOf(row: Row): DomainEntry {
  const { id, accountId, domain, token, createdAt, verifiedAt, watchedUntil, dueAt } = row
  const { lookAt, lookState, lookSeen, absentSince, absentDays, absentLastDay } = row
  const seen = lookState && ({ state: lookState, ...lookSeen } as SeenRecord)
  return {
    id,
    accountId,
    domain,
    token,
    createdAt,
    watchedUntil,
    ...(verifiedAt && { verifiedAt }),
    ...(dueAt && { dueAt }),
    ...(seen && lookAt && { look: { ...seen, at: lookAt } }),
    ...(absentSince &&
      absentDays !== null &&
      absentLastDay !== null && {
        absence: { since: absentSince, days: absentDays, lastDay: absentLastDay },
      }),
  }
}

/** What a look may change of a row; all of it, so that what is over is taken away. */
export function changesOf({ verifiedAt, look, absence, watchedUntil, dueAt }: DomainEntry) {
  const { at, state, ...seen } = look ?? {}
  return {
    verifiedAt: verifiedAt ?? null,
    lookAt: at ?? null,
    lookState: state ?? null,
    lookSeen: look ? seen : null,
    absentSince: absence?.since ?? null,
    absentDays: absence?.days ?? null,
    absentLastDay: absence?.lastDay ?? null,
    watchedUntil,
    dueAt: dueAt ?? null,
  }
}

/** A whole row. */
export function rowOf(entry: DomainEntry): Row {
  const { id, accountId, domain, token, createdAt } = entry
  return { id, accountId, domain, token, createdAt, ...changesOf(entry) }
}
