import { unpackPiece } from '../../../src/core/aggregate/piece.ts'
import {
  type AggregateRecord,
  DISPOSITIONS,
  OVERRIDES,
  type Results,
  reporterOf,
} from '../../../src/core/aggregate/report.ts'
import { dateOfDay } from '../../../src/services/aggregates/window.ts'
import { type Dice, FIRST_DAY, report } from '../../store/sqlite/dmarc/scene.ts'

/** The verified domains of the account. */
export const VERIFIED = ['a.test', 'y.x.a.test', 'b.test']

/** One record with all that is counted of it. */
export interface Counted extends Omit<AggregateRecord, 'results'> {
  results: Results
  uid: string
  day: number
  authenticated: boolean
  reporter: string
  /** The domain that it belongs to. */
  home: string
}

/** A random report, to be put, and its records as they are to be counted. */
export function randomReport(random: Dice, number: number) {
  const made = report({
    policyDomain: random.of(['a.test', 'x.a.test', 'b.test']),
    reporter: random.of(['Google', 'google', 'Yahoo  Inc.', 'Mail']),
    reportId: String(number),
    day: FIRST_DAY + random.below(60),
    variant: random.below(3),
    pieces: [1 + random.below(30), ...(random.chance(0.1) ? [400] : [])],
  })
  const uid = `dmr_${number}`
  const authenticated = random.chance(0.7)
  const { head, pieces } = made
  const shared = {
    uid,
    authenticated,
    reporter: reporterOf(head),
    day: Math.floor((head.begin + head.end) / 2 / 86_400),
  }
  const records = pieces.flatMap((bytes): Counted[] => {
    const piece = unpackPiece(bytes)
    return piece.records.flatMap((record) => {
      const home = homeOf(record.headerFrom, head.policyDomain)
      const results = piece.results[record.results] ?? { dkim: [], spf: [], reasons: [] }
      return home === undefined ? [] : [{ ...record, ...shared, results, home }]
    })
  })
  const put = { fileId: `file_${number}`, uid, receivedAt: new Date(1.8e12 + number), authenticated }
  return { put: { ...put, aggregate: { head, pieces } }, records }
}

/** The closest verified domain at or above. */
function homeOf(headerFrom: string, policyDomain: string): string | undefined {
  const above = (name: string) =>
    VERIFIED.filter((one) => name === one || name.endsWith(`.${one}`)).toSorted(
      (one, other) => other.length - one.length,
    )[0]
  return above(headerFrom) ?? above(policyDomain)
}

type Keep = (record: Counted) => boolean
const sum = (records: readonly Counted[], keep: Keep) =>
  records.reduce((total, one) => total + (keep(one) ? one.count : 0), 0)

export const passes: Keep = ({ dkim, spf }) => dkim || spf

const distinct = (records: readonly Counted[], of: (record: Counted) => unknown) =>
  new Set(records.map(of)).size

const resultsOf = (records: readonly Counted[]) => {
  const messages = sum(records, () => true)
  const pass = sum(records, passes)
  return { messages, dmarc_pass: pass, dmarc_fail: messages - pass }
}

/** What the summary has to say, as far as it is sums. */
export function summaryOf(records: readonly Counted[], { from, to }: { from: number; to: number }) {
  return {
    totals: {
      reports: distinct(records, ({ uid }) => uid),
      reporters: distinct(records, ({ reporter }) => reporter),
      sources: distinct(records, ({ ip }) => ip),
      ...countsOf(records),
    },
    dispositions: dispositionsOf(records),
    overrides: Object.fromEntries(
      OVERRIDES.map((type) => [
        type,
        sum(records, ({ results }) => results.reasons.some((one) => one.type === type)),
      ]),
    ),
    reports_unauthenticated: distinct(
      records.filter(({ authenticated }) => !authenticated),
      ({ uid }) => uid,
    ),
    daily: Array.from({ length: to - from + 1 }, (_, index) => {
      const some = records.filter(({ day }) => day === from + index)
      return { date: dateOfDay(from + index), reports: distinct(some, ({ uid }) => uid), ...resultsOf(some) }
    }),
  }
}

const isPass = ({ result }: { result: string }) => result === 'pass'

/** Sums of all kinds, as bodies have them. */
export const countsOf = (records: readonly Counted[]) => ({
  ...resultsOf(records),
  dkim_aligned: sum(records, ({ dkim }) => dkim),
  spf_aligned: sum(records, ({ spf }) => spf),
  dkim_authenticated: sum(records, ({ results }) => results.dkim.some(isPass)),
  spf_authenticated: sum(records, ({ results }) => results.spf.some(isPass)),
})

export const dispositionsOf = (records: readonly Counted[]) =>
  Object.fromEntries(DISPOSITIONS.map((one) => [one, sum(records, ({ disposition }) => disposition === one)]))
