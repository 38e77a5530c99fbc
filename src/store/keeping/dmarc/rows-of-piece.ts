import {
  COUNT,
  DISPOSITION_AT,
  DKIM_PASSES,
  ENVELOPE_FROM,
  ENVELOPE_TO,
  HEADER_FROM,
  IP,
  type PackedIp,
  type PackedPiece,
  RESULTS,
  SPF_PASSES,
  STRIDE,
  VERDICTS,
} from '../../../core/aggregate/piece.ts'
import type { Results } from '../../../core/aggregate/report.ts'
import { bitsOf, DISPOSITION, DKIM, SPF } from './bits.ts'
import { type Columns, noColumns } from './columns.ts'
import type { Home } from './home.ts'

/** Reasons that say that mail was forwarded. Receivers that know ARC say so of a local policy. */
const isForwarding = ({ type, comment }: Results['reasons'][number]) =>
  type === 'forwarded' ||
  type === 'mailing_list' ||
  type === 'trusted_forwarder' ||
  (type === 'local_policy' && comment !== undefined && /\barc=pass\b/i.test(comment))

const passes = ({ result }: { result: string }) => result === 'pass'

const NOTHING = '{"dkim":[],"spf":[],"reasons":[]}'

/** The bits that results make of each record that has them. */
function bitsOfResults(json: string): number {
  const { dkim, spf, reasons } = JSON.parse(json) as Results
  return bitsOf({
    dkim: false,
    spf: false,
    disposition: 'none',
    rawDkim: dkim.some(passes),
    rawSpf: spf.some(passes),
    overrides: reasons.map(({ type }) => type),
    forwarded: reasons.some(isForwarding),
  })
}

const REMEMBERED = 20_000
/** What is longer is read again, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 1_000

/** Gives the bits of results, of which many reports have the same. */
export function rememberedBits(): (json: string) => number {
  const known = new Map<string, number>()
  return (json) => {
    const there = known.get(json)
    if (there !== undefined) return there
    const bits = bitsOfResults(json)
    if (known.size >= REMEMBERED) known.clear()
    if (json.length <= LONGEST_REMEMBERED) known.set(json, bits)
    return bits
  }
}

/** Gives what is made of each place, once. */
function once<T>(make: (at: number) => T): (at: number) => T {
  const made: T[] = []
  return (at) => {
    const known = made[at]
    if (known !== undefined) return known
    const one = make(at)
    made[at] = one
    return one
  }
}

/** Gives numbers to what many rows share. */
export interface Numbering {
  text(text: string): number
  results(json: string): number
  ip(ip: PackedIp): number
}

export interface PieceOf {
  firstSeq: number
  policyDomain: string
  home: Home
  numberOf: (home: { id: string; domain: string }) => number
  bitsOfResults: (json: string) => number
}

/** Whose place is none. */
const NOWHERE = -1

/** The records of a piece by the number of the domain that they belong to. Those of no domain of the account are left out. */
export function rowsOfPiece(
  { results, ips, texts, rows }: PackedPiece,
  { firstSeq, policyDomain, home, numberOf, bitsOfResults: bitsOfJson }: PieceOf,
  interned: Numbering,
): Map<number, Columns> {
  const resultsAt = once((at) => {
    const json = results[at] ?? NOTHING
    return { number: interned.results(json), bits: bitsOfJson(json) }
  })
  const ipAt = once((at) => interned.ip(ips[at] ?? ''))
  const textAt = once((at) => interned.text(texts[at] ?? ''))
  const placeAt = once((at) => {
    const found = home(texts[at] ?? '', policyDomain)
    return found ? numberOf(found) : NOWHERE
  })
  const number = (at: number) => rows[at] ?? 0
  const textOrNone = (at: number) => (at < 0 ? null : textAt(at))

  function add(columns: Columns, at: number): void {
    const { number: resultsNo, bits } = resultsAt(number(at + RESULTS))
    columns.seq.push(firstSeq + at / STRIDE)
    columns.ip.push(ipAt(number(at + IP)))
    columns.messages.push(number(at + COUNT))
    columns.bits.push(bits | verdictBits(number(at + VERDICTS)))
    columns.headerFrom.push(textAt(number(at + HEADER_FROM)))
    columns.envelopeFrom.push(textOrNone(number(at + ENVELOPE_FROM)))
    columns.envelopeTo.push(textOrNone(number(at + ENVELOPE_TO)))
    columns.results.push(resultsNo)
  }

  const found = new Map<number, Columns>()
  for (let at = 0; at < rows.length; at += STRIDE) {
    const place = placeAt(number(at + HEADER_FROM))
    if (place === NOWHERE) continue
    const columns = found.get(place) ?? noColumns()
    if (columns.seq.length === 0) found.set(place, columns)
    add(columns, at)
  }
  return found
}

const verdictBits = (verdicts: number): number =>
  (verdicts & DKIM_PASSES ? DKIM : 0) |
  (verdicts & SPF_PASSES ? SPF : 0) |
  ((verdicts >> DISPOSITION_AT) << DISPOSITION)

/** Whether any record of a piece belongs to the account. */
export const hasHome = (
  { texts, rows }: Pick<PackedPiece, 'texts' | 'rows'>,
  policyDomain: string,
  home: Home,
): boolean =>
  rows.some((text, at) => at % STRIDE === HEADER_FROM && home(texts[text] ?? '', policyDomain) !== undefined)

/** What a report is about, by its policy domain and one of its pieces. */
export function namesIn(
  policyDomain: string,
  { texts, rows }: Pick<PackedPiece, 'texts' | 'rows'>,
): string[] {
  const names = new Set([policyDomain])
  for (let at = 0; at < Math.min(rows.length, MOST_ASKED * STRIDE); at += STRIDE) {
    names.add(texts[rows[at + HEADER_FROM] ?? 0] ?? '')
  }
  return [...names]
}

/** A report about so many others is of none of them. */
const MOST_ASKED = 50
