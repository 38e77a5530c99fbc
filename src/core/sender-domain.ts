/** A domain of an account. A subdomain is an entry of its own: a parent's id does not reach it. */
export interface SenderDomain {
  /** UUID. */
  id: string
  domain: string
  verified: boolean
}

/** What the last look for the record gave. unknown: the DNS did not answer, which says nothing. */
export const RECORD_STATES = ['found', 'absent', 'other', 'unknown'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** What a look for the record saw. */
export type SeenRecord =
  | { state: 'found' }
  /** NXDOMAIN or NODATA, and for how many seconds DNS servers may go on saying so. */
  | { state: 'absent'; seconds: number; misplaced?: string }
  /** Other TXT records, the first of them in printable ASCII, cut short. `foreign`: one proves it for another entry. */
  | { state: 'other'; texts: string[]; more: number; foreign: boolean; misplaced?: string }
  /** No answer could be had, for a reason of the DNS. */
  | { state: 'unknown'; reason: string }

/** `at`: when it was known. `misplaced` of what was seen: the name at which the record stands instead. */
export type DomainLook = SeenRecord & { at: Date }

/** Since when a verified domain's record is gone. */
export interface RecordAbsence {
  since: Date
  /** UTC days on which it was looked for in vain. */
  days: number
  /** The last of them: 2026-11-20. */
  lastDay: string
}

/** A domain of an account as it is kept. */
export interface DomainEntry {
  /** UUID. */
  id: string
  accountId: string
  /** A-labels, lower case, without a trailing dot. */
  domain: string
  /** 26 lower-case base32 characters, the same as long as the entry is there. */
  token: string
  createdAt: Date
  verifiedAt?: Date
  look?: DomainLook
  /** Of a verified domain alone. */
  absence?: RecordAbsence
  /** Until when an unverified one is looked at without being asked for. */
  watchedUntil: Date
  /** When it is looked at next. Absent: on request alone. */
  dueAt?: Date
}
