import { normalOf, partsOf, type WatchedRecord } from './records.ts'

/** A tag, term or line of a value. */
export interface DiffPart {
  text: string
  /** It stands on this side alone. */
  differs: boolean
}

/** A value of one side, as its parts. `whole`: nothing on the other side is like it. */
export interface DiffValue {
  value: string
  parts: DiffPart[]
  whole: boolean
}

/** What differs between two looks at a place. */
export interface RecordDiff {
  removed: DiffValue[]
  added: DiffValue[]
  /** On both sides, as they are now. */
  kept: string[]
}

/** Characters by which two values are found to be alike. */
const COMPARED = 600

/** Sets what a place said beside what it says, value by value and tag by tag. */
export function diffOf(
  record: WatchedRecord,
  before: readonly string[],
  after: readonly string[],
): RecordDiff {
  const { left: gone } = without(record, before, after)
  const { left: added, there: kept } = without(record, after, before)
  const pairs = paired(record, gone, added)
  const back = new Map([...pairs].map(([from, to]) => [to, from]))
  return {
    removed: gone.map((value, at) => marked(record, value, added[pairs.get(at) ?? -1])),
    added: added.map((value, at) => marked(record, value, gone[back.get(at) ?? -1])),
    kept,
  }
}

/** Which values the others hold too, each as often as they do. */
function without(record: WatchedRecord, values: readonly string[], others: readonly string[]) {
  const counts = countsOf(others.map((other) => normalOf(record, other)))
  const isThere = values.map((value) => takes(counts, normalOf(record, value)))
  return {
    left: values.filter((_, at) => !isThere[at]),
    there: values.filter((_, at) => isThere[at]),
  }
}

const countsOf = (texts: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length]))

function takes(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0
  counts.set(text, left - 1)
  return left > 0
}

/** Which of the new values came in the place of which: those with most parts in common. */
function paired(
  record: WatchedRecord,
  gone: readonly string[],
  added: readonly string[],
): Map<number, number> {
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const partsOfAdded = added.map((value) => partsOf(record, value.slice(0, COMPARED)))
  for (const [at, value] of gone.entries()) {
    const parts = new Set(partsOf(record, value.slice(0, COMPARED)))
    let best: { to: number; common: number } | undefined
    for (const [to, others] of partsOfAdded.entries()) {
      const common = taken.has(to) ? 0 : others.filter((part) => parts.has(part)).length
      if (common > (best?.common ?? 0)) best = { to, common }
    }
    if (!best) continue
    pairs.set(at, best.to)
    taken.add(best.to)
  }
  return pairs
}

function marked(record: WatchedRecord, value: string, other: string | undefined): DiffValue {
  const counts = countsOf(other === undefined ? [] : partsOf(record, other))
  const parts = partsOf(record, value).map((text) => ({ text, differs: !takes(counts, text) }))
  return { value, parts, whole: other === undefined }
}
