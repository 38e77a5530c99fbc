import type { DomainEntry, DomainLook, RecordAbsence } from '../sender-domain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long an unverified domain is looked at without being asked for. */
const WATCHED = 14 * DAY
/** The UTC days on which the record has to be missing, and the time between the first and the last look. */
const ABSENT_DAYS = 3
const ABSENT_FOR = 2 * DAY
/** After the first look that got no answer. */
const RETRY = 4 * HOUR

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds)

/** A domain that was just added. */
export function newEntry(
  made: Pick<DomainEntry, 'id' | 'accountId' | 'domain' | 'token' | 'createdAt'>,
): DomainEntry {
  return { ...made, watchedUntil: after(made.createdAt, WATCHED), dueAt: after(made.createdAt, 10 * MINUTE) }
}

/** What a look changes about a domain, and what it became by it. */
export interface Looked {
  entry: DomainEntry
  became?: 'verified' | 'unverified'
}

/** What becomes of a domain by a look. `room`: one more may be verified. `later`: milliseconds by which the next daily look is put
 * off, so that domains which were added together are not looked at together for ever. */
export function afterLook(
  entry: DomainEntry,
  look: DomainLook,
  { room, later }: { room: boolean; later: number },
): Looked {
  // Two looked at once, and the one that ended first is written last.
  if (entry.look && entry.look.at > look.at) return { entry }
  const { verifiedAt, absence, dueAt: _before, ...rest } = { ...entry, look }
  const due = (verified: boolean, watchedUntil = entry.watchedUntil) => {
    const failedAnew = look.state === 'unknown' && entry.look?.state !== 'unknown'
    const daily = failedAnew ? RETRY : DAY + later
    const dueAt = nextLook(look.at, { verified, watchedUntil, daily })
    return dueAt && { dueAt }
  }
  if (look.state === 'found') {
    const since = verifiedAt ?? (room ? look.at : undefined)
    const known = since && { verifiedAt: since }
    const looked = { ...rest, ...known, ...due(known !== undefined) }
    return { entry: looked, ...(known && !verifiedAt && { became: 'verified' }) }
  }
  if (!verifiedAt) return { entry: { ...rest, ...due(false) } }
  const missing = look.state === 'absent' ? lengthened(absence, look.at) : absence
  if (missing && look.state === 'absent' && isGone(missing, look.at)) {
    const watchedUntil = after(look.at, WATCHED)
    return { entry: { ...rest, watchedUntil, ...due(false, watchedUntil) }, became: 'unverified' }
  }
  return { entry: { ...rest, verifiedAt, ...(missing && { absence: missing }), ...due(true) } }
}

function lengthened(absence: RecordAbsence | undefined, at: Date): RecordAbsence {
  const day = dayOf(at)
  if (!absence) return { since: at, days: 1, lastDay: day }
  return day > absence.lastDay ? { ...absence, days: absence.days + 1, lastDay: day } : absence
}

const isGone = ({ since, days }: RecordAbsence, at: Date) =>
  days >= ABSENT_DAYS && at.getTime() - since.getTime() >= ABSENT_FOR

interface Watch {
  verified: boolean
  watchedUntil: Date
  /** Milliseconds until the next of those that come once a day. */
  daily: number
}

function nextLook(at: Date, { verified, watchedUntil, daily }: Watch): Date | undefined {
  if (verified) return after(at, daily)
  if (at >= watchedUntil) return undefined
  const watched = at.getTime() - (watchedUntil.getTime() - WATCHED)
  if (watched < HOUR) return after(at, 10 * MINUTE)
  return after(at, watched < DAY ? HOUR : daily)
}

/** The earliest moment at which a verified domain whose record is gone stops being verified. */
export function endOfVerification({ absence, dueAt }: DomainEntry): Date | undefined {
  if (!absence) return undefined
  const left = Math.max(0, ABSENT_DAYS - absence.days)
  const byDays = new Date(`${absence.lastDay}T00:00:00Z`).getTime() + left * DAY
  const earliest = Math.max(absence.since.getTime() + ABSENT_FOR, byDays)
  return new Date(left <= 1 && dueAt ? Math.max(earliest, dueAt.getTime()) : earliest)
}
