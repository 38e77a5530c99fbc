import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { bigints, integers } from './lists.ts'
import type { Source } from './seen.ts'

/** Days of which an address lost records; and those of them on which some that are lost had passed, and did so by an authenticated report. */
export interface Lost extends Source {
  days: Set<number>
  passed: Set<number>
  proven: Set<number>
}

interface Left {
  at: number
  first: number
  last: number
  pass: number | null
  provenPass: number | null
  firstLeft: number | null
  lastLeft: number | null
}

const columnsOf = (all: readonly Source[]) =>
  sql`${integers(all.map(({ domain }) => domain))}, ${bigints(all.map(({ ip }) => ip))}`

/** Addresses lost records for their age: first days, last passes and traits stay while any record is left. */
export async function aged(tx: Tx, all: readonly Source[], now: Db['now']): Promise<void> {
  if (all.length === 0) return
  const rows = await tx.all<{ ip: number }>(sql`
    DELETE FROM dmarc_seen AS s USING unnest(${columnsOf(all)}) AS w (domain, ip)
      WHERE s.domain = w.domain AND s.ip = w.ip
        AND NOT EXISTS (SELECT 1 FROM dmarc_records AS r WHERE r.domain = w.domain AND r.ip = w.ip)
      RETURNING s.ip`)
  await idle(tx, rows, now)
}

/** Addresses lost records that were not to be there: what is known of them is that of the records that are left. A first day of which no
 * record was lost stays, as do traits. */
export async function lessened(tx: Tx, all: readonly Lost[], now: Db['now']): Promise<void> {
  if (all.length === 0) return
  const rows = await tx.all<Left>(sql`
    SELECT w.at::int4 AS at, s.first_day AS first, s.last_day AS last, s.last_pass AS pass, s.last_proven_pass AS proven_pass,
      (SELECT r.day FROM dmarc_records AS r WHERE r.domain = w.domain AND r.ip = w.ip ORDER BY r.domain, r.ip, r.day LIMIT 1) AS first_left,
      (SELECT r.day FROM dmarc_records AS r WHERE r.domain = w.domain AND r.ip = w.ip
        ORDER BY r.domain DESC, r.ip DESC, r.day DESC LIMIT 1) AS last_left
    FROM unnest(${columnsOf(all)}) WITH ORDINALITY AS w (domain, ip, at) JOIN dmarc_seen AS s ON s.domain = w.domain AND s.ip = w.ip`)
  const known = rows.flatMap((row) => {
    const lost = all[row.at - 1]
    return lost ? [{ lost, row }] : []
  })
  const none = known.filter(({ row }) => row.lastLeft === null).map(({ lost }) => lost)
  const some = known.filter(({ row }) => row.lastLeft !== null)
  await lastPasses(tx, some)
  await Promise.all([rewrite(tx, some), forget(tx, none, now)])
}

interface Known {
  lost: Lost
  row: Left
}

const isIn = (days: ReadonlySet<number>, day: number | null): boolean => day !== null && days.has(day)

/** Looks for the last pass of those that lost one on its day. */
async function lastPasses(tx: Tx, some: readonly Known[]): Promise<void> {
  const those = some.filter(
    ({ lost, row }) => isIn(lost.passed, row.pass) || isIn(lost.proven, row.provenPass),
  )
  if (those.length === 0) return
  const rows = await tx.all<{ at: number; pass: number | null; provenPass: number | null }>(sql`
    SELECT w.at::int4 AS at,
      (SELECT r.day FROM dmarc_records AS r WHERE r.domain = w.domain AND r.ip = w.ip AND r.day <= w.pass AND r.bits & 3 <> 0
        ORDER BY r.domain DESC, r.ip DESC, r.day DESC LIMIT 1) AS pass,
      (SELECT r.day FROM dmarc_records AS r WHERE r.domain = w.domain AND r.ip = w.ip AND r.day <= w.proven_pass AND r.bits & 3 <> 0
        AND r.authenticated = 1 ORDER BY r.domain DESC, r.ip DESC, r.day DESC LIMIT 1) AS proven_pass
    FROM unnest(${columnsOf(those.map(({ lost }) => lost))}, ${integers(those.map(({ row }) => row.pass))},
      ${integers(those.map(({ row }) => row.provenPass))}) WITH ORDINALITY AS w (domain, ip, pass, proven_pass, at)`)
  for (const { at, pass, provenPass } of rows) {
    const known = those[at - 1]
    if (!known) continue
    const { lost, row } = known
    const [isPass, isProven] = [isIn(lost.passed, row.pass), isIn(lost.proven, row.provenPass)]
    if (isPass) row.pass = pass
    if (isProven) row.provenPass = provenPass
  }
}

async function rewrite(tx: Tx, some: readonly Known[]): Promise<void> {
  if (some.length === 0) return
  const days = (pick: (known: Known) => number | null) => integers(some.map(pick))
  const first = ({ lost, row }: Known) => (lost.days.has(row.first) ? row.firstLeft : row.first)
  await tx.run(sql`
    UPDATE dmarc_seen AS s SET first_day = w.first_day, last_day = w.last_day, last_pass = w.pass, last_proven_pass = w.proven_pass
      FROM unnest(${columnsOf(some.map(({ lost }) => lost))}, ${days(first)}, ${days(({ row }) => row.lastLeft)},
        ${days(({ row }) => row.pass)}, ${days(({ row }) => row.provenPass)}) AS w (domain, ip, first_day, last_day, pass, proven_pass)
      WHERE s.domain = w.domain AND s.ip = w.ip
        AND (s.first_day, s.last_day, s.last_pass, s.last_proven_pass) IS DISTINCT FROM (w.first_day, w.last_day, w.pass, w.proven_pass)`)
}

async function forget(tx: Tx, none: readonly Source[], now: Db['now']): Promise<void> {
  if (none.length === 0) return
  await tx.run(sql`
    DELETE FROM dmarc_seen AS s USING unnest(${columnsOf(none)}) AS w (domain, ip) WHERE s.domain = w.domain AND s.ip = w.ip`)
  await idle(tx, none, now)
}

/** Nothing may use these any more: swept later, should that be so. */
async function idle(tx: Tx, all: readonly Pick<Source, 'ip'>[], now: Db['now']): Promise<void> {
  if (all.length === 0) return
  const nos = [...new Set(all.map(({ ip }) => ip))].sort((a, b) => a - b)
  await tx.run(
    sql`UPDATE dmarc_ips SET idle_since = ${now()} WHERE no = ANY (${nos}::int8[]) AND idle_since IS NULL`,
  )
}
