import type { Counts } from '../../../../aggregates.ts'

/** Columns of roll-ups that a `Counts` is made of, in this order. */
export const COUNTED = [
  'messages',
  'pass',
  'dkim',
  'spf',
  'raw_dkim',
  'raw_spf',
  'passed',
  'quarantine',
  'reject',
] as const

/** Numbers of the columns in `COUNTED`. */
export type Counted = readonly number[]

export function countsOf(counted: Counted): Counts {
  const [messages, pass, dkim, spf, rawDkim, rawSpf, passed, quarantine, reject] = counted as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    messages,
    pass,
    dkimAligned: dkim,
    spfAligned: spf,
    dkimAuthenticated: rawDkim,
    spfAuthenticated: rawSpf,
    dispositions: { none: messages - passed - quarantine - reject, pass: passed, quarantine, reject },
  }
}

/** Adds up rows of numbers, column by column. */
export function addUp(rows: Iterable<readonly number[]>, columns: number): number[] {
  const sums = new Array<number>(columns).fill(0)
  for (const row of rows)
    for (let index = 0; index < columns; index += 1) sums[index] = (sums[index] ?? 0) + (row[index] ?? 0)
  return sums
}
