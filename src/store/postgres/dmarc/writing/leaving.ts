import { DKIM, SPF } from '../../../keeping/dmarc/bits.ts'
import { SLICE_COUNTS } from '../../../keeping/dmarc/counts.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { aged, type Lost, lessened } from './gone.ts'
import { bigints, integers } from './lists.ts'
import { slice } from './records.ts'

/** What a report has of a domain. */
export interface Slice {
  domain: number
  day: number
  receivedAt: number
  report: number
  records: number
}

/** A record that went. */
export interface Gone {
  domain: number
  day: number
  report: number
  ip: number
  messages: number
  bits: number
  authenticated: number
}

const END = 2 ** 31 - 1
export const SLICE = plain('domain, day, received_at, report, records')

/** Takes the first records of slices away, so many at most. Gives how many went. */
export async function take(
  tx: Tx,
  slices: readonly Slice[],
  most: number,
  how: { isOld: boolean; now: Db['now'] },
): Promise<number> {
  const bounds: (Slice & { upTo: number })[] = []
  let left = most
  for (const one of slices) {
    if (left <= 0) break
    bounds.push({ ...one, upTo: one.records <= left ? END : await seqOf(tx, one, left) })
    left -= one.records
  }
  if (bounds.length === 0) return 0
  const rows = await tx.all<Gone>(sql`
    DELETE FROM dmarc_records AS r
      USING unnest(${integers(bounds.map(({ domain }) => domain))}, ${integers(bounds.map(({ day }) => day))},
        ${bigints(bounds.map(({ report }) => report))}, ${integers(bounds.map(({ upTo }) => upTo))}) AS w (domain, day, report, up_to)
      WHERE r.domain = w.domain AND r.day = w.day AND r.report = w.report AND r.seq <= w.up_to
      RETURNING r.domain, r.day, r.report, r.ip, r.messages, r.bits, r.authenticated`)
  await went(tx, bounds, rows, how)
  return rows.length
}

/** The number of the so manieth record of a slice. */
async function seqOf(tx: Tx, { domain, day, report }: Slice, count: number): Promise<number> {
  const row = await tx.first<{ seq: number }>(sql`
    SELECT seq FROM dmarc_records WHERE domain = ${domain} AND day = ${day} AND report = ${report}
      ORDER BY seq OFFSET ${count - 1} LIMIT 1`)
  return row?.seq ?? END
}

/** Takes what went out of what is known by it. A report of which nothing is left goes too, unless more of it is to come. */
export async function went(
  tx: Tx,
  slices: readonly Slice[],
  rows: readonly Gone[],
  { isOld, now }: { isOld: boolean; now: Db['now'] },
): Promise<void> {
  if (rows.length === 0) return
  await slicesShrink(tx, slices, rows)
  const lost = lostIn(rows)
  if (isOld) await aged(tx, lost, now)
  else await lessened(tx, lost, now)
}

async function slicesShrink(tx: Tx, slices: readonly Slice[], rows: readonly Gone[]): Promise<void> {
  const own = Map.groupBy(rows, ({ domain, report }) => `${domain}/${report}`)
  const less = slices.flatMap((one) => {
    const of = own.get(`${one.domain}/${one.report}`) ?? []
    return of.length === 0 ? [] : [{ ...one, gone: of.length, sums: slice(of) }]
  })
  const [whole, some] = [
    less.filter(({ gone, records }) => gone === records),
    less.filter(({ gone, records }) => gone !== records),
  ]
  const keys = (
    of: typeof less,
  ) => sql`${integers(of.map(({ domain }) => domain))}, ${integers(of.map(({ day }) => day))},
    ${bigints(of.map(({ receivedAt }) => receivedAt))}, ${bigints(of.map(({ report }) => report))}`
  const same = plain(
    's.domain = w.domain AND s.day = w.day AND s.received_at = w.received_at AND s.report = w.report',
  )
  if (whole.length > 0) {
    await tx.run(sql`
      DELETE FROM dmarc_slices AS s USING unnest(${keys(whole)}) AS w (domain, day, received_at, report) WHERE ${same}`)
  }
  if (some.length === 0) return
  const sum = (at: number) => bigints(some.map(({ sums }) => sums[at] ?? 0))
  const names = SLICE_COUNTS.join(', ')
  const changes = plain(SLICE_COUNTS.map((name) => `${name} = s.${name} - w.${name}`).join(', '))
  await tx.run(sql`
    UPDATE dmarc_slices AS s SET records = s.records - w.gone, ${changes}
      FROM unnest(${keys(some)}, ${integers(some.map(({ gone }) => gone))}, ${sum(0)}, ${sum(1)}, ${sum(2)}, ${sum(3)}, ${sum(4)},
        ${sum(5)}, ${sum(6)}, ${sum(7)}) AS w (domain, day, received_at, report, gone, ${plain(names)}) WHERE ${same}`)
}

function lostIn(rows: readonly Gone[]): Lost[] {
  const found = new Map<string, Lost>()
  for (const { domain, ip, day, bits, authenticated } of rows) {
    const key = `${domain}/${ip}`
    const lost = found.get(key) ?? { domain, ip, days: new Set(), passed: new Set(), proven: new Set() }
    found.set(key, lost)
    lost.days.add(day)
    if ((bits & (DKIM | SPF)) === 0) continue
    lost.passed.add(day)
    if (authenticated === 1) lost.proven.add(day)
  }
  return [...found.values()]
}

/** Reports of which no record is left. */
export async function dropEmpty(tx: Tx, reports: readonly number[]): Promise<void> {
  if (reports.length === 0) return
  await tx.run(sql`
    DELETE FROM dmarc_reports AS r WHERE r.no = ANY (${[...new Set(reports)]}::int8[])
      AND NOT EXISTS (SELECT 1 FROM dmarc_slices AS s WHERE s.report = r.no)`)
}
