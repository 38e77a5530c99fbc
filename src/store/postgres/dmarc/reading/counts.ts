import { OVERRIDES, type Override } from '../../../../core/aggregate/report.ts'
import type { Counts } from '../../../aggregates.ts'
import {
  BROKEN,
  DISPOSITION,
  DKIM,
  FORWARDED,
  LISTED,
  OVERRIDE,
  RAW_DKIM,
  RAW_SPF,
  SPF,
} from '../../../keeping/dmarc/bits.ts'
import { plain } from '../../sql/statement.ts'

/** Sums of records, as columns of those names have them. */
export interface Counted {
  messages: number
  pass: number
  dkim: number
  spf: number
  rawdkim: number
  rawspf: number
  passed: number
  quarantine: number
  reject: number
}

/** What sources have beside. */
export interface More {
  forwarded: number
  unaligned: number
}

const sumWhere = (condition: string, name: string) =>
  `coalesce(sum(r.messages) FILTER (WHERE ${condition}), 0) AS ${name}`
const has = (bits: number) => `(r.bits & ${bits}) <> 0`
const PASSES = has(DKIM | SPF)
const FAILS = `(r.bits & ${DKIM | SPF}) = 0`
const disposed = (as: number) => `((r.bits >> ${DISPOSITION}) & 3) = ${as}`

const PASS = sumWhere(PASSES, 'pass')

/** Columns of `Counted`, over records by the name r. */
export const COUNTED = plain(
  [
    'coalesce(sum(r.messages), 0) AS messages',
    PASS,
    sumWhere(has(DKIM), 'dkim'),
    sumWhere(has(SPF), 'spf'),
    sumWhere(has(RAW_DKIM), 'rawdkim'),
    sumWhere(has(RAW_SPF), 'rawspf'),
    sumWhere(disposed(1), 'passed'),
    sumWhere(disposed(2), 'quarantine'),
    sumWhere(disposed(3), 'reject'),
  ].join(', '),
)

export const MORE = plain(
  [
    sumWhere(`${FAILS} AND ${has(FORWARDED)}`, 'forwarded'),
    sumWhere(`${FAILS} AND ${has(RAW_DKIM | RAW_SPF)}`, 'unaligned'),
  ].join(', '),
)

export const OF_FACTS = plain(
  [sumWhere(`${FAILS} AND ${has(LISTED)}`, 'listed'), sumWhere(`${FAILS} AND ${has(BROKEN)}`, 'broken')].join(
    ', ',
  ),
)

/** Messages with each override, as columns o0, o1, and so on. */
export const OVERRIDDEN = plain(
  OVERRIDES.map((_, index) => sumWhere(has(1 << (OVERRIDE + index)), `o${index}`)).join(', '),
)

/** Columns of messages and of those that pass. */
export const MESSAGES_AND_PASS = plain(`coalesce(sum(r.messages), 0) AS messages, ${PASS}`)

export const overridesOf = (row: Readonly<Record<string, unknown>>): Record<Override, number> =>
  Object.fromEntries(OVERRIDES.map((name, index) => [name, Number(row[`o${index}`])])) as Record<
    Override,
    number
  >

export function countsOf(row: Counted): Counts {
  const { messages, pass, passed, quarantine, reject } = row
  return {
    messages,
    pass,
    dkimAligned: row.dkim,
    spfAligned: row.spf,
    dkimAuthenticated: row.rawdkim,
    spfAuthenticated: row.rawspf,
    dispositions: { none: messages - passed - quarantine - reject, pass: passed, quarantine, reject },
  }
}
