import {
  isGone,
  type RecordPlace,
  type RecordVersion,
  type SeenRecords,
} from '../../../core/watching/records.ts'

/** After so long a place whose records are gone is asked again, before it counts. */
export const ASK_AGAIN_MS = 10 * 60_000
/** A look may come a little early. */
const SLACK_MS = 30_000

/** What of a look is kept. */
export interface SettledRecords {
  seen: SeenRecords[]
  /** Places whose records were gone, and since when. */
  gone: Record<string, number>
  /** Some are to be asked again soon. */
  again: boolean
}

const keyOf = ({ record, name }: RecordPlace) => `${record} ${name}`

/** Leaves out what is gone for the first time: one answer of one server is not enough. */
export function settleRecords(
  seen: readonly SeenRecords[],
  current: readonly RecordVersion[],
  gone: Readonly<Record<string, number>>,
  now: Date,
): SettledRecords {
  const before = new Map(current.map((version) => [keyOf(version), version.values]))
  const answered = new Set(seen.map(keyOf))
  // A place that gave no answer is as it was.
  const open = Object.fromEntries(
    Object.entries(gone).filter(([key]) => before.has(key) && !answered.has(key)),
  )
  const kept: SeenRecords[] = []
  let again = false
  for (const one of seen) {
    const key = keyOf(one)
    const wasThere = before.get(key)
    if (!wasThere || !isGone(wasThere, one.values)) {
      kept.push(one)
      continue
    }
    // A clock that was set back begins anew.
    const since = Math.min(gone[key] ?? now.getTime(), now.getTime())
    if (now.getTime() - since >= ASK_AGAIN_MS - SLACK_MS) kept.push(one)
    else {
      open[key] = since
      again = true
    }
  }
  return { seen: kept, gone: open, again }
}
