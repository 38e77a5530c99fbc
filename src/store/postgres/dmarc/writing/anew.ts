import type { Home, VerifiedDomain } from '../../../keeping/dmarc/home.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { homesOf } from './homes.ts'
import type { Slice } from './leaving.ts'
import { bigints, integers } from './lists.ts'
import { type Moving, type MovingReport, move } from './moving.ts'
import { ofAccount } from './of-account.ts'

/** A domain whose records are looked at; behind its record `seq` of a report none was. */
interface Marked {
  no: number
  domainId: string
  domain: string
  /** Its entry is there, verified or not. */
  stands: boolean
  day: number
  receivedAt: number
  report: number
  seq: number
}

type Place = Pick<Marked, 'day' | 'receivedAt' | 'report' | 'seq'>

interface Looked extends Omit<Moving, 'from' | 'to'> {
  headerText: string
}

/** Looks at some records of a domain that is marked, and moves those that belong elsewhere. Gives how many it looked at. */
export async function attributeSome(db: Db, limit: number): Promise<number> {
  const next = await db.first<{ accountId: string }>(
    sql`SELECT account_id FROM dmarc_domains WHERE anew = 1 ORDER BY no LIMIT 1`,
  )
  if (!next) return 0
  const { accountId } = next
  return ofAccount(db, accountId, (tx) => look(tx, accountId, limit, db.now))
}

async function look(tx: Tx, accountId: string, limit: number, now: Db['now']): Promise<number> {
  const domain = await tx.first<Marked>(sql`
    SELECT n.no, n.domain_id, n.domain, EXISTS (SELECT 1 FROM domains AS d WHERE d.id = n.domain_id) AS stands,
      n.anew_day AS day, n.anew_received_at AS received_at, n.anew_report AS report, n.anew_seq AS seq
    FROM dmarc_domains AS n WHERE n.account_id = ${accountId} AND n.anew = 1 ORDER BY n.no LIMIT 1`)
  // Another process was there first; there may be other accounts.
  if (!domain) return 1
  const slices = await slicesFrom(tx, domain, limit)
  const rows = await recordsOf(tx, domain, slices, limit)
  const last = rows.at(-1)
  if (!last) {
    await finish(tx, domain)
    // A domain that was looked through to its end counts, so that the next one is looked at.
    return 1
  }
  const homes = await homesOf(tx, accountId)
  const reports = await reportsOf(tx, slices)
  const moving = movingOf(domain, rows, { home: homes.home, reports })
  await move(tx, accountId, { homes, slices, reports, moving, now })
  await moveOn(tx, domain.no, last, slices)
  return rows.length
}

/** Those that have as many records as are looked at; the first may have none behind the place. */
async function slicesFrom(tx: Tx, { no, day, receivedAt, report }: Marked, limit: number): Promise<Slice[]> {
  const all = await tx.all<Slice>(sql`
    SELECT domain, day, received_at, report, records FROM dmarc_slices
      WHERE domain = ${no} AND (day, received_at, report) >= (${day}::int4, ${receivedAt}::int8, ${report}::int8)
      ORDER BY domain, day, received_at, report LIMIT ${limit + 1}`)
  let records = 0
  const enough = all.findIndex((one, at) => {
    if (at > 0 || one.report !== report) records += one.records
    return records >= limit
  })
  return enough < 0 ? all : all.slice(0, enough + 1)
}

function recordsOf(tx: Tx, at: Marked, slices: readonly Slice[], limit: number): Promise<Looked[]> {
  const after = slices.map(({ report }) => (report === at.report ? at.seq : -1))
  return tx.all<Looked>(sql`
    SELECT r.day, r.report, r.seq, r.ip, r.messages, r.bits, r.authenticated, r.header_from, r.results, t.text AS header_text
    FROM unnest(${integers(slices.map(({ day }) => day))}, ${bigints(slices.map(({ report }) => report))}, ${integers(after)})
        WITH ORDINALITY AS w (day, report, after, at)
      CROSS JOIN LATERAL (
        SELECT r.day, r.report, r.seq, r.ip, r.messages, r.bits, r.authenticated, r.header_from, r.results FROM dmarc_records AS r
          WHERE r.domain = ${at.no} AND r.day = w.day AND r.report = w.report AND r.seq > w.after ORDER BY r.seq LIMIT ${limit}) AS r
      JOIN dmarc_texts AS t ON t.no = r.header_from
    ORDER BY w.at, r.seq LIMIT ${limit}`)
}

async function reportsOf(tx: Tx, slices: readonly Slice[]): Promise<Map<number, MovingReport>> {
  const rows = await tx.all<MovingReport>(sql`
    SELECT r.no, r.day, r.received_at, r.reporter, r.sender, r.authenticated, t.text AS policy_domain
    FROM dmarc_reports AS r JOIN dmarc_texts AS t ON t.no = r.policy_domain
    WHERE r.no = ANY (${slices.map(({ report }) => report)}::int8[])`)
  return new Map(rows.map((row) => [row.no, row]))
}

/** Those that do not belong where they are, with the domain that they belong to. */
function movingOf(
  from: Marked,
  rows: readonly Looked[],
  { home, reports }: { home: Home; reports: ReadonlyMap<number, MovingReport> },
): Moving[] {
  const stays = from.stands ? from.domain : undefined
  const known = new Map<string, VerifiedDomain | 'stays' | undefined>()
  const placeOf = (headerFrom: string, policyDomain: string) => {
    const key = `${headerFrom} ${policyDomain}`
    if (known.has(key)) return known.get(key)
    const other = home(headerFrom, policyDomain, stays)
    const isHere = other ? other.id === from.domainId : from.stands
    const place = isHere ? 'stays' : other
    known.set(key, place)
    return place
  }
  return rows.flatMap((row): Moving[] => {
    const to = placeOf(row.headerText, reports.get(row.report)?.policyDomain ?? '')
    return to === 'stays' ? [] : [{ ...row, from: from.no, to }]
  })
}

async function moveOn(
  tx: Tx,
  no: number,
  { day, report, seq }: Omit<Place, 'receivedAt'>,
  slices: readonly Slice[],
): Promise<void> {
  const receivedAt = slices.find((one) => one.report === report)?.receivedAt ?? 0
  await tx.run(sql`
    UPDATE dmarc_domains SET anew_day = ${day}, anew_received_at = ${receivedAt}, anew_report = ${report}, anew_seq = ${seq}
      WHERE no = ${no}`)
}

async function finish(tx: Tx, { no, stands }: Marked): Promise<void> {
  if (stands) await tx.run(sql`UPDATE dmarc_domains SET anew = 0 WHERE no = ${no}`)
  else await tx.run(sql`DELETE FROM dmarc_domains WHERE no = ${no}`)
}
