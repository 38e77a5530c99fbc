import { type PackedPiece, recordsIn } from '../../../../core/aggregate/piece.ts'
import { dayOfReport } from '../../../../core/aggregate/report.ts'
import type { Columns } from '../../../keeping/dmarc/columns.ts'
import type { RecordRow } from '../../../keeping/dmarc/counts.ts'
import type { VerifiedDomain } from '../../../keeping/dmarc/home.ts'
import type { Incoming } from '../../../keeping/dmarc/incoming.ts'
import { rememberedBits, rowsOfPiece } from '../../../keeping/dmarc/rows-of-piece.ts'
import type { Said } from '../../../keeping/dmarc/said.ts'
import { type Collecting, createCollecting } from './collecting.ts'
import type { Homes } from './homes.ts'
import type { KeptReport, ReportTexts } from './reports.ts'
import { createSayings, marked } from './sayings.ts'

/** Pieces of a report that are entered now. */
export interface Entering {
  /** As it came, and as it is kept. */
  incoming: Incoming
  as: Incoming
  /** Where those before are in. */
  kept?: KeptReport
  /** The file of the report that it takes the place of. */
  replacedFile: string | null
  from: number
  packed: PackedPiece[]
}

/** What is entered of a report; numbers are places of what was collected. */
export interface Gathered {
  one: Entering
  /** Records in its pieces, whosever they are. */
  records: number
  isLast: boolean
  /** Absent: nothing of it belongs to the account. */
  names?: ReportTexts
  parts: { domain: number; rows: RecordRow[] }[]
}

export interface Gathering {
  all: Gathered[]
  domains: VerifiedDomain[]
  collecting: Collecting
  saidBy(results: number): Said
}

const bitsOfResults = rememberedBits()

/** Finds whose the records of reports are, and all that is to have numbers. */
export function gather({ home }: Homes, entering: readonly Entering[]): Gathering {
  const collecting = createCollecting()
  const saidBy = createSayings(collecting)
  const domains: VerifiedDomain[] = []
  const placed = new Map<string, number>()
  const placeOf = (domain: VerifiedDomain): number => {
    const known = placed.get(domain.id)
    if (known !== undefined) return known
    placed.set(domain.id, domains.length)
    return domains.push(domain) - 1
  }

  /** Columns of each domain. */
  function columnsOf({ incoming, packed, kept }: Entering): Map<number, Columns[]> {
    const { policyDomain } = incoming
    const found = new Map<number, Columns[]>()
    let firstSeq = kept?.recordsIn ?? 0
    for (const piece of packed) {
      const of = { firstSeq, policyDomain, home, numberOf: placeOf, bitsOfResults }
      for (const [domain, columns] of rowsOfPiece(piece, of, collecting)) {
        const own = found.get(domain)
        if (own) own.push(columns)
        else found.set(domain, [columns])
      }
      firstSeq += recordsIn(piece)
    }
    return found
  }

  function rowsOf(domain: number, all: readonly Columns[]): RecordRow[] {
    const own = domains[domain]?.domain ?? ''
    const { texts } = collecting.collected
    const rows = all.flatMap(rowsIn)
    for (const row of rows) {
      const said = saidBy(row.results)
      row.bits = marked(row.bits, { own, headerFrom: texts.all[row.headerFrom] ?? '', said })
    }
    return rows
  }

  const all = entering.map((one): Gathered => {
    collecting.on(dayOfReport(one.as))
    const parts = [...columnsOf(one)].map(([domain, columns]) => ({ domain, rows: rowsOf(domain, columns) }))
    const records = one.packed.reduce((sum, piece) => sum + recordsIn(piece), 0)
    const isLast = one.from + one.packed.length >= one.incoming.pieces
    const isNone = one.kept === undefined && isLast && parts.length === 0
    return { one, records, isLast, parts, ...(!isNone && { names: namesOf(one.as, collecting) }) }
  })
  return { all, domains, collecting, saidBy }
}

const namesOf = (
  { reporter, orgName, policyDomain, policy, sender }: Incoming,
  { text }: Collecting,
): ReportTexts => ({
  reporter: text(reporter),
  reporterName: text(orgName),
  policyDomain: text(policyDomain),
  policy: text(policy),
  sender: sender === undefined ? null : text(sender),
})

function rowsIn({
  seq,
  ip,
  messages,
  bits,
  headerFrom,
  envelopeFrom,
  envelopeTo,
  results,
}: Columns): RecordRow[] {
  return seq.map((_, at) => ({
    seq: seq[at] ?? 0,
    ip: ip[at] ?? 0,
    messages: messages[at] ?? 0,
    bits: bits[at] ?? 0,
    headerFrom: headerFrom[at] ?? 0,
    envelopeFrom: envelopeFrom[at] ?? null,
    envelopeTo: envelopeTo[at] ?? null,
    results: results[at] ?? 0,
  }))
}
