import { PIECE_RECORDS, packPiece } from '../../src/core/aggregate/piece.ts'
import type {
  AggregateHead,
  AggregateRecord,
  ReadAggregate,
  Results,
} from '../../src/core/aggregate/report.ts'

/** Reports in the shape of real ones: a median of 1 record and a mean of 10, few header_from, few distinct results. */

/** Numbers that follow from a seed. */
export function numbers(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, below: (most: number) => Math.floor(next() * most) }
}

type Numbers = ReturnType<typeof numbers>

const REPORTERS = [
  'google.com',
  'Outlook.com',
  'Enterprise Outlook',
  'Yahoo',
  'AMAZON-SES',
  'Mail.Ru',
  'GMX',
  'WEB.DE',
]
const OTHERS = 40

export const domainName = (rank: number) => `domain-${rank}.example`

/** The rank of a domain by Zipf's law. */
export function zipf(ranks: number): (random: Numbers) => number {
  const shares: number[] = []
  let total = 0
  for (let rank = 1; rank <= ranks; rank += 1) {
    total += 1 / rank
    shares.push(total)
  }
  return (random) => {
    const wanted = random.next() * total
    let [low, high] = [0, ranks - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((shares[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** How many records a report has. */
export function recordsOf(random: Numbers): number {
  const at = random.next()
  if (at < 0.52) return 1
  if (at < 0.8) return 2 + random.below(5)
  if (at < 0.95) return 7 + random.below(13)
  if (at < 0.99) return 20 + random.below(110)
  return 130 + random.below(400)
}

/** Addresses by which the busiest domain sends, few of them most of the mail; others have fewer, as they have fewer messages. */
const SOURCES = 20_000
const FEWEST_SOURCES = 20

function ipOf(random: Numbers, rank: number): string {
  const pool = Math.max(FEWEST_SOURCES, SOURCES / (rank + 1))
  const source = Math.floor(random.next() ** 3 * pool)
  const at = (rank * SOURCES + source) >>> 0
  if (source % 7 === 0) return `2001:db8:${(at >>> 16).toString(16)}::${(at & 0xffff).toString(16)}`
  return `${11 + (at >>> 24)}.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${at & 255}`
}

function resultsOf(random: Numbers, domain: string): Results {
  const isSigned = random.next() < 0.9
  return {
    dkim: isSigned
      ? [{ domain, selector: `s${random.below(3)}`, result: random.next() < 0.95 ? 'pass' : 'fail' }]
      : [],
    spf: [{ domain: `bounce.${domain}`, scope: 'mfrom', result: random.next() < 0.87 ? 'pass' : 'softfail' }],
    reasons: random.next() < 0.03 ? [{ type: 'local_policy', comment: 'arc=pass' }] : [],
  }
}

function recordFor(random: Numbers, rank: number, results: number): AggregateRecord {
  const isPass = random.next() < 0.94
  const headerFrom = random.next() < 0.93 ? domainName(rank) : `mail.${domainName(rank)}`
  return {
    ip: ipOf(random, rank),
    count: 1 + Math.floor(random.next() ** 6 * 500),
    dkim: isPass,
    spf: isPass && random.next() < 0.16,
    disposition: isPass || random.next() < 0.9 ? 'none' : 'quarantine',
    headerFrom,
    ...(random.next() < 0.4 && { envelopeFrom: `bounce.${domainName(rank)}` }),
    results,
  }
}

/** A report of so many records about a domain. */
export function reportFor(random: Numbers, rank: number, day: number, records: number): ReadAggregate {
  const pick = random.below(OTHERS)
  const pieces: Uint8Array[] = []
  for (let left = records; left > 0; left -= PIECE_RECORDS) {
    const results = Array.from({ length: Math.min(4, left) }, () => resultsOf(random, domainName(rank)))
    const own = Array.from({ length: Math.min(left, PIECE_RECORDS) }, () =>
      recordFor(random, rank, random.below(results.length)),
    )
    pieces.push(packPiece({ results, records: own }))
  }
  const id = `${random.below(2 ** 31)}${random.below(2 ** 31)}`
  const head: AggregateHead = {
    format: 'rfc7489',
    orgName: REPORTERS[pick % 11] ?? `receiver-${pick}.example`,
    orgEmail: 'dmarc@receiver.example',
    reportId: id,
    begin: day * 86_400,
    end: day * 86_400 + 86_399,
    policyDomain: domainName(rank),
    policy: { p: 'quarantine', adkim: 'r', aspf: 'r', pct: 100 },
    errors: [],
    warnings: [],
    recovered: false,
    records,
    skipped: 0,
    contentHash: Bun.SHA256.hash(id, 'hex'),
  }
  return { head, pieces }
}
