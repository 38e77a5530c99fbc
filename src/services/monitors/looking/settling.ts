import { createHash } from 'node:crypto'
import {
  normalOf,
  type RecordPlace,
  type RecordVersion,
  type SeenRecords,
  saysTheSame,
} from '../../../core/watching/records.ts'

/** After so long a place that says something else is asked again, before it counts. */
export const ASK_AGAIN_MS = 10 * 60_000
/** A look may come a little early. */
const SLACK_MS = 30_000
/** Looks in a row that agree where answers differed lately: one of several servers is behind, or holds something else. */
const AGREEING = 6
const LATELY_MS = 24 * 3_600_000

/** What a place was seen to say that does not count yet. Times are milliseconds. */
export interface DoubtedRecord {
  /** What it says, as a digest. Absent: answers differed, and the last was what is known. */
  says?: string
  since: number
  /** Looks in a row that saw it. */
  looks: number
  /** When answers differed last. */
  differedAt?: number
}

/** By place. */
export type DoubtedRecords = Readonly<Record<string, DoubtedRecord>>

/** What of a look is kept. */
export interface SettledRecords {
  seen: SeenRecords[]
  doubted: Record<string, DoubtedRecord>
  /** Some are to be asked again soon. */
  again: boolean
}

const keyOf = ({ record, name }: RecordPlace) => `${record} ${name}`

/** Leaves out what says something else until a later look says the same: one answer of one server is not enough. */
export function settleRecords(
  seen: readonly SeenRecords[],
  current: readonly RecordVersion[],
  doubted: DoubtedRecords,
  now: Date,
): SettledRecords {
  const before = new Map(current.map((version) => [keyOf(version), version.values]))
  const answered = new Set(seen.map(keyOf))
  // A place that gave no answer is as it was.
  const open = Object.fromEntries(
    Object.entries(doubted).filter(([key]) => before.has(key) && !answered.has(key)),
  )
  const kept: SeenRecords[] = []
  let again = false
  for (const one of seen) {
    const key = keyOf(one)
    const known = before.get(key)
    const isKnown = !known || saysTheSame(one.record, known, one.values)
    const doubt = doubtOf(doubted[key], isKnown ? undefined : digestOf(one), now.getTime())
    const counts = isKnown || isCertain(doubt, now.getTime())
    if (counts) kept.push(one)
    else if (!differsStill(doubted[key], doubt, now.getTime())) again = true
    const left = counts ? differed(doubt) : doubt
    if (left) open[key] = left
  }
  return { seen: kept, doubted: open, again }
}

/** What is thought of a place after an answer. `says`: absent where it is what is known. */
function doubtOf(before: DoubtedRecord | undefined, says: string | undefined, now: number): DoubtedRecord {
  // A clock that was set back begins anew.
  const last = before && before.since <= now ? before : undefined
  const differedAt = last && last.says !== undefined && last.says !== says ? now : last?.differedAt
  const isLately = differedAt !== undefined && now - differedAt < LATELY_MS && differedAt <= now
  const isSame = last !== undefined && says !== undefined && last.says === says
  return {
    ...(says !== undefined && { says }),
    since: isSame ? last.since : now,
    looks: isSame ? last.looks + 1 : 1,
    ...(isLately && { differedAt }),
  }
}

const isCertain = ({ since, looks, differedAt }: DoubtedRecord, now: number): boolean =>
  looks >= (differedAt === undefined ? 2 : AGREEING) && now - since >= ASK_AGAIN_MS - SLACK_MS

/** Whoever gives another answer each time is not asked more often for it. */
const differsStill = (before: DoubtedRecord | undefined, doubt: DoubtedRecord, now: number): boolean =>
  doubt.differedAt === now && before?.differedAt !== undefined && now - before.differedAt < LATELY_MS

/** What is remembered of a place that says what is known: that answers differed lately. */
function differed({ since, differedAt }: DoubtedRecord): DoubtedRecord | undefined {
  return differedAt === undefined ? undefined : { since, looks: 0, differedAt }
}

/** The same for all that means the same. */
function digestOf({ record, values }: SeenRecords): string {
  const normal = values.map((value) => normalOf(record, value)).sort()
  return createHash('sha256').update(JSON.stringify(normal)).digest('base64url').slice(0, 22)
}
