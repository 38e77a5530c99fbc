import type { PackedPiece } from '../../../../core/aggregate/piece.ts'
import { dayOfReport } from '../../../../core/aggregate/report.ts'
import type { Kept } from '../../../aggregates.ts'
import type { RecordRow } from '../../../keeping/dmarc/counts.ts'
import type { Incoming } from '../../../keeping/dmarc/incoming.ts'
import { namesIn } from '../../../keeping/dmarc/rows-of-piece.ts'
import { whole } from '../../../keeping/dmarc/rules.ts'
import type { Said } from '../../../keeping/dmarc/said.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { type Entering, type Gathered, type Gathering, gather } from './gathering.ts'
import { type Homes, hasEntry, numbered } from './homes.ts'
import { interned, type Numbers } from './interning.ts'
import { enter, type Part, type ReportFacts } from './records.ts'
import { begun, grown, type NewReport, type ReportTexts, removed } from './reports.ts'
import { withNumbers } from './sayings.ts'

/** What one transaction did of a report: it is done, or wants another. */
export type PutStep = Kept | { outcome: 'next' }

const NO_PIECE: PackedPiece = { results: [], ips: [], texts: [], rows: [] }

/** Says why a report is not kept of which nothing belongs to the account. */
export async function rejection(
  tx: Tx,
  accountId: string,
  { policyDomain }: Incoming,
  piece: PackedPiece = NO_PIECE,
): Promise<Kept> {
  const isUnverified = await hasEntry(tx, accountId, namesIn(policyDomain, piece))
  return { outcome: 'rejected', reason: isUnverified ? 'unverified_domain' : 'domain_mismatch' }
}

/** Enters pieces of some reports. Says of each what became of it, in the same order. */
export async function enterAll(
  tx: Tx,
  accountId: string,
  homes: Homes,
  entering: readonly Entering[],
): Promise<PutStep[]> {
  if (entering.length === 0) return []
  const gathering = gather(homes, entering)
  const [numbers, domains] = await Promise.all([
    interned(tx, accountId, gathering.collecting.collected),
    numbered(tx, accountId, homes, gathering.domains),
  ])
  const facts = await factsOf(tx, accountId, gathering, numbers)
  const parts = gathering.all.flatMap((gathered, at) => partsOf(gathered, facts[at], domains, numbers))
  await enter(tx, parts, saidIn(gathering, numbers))
  for (const gathered of gathering.all) await grew(tx, gathered, numbers)
  const steps: PutStep[] = []
  for (const [at, gathered] of gathering.all.entries()) {
    steps.push(await stepOf(tx, accountId, gathered, facts[at]))
  }
  return steps
}

/** What records of each report share; reports that are new are begun. Undefined: nothing of it belongs to the account. */
async function factsOf(
  tx: Tx,
  accountId: string,
  { all }: Gathering,
  { texts }: Numbers,
): Promise<(ReportFacts | undefined)[]> {
  const fresh = all.flatMap(({ one, names, records }, at): { at: number; report: NewReport }[] => {
    if (!names || one.kept) return []
    const { as, replacedFile, packed } = one
    const begins = { incoming: as, replacedFile, pieces: packed.length, records }
    return [{ at, report: { ...begins, ...textsOf(names, texts) } }]
  })
  const nos = await begun(
    tx,
    accountId,
    fresh.map(({ report }) => report),
  )
  const facts = all.map(({ one: { kept }, names }): ReportFacts | undefined =>
    kept && names ? { ...kept, ...textsOf(names, texts) } : undefined,
  )
  for (const [index, { at, report }] of fresh.entries()) {
    const { incoming: as } = report
    const [day, authenticated] = [dayOfReport(as), as.authenticated ? 1 : 0]
    facts[at] = { ...report, no: nos[index] ?? 0, day, receivedAt: as.receivedAt, authenticated }
  }
  return facts
}

function partsOf(
  { parts }: Gathered,
  report: ReportFacts | undefined,
  domains: readonly number[],
  { texts, results, ips }: Numbers,
): Part[] {
  const textOf = (place: number | null) => (place === null ? null : (texts[place] ?? 0))
  const numbers = (row: RecordRow): RecordRow => ({
    ...row,
    ip: ips[row.ip] ?? 0,
    headerFrom: texts[row.headerFrom] ?? 0,
    envelopeFrom: textOf(row.envelopeFrom),
    envelopeTo: textOf(row.envelopeTo),
    results: results[row.results] ?? 0,
  })
  if (!report) return []
  return parts.map(({ domain, rows }) => ({ report, domain: domains[domain] ?? 0, rows: rows.map(numbers) }))
}

/** What results say, by their numbers. */
function saidIn({ saidBy }: Gathering, { results, texts }: Numbers): (results: number) => Said {
  const places = new Map(results.map((no, place) => [no, place]))
  return (no) => withNumbers(saidBy(places.get(no) ?? -1), texts)
}

async function grew(tx: Tx, { one, names, records }: Gathered, { texts }: Numbers): Promise<void> {
  if (!one.kept || !names) return
  await grown(tx, one.kept.no, { pieces: one.packed.length, records }, textsOf(names, texts))
}

const textsOf = (names: ReportTexts, texts: readonly number[]): ReportTexts => ({
  reporter: texts[names.reporter] ?? 0,
  reporterName: texts[names.reporterName] ?? 0,
  policyDomain: texts[names.policyDomain] ?? 0,
  policy: texts[names.policy] ?? 0,
  sender: names.sender === null ? null : (texts[names.sender] ?? 0),
})

async function stepOf(
  tx: Tx,
  accountId: string,
  { one, isLast, parts }: Gathered,
  facts: ReportFacts | undefined,
): Promise<PutStep> {
  if (!isLast) return { outcome: 'next' }
  const { incoming, as, kept, replacedFile } = one
  if (parts.length > 0 || (facts && (await hasRecords(tx, facts.no)))) {
    const { uid, fileId } = kept ?? as
    return whole({ uid, fileId, replacedFile: kept ? kept.replacedFile : replacedFile }, incoming)
  }
  if (facts) await removed(tx, facts.no)
  return rejection(tx, accountId, incoming, one.packed.at(-1))
}

async function hasRecords(tx: Tx, report: number): Promise<boolean> {
  const row = await tx.first<{ one: number }>(
    sql`SELECT 1 AS one FROM dmarc_slices WHERE report = ${report} LIMIT 1`,
  )
  return row !== undefined
}
