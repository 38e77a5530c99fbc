import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import type { Collected, Dated } from './collecting.ts'
import { bigints, integers } from './lists.ts'

/** Numbers in the order in which their names were collected. */
export interface Numbers {
  texts: number[]
  results: number[]
  ips: number[]
}

type Kind = keyof Numbers

interface Found {
  kind: number
  at: number
  no: number
  /** Of texts and results: their last day. Of an address: 1 where nothing may use it. */
  more: number
}

const KINDS = ['texts', 'results', 'ips'] as const satisfies readonly Kind[]
/** SHA-256 of what a row of `w` has, as rows have it. */
const HASH = plain("substring(sha256(convert_to(w.value, 'UTF8')) FOR 16)")

/** Numbers of all that was collected; what has none yet gets one. Who asks holds the lock of the account's reports. */
export async function interned(tx: Tx, accountId: string, collected: Collected): Promise<Numbers> {
  const { texts, results, ips } = collected
  // One by one: an account that is new to the statistics would be taken for a small one, and read whole for each name.
  const found = await tx.all<Found>(sql`
    SELECT 0 AS kind, w.at::int4 AS at, t.no, t.last_day AS more FROM unnest(${texts.all}::text[]) WITH ORDINALITY AS w (value, at)
      CROSS JOIN LATERAL (SELECT no, last_day FROM dmarc_texts WHERE account_id = ${accountId} AND hash = ${HASH} LIMIT 1) AS t
    UNION ALL SELECT 1, w.at::int4, t.no, t.last_day FROM unnest(${results.all}::text[]) WITH ORDINALITY AS w (value, at)
      CROSS JOIN LATERAL (SELECT no, last_day FROM dmarc_results WHERE account_id = ${accountId} AND hash = ${HASH} LIMIT 1) AS t
    UNION ALL SELECT 2, w.at::int4, t.no, (t.idle_since IS NOT NULL)::int4 FROM unnest(${ips}::text[]) WITH ORDINALITY AS w (value, at)
      JOIN dmarc_ips AS t ON t.ip = w.value`)
  const numbers: Numbers = { texts: [], results: [], ips: [] }
  const [late, idle]: [Record<'texts' | 'results', number[]>, number[]] = [{ texts: [], results: [] }, []]
  for (const { kind, at, no, more } of found) {
    const name = KINDS[kind] ?? 'ips'
    numbers[name][at - 1] = no
    if (name === 'ips') {
      if (more === 1) idle.push(at - 1)
    } else if (more < (collected[name].days[at - 1] ?? 0)) late[name].push(at - 1)
  }
  await inUse(tx, numbers.ips, idle)
  await Promise.all([
    added(tx, accountId, 'texts', texts, numbers.texts),
    added(tx, accountId, 'results', results, numbers.results),
    addedIps(tx, ips, numbers.ips),
    raised(tx, 'texts', texts, late.texts, numbers.texts),
    raised(tx, 'results', results, late.results, numbers.results),
  ])
  return numbers
}

const missing = (all: readonly string[], numbers: readonly number[]): string[] =>
  all.filter((_, at) => numbers[at] === undefined)

/** Numbers that rows which were written now have, by name. */
function noted(
  all: readonly string[],
  numbers: number[],
  rows: readonly { no: number; name: string }[],
): void {
  if (rows.length === 0) return
  const byName = new Map(rows.map(({ no, name }) => [name, no]))
  for (const [at, name] of all.entries()) {
    const no = byName.get(name)
    if (no !== undefined) numbers[at] = no
  }
}

async function added(
  tx: Tx,
  accountId: string,
  kind: 'texts' | 'results',
  { all, days }: Dated,
  numbers: number[],
): Promise<void> {
  const names = missing(all, numbers)
  if (names.length === 0) return
  const ofThem = days.filter((_, at) => numbers[at] === undefined)
  const [table, column] = kind === 'texts' ? ['dmarc_texts', 'text'] : ['dmarc_results', 'results']
  const rows = await tx.all<{ no: number; name: string }>(sql`
    INSERT INTO ${plain(table)} (account_id, hash, last_day, ${plain(column)})
      SELECT ${accountId}, ${HASH}, w.day, w.value FROM unnest(${names}::text[], ${integers(ofThem)}) AS w (value, day)
      RETURNING no, ${plain(column)} AS name`)
  noted(all, numbers, rows)
}

/** Others may write the same at this moment: all write in one order, and what another wrote first is looked for once it is there. */
async function addedIps(tx: Tx, ips: readonly string[], numbers: number[]): Promise<void> {
  const names = missing(ips, numbers).toSorted()
  if (names.length === 0) return
  const rows = await tx.all<{ no: number; name: string }>(sql`
    INSERT INTO dmarc_ips (ip) SELECT w.value FROM unnest(${names}::text[]) AS w (value)
      ON CONFLICT (ip) DO NOTHING RETURNING no, ip AS name`)
  noted(ips, numbers, rows)
  const left = missing(ips, numbers)
  if (left.length === 0) return
  const others = await tx.all<{ no: number; name: string }>(
    sql`UPDATE dmarc_ips SET idle_since = NULL WHERE ip = ANY (${left}::text[]) RETURNING no, ip AS name`,
  )
  noted(ips, numbers, others)
  if (others.length < left.length) throw new Error('An address of a report went while it was written.')
}

/** Addresses that may be taken away as unused are so no longer; those that were taken away meanwhile are to be added. */
async function inUse(tx: Tx, numbers: number[], idle: readonly number[]): Promise<void> {
  if (idle.length === 0) return
  const nos = idle.map((at) => numbers[at] ?? 0)
  const rows = await tx.all<{ no: number }>(
    sql`UPDATE dmarc_ips SET idle_since = NULL WHERE no = ANY (${nos}::int8[]) RETURNING no`,
  )
  const there = new Set(rows.map(({ no }) => no))
  for (const at of idle) if (!there.has(numbers[at] ?? 0)) delete numbers[at]
}

async function raised(
  tx: Tx,
  kind: 'texts' | 'results',
  { days }: Dated,
  late: readonly number[],
  numbers: readonly number[],
): Promise<void> {
  if (late.length === 0) return
  const nos = late.map((at) => numbers[at] ?? 0)
  const ofThem = late.map((at) => days[at] ?? 0)
  await lastDays(tx, kind, nos, ofThem)
}

/** Texts or results are named on these days too. */
export async function lastDays(
  tx: Tx,
  kind: 'texts' | 'results',
  nos: readonly number[],
  days: readonly number[],
): Promise<void> {
  if (nos.length === 0) return
  await tx.run(sql`
    UPDATE ${plain(`dmarc_${kind}`)} AS t SET last_day = w.day FROM unnest(${bigints(nos)}, ${integers(days)}) AS w (no, day)
      WHERE t.no = w.no AND t.last_day < w.day`)
}
