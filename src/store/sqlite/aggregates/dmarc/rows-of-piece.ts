import type { AggregateRecord, RecordPiece, Results } from '../../../../core/aggregate/report.ts'
import { bitsOf } from './bits.ts'
import type { Home, Homes } from './homes.ts'
import type { Interned } from './interned.ts'
import type { RecordRow } from './ledger/counts.ts'

/** What of results is the same for each record that has them. */
interface ReadResults {
  number: number
  rawDkim: boolean
  rawSpf: boolean
  overrides: Results['reasons'][number]['type'][]
  forwarded: boolean
}

/** Reasons that say that mail was forwarded. Receivers that know ARC say so of a local policy. */
const isForwarding = ({ type, comment }: Results['reasons'][number]) =>
  type === 'forwarded' ||
  type === 'mailing_list' ||
  type === 'trusted_forwarder' ||
  (type === 'local_policy' && comment !== undefined && /\barc=pass\b/i.test(comment))

const passes = ({ result }: { result: string }) => result === 'pass'

const NOTHING: Results = { dkim: [], spf: [], reasons: [] }

/** The rows of a piece by the number of the domain that they belong to. Those of no domain of the account are left out. */
export function rowsOfPiece(
  { results, records }: RecordPiece,
  of: {
    firstSeq: number
    policyDomain: string
    home: Home
    numberOf: (home: { id: string; domain: string }) => number
  },
  interned: Interned,
): Map<number, RecordRow[]> {
  const read = new Map<number, ReadResults>()
  const places = new Map<string, number | undefined>()

  function resultsAt(at: number): ReadResults {
    const known = read.get(at)
    if (known) return known
    const { dkim, spf, reasons } = results[at] ?? NOTHING
    const made = {
      number: interned.results(JSON.stringify({ dkim, spf, reasons })),
      rawDkim: dkim.some(passes),
      rawSpf: spf.some(passes),
      overrides: reasons.map(({ type }) => type),
      forwarded: reasons.some(isForwarding),
    }
    read.set(at, made)
    return made
  }

  function placeOf(headerFrom: string): number | undefined {
    if (!places.has(headerFrom)) {
      const home = of.home(headerFrom, of.policyDomain)
      places.set(headerFrom, home && of.numberOf(home))
    }
    return places.get(headerFrom)
  }

  const rows = new Map<number, RecordRow[]>()
  for (const [index, record] of records.entries()) {
    const place = placeOf(record.headerFrom)
    if (place === undefined) continue
    const own = rows.get(place)
    const row = rowOf(record, of.firstSeq + index, resultsAt(record.results), interned)
    if (own) own.push(row)
    else rows.set(place, [row])
  }
  return rows
}

function rowOf(record: AggregateRecord, seq: number, results: ReadResults, interned: Interned): RecordRow {
  const { ip, count, dkim, spf, disposition, headerFrom, envelopeFrom, envelopeTo } = record
  const { rawDkim, rawSpf, overrides, forwarded, number } = results
  return {
    seq,
    ip: interned.ip(ip),
    messages: count,
    bits: bitsOf({ dkim, spf, disposition, rawDkim, rawSpf, overrides, forwarded }),
    headerFrom: interned.text(headerFrom),
    envelopeFrom: envelopeFrom === undefined ? null : interned.text(envelopeFrom),
    envelopeTo: envelopeTo === undefined ? null : interned.text(envelopeTo),
    results: number,
  }
}

/** Whether the account has an unverified entry at or above the policy domain, or what records are about. */
export function coveredByUnverified(
  homes: Homes,
  accountId: string,
  policyDomain: string,
  records: readonly Pick<AggregateRecord, 'headerFrom'>[],
): boolean {
  const names = new Set([policyDomain, ...records.slice(0, MOST_ASKED).map(({ headerFrom }) => headerFrom)])
  return [...names].some((name) => homes.isUnverified(accountId, name))
}

/** A report about so many others is of none of them. */
const MOST_ASKED = 50
