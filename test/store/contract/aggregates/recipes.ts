import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import {
  type AggregateHead,
  type AggregateRecord,
  DISPOSITIONS,
  OVERRIDES,
  type ReadAggregate,
  type Results,
} from '../../../../src/core/aggregate/report.ts'

/** Numbers that follow from a seed. */
export function dice(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (part: number) => next() < part,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  }
}

export type Dice = ReturnType<typeof dice>

export const FIRST_DAY = 20_440

/** A report by its key and content: the same numbers give the same report. */
export interface Recipe {
  policyDomain: string
  reporter: string
  reportId: string
  day: number
  variant: number
  pieces: number[]
}

const NAMES = ['', 'a.test', 'x.a.test', 'y.x.a.test', 'w.y.x.a.test', 'b.test', 'z.b.test', 'c.test']

/** With its records as they were before they were packed. */
export function report(recipe: Recipe): ReadAggregate & { records: AggregateRecord[]; results: Results[][] } {
  const { policyDomain, reporter, reportId, day, variant, pieces } = recipe
  const seed = [...JSON.stringify(recipe)].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7)
  const random = dice(seed)
  const made = pieces.map((records) => {
    const results = Array.from({ length: 3 }, () => someResults(random))
    return { results, records: Array.from({ length: records }, () => someRecord(random)) }
  })
  const head: AggregateHead = {
    format: 'rfc7489',
    orgName: reporter,
    reportId,
    begin: day * 86_400,
    end: day * 86_400 + (variant === 2 ? 100_000 : 86_399),
    policyDomain,
    policy: { p: random.of(['none', 'reject']), adkim: 'r', aspf: 'r' },
    errors: [],
    warnings: [],
    recovered: false,
    records: pieces.reduce((sum, one) => sum + one, 0),
    skipped: 0,
    contentHash: Bun.SHA256.hash(JSON.stringify(recipe), 'hex'),
  }
  const results = made.map((one) => one.results)
  return { head, pieces: made.map(packPiece), records: made.flatMap(({ records }) => records), results }
}

const RESULTS = ['pass', 'fail', 'none'] as const

function someResults(random: Dice): Results {
  const some = <T>(most: number, make: () => T) => Array.from({ length: random.below(most) }, make)
  return {
    dkim: some(3, () => ({ domain: random.of(NAMES), result: random.of(RESULTS) })),
    spf: some(2, () => ({ domain: random.of(NAMES), result: random.of(RESULTS) })),
    reasons: some(3, () => ({
      type: random.of(OVERRIDES),
      ...(random.chance(0.5) && { comment: random.of(['arc=pass', 'other']) }),
    })),
  }
}

const someRecord = (random: Dice): AggregateRecord => ({
  ip: `192.0.2.${random.below(12)}`,
  count: 1 + random.below(1000),
  dkim: random.chance(0.5),
  spf: random.chance(0.5),
  disposition: random.of(DISPOSITIONS),
  headerFrom: random.of(NAMES),
  ...(random.chance(0.5) && { envelopeFrom: random.of(NAMES) }),
  ...(random.chance(0.2) && { envelopeTo: random.of(NAMES) }),
  results: random.below(3),
})
