import {
  COLUMNS,
  type Column,
  LOG_CLASSES,
  type LogClass,
  OF_THE_LAST,
  outcomeFor,
  PART_PER_LOOK,
  valuesOf,
} from '../../keeping/mail-log/lines.ts'
import { dayOf } from '../../keeping/mail-log/sameness.ts'
import { cutsFor, type Holding } from '../../keeping/mail-log/shares.ts'
import type { LeftOutLines, MailLogBounds, MailLogStore, NewMailLogLine } from '../../mail-log.ts'
import type { Db, Tx } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'
import { ownersOf } from './owners.ts'

type Line = ReturnType<typeof valuesOf>

/** How lists of a column are given; those not named are text. The key is given as text too: of accepted mail it is none. */
const TYPES: Partial<Record<Column, string>> = {
  expires_at: 'bigint',
  first_at: 'bigint',
  last_at: 'bigint',
  count: 'bigint',
  size: 'bigint',
  code: 'int',
}

const NAMES = plain(COLUMNS.join(', '))
const GIVEN = plain(
  COLUMNS.map((column) => (column === 'key' ? "decode(w.key, 'hex')" : `w.${column}`)).join(', '),
)
const OF_LAST = plain(OF_THE_LAST.map((column) => `${column} = excluded.${column}`).join(', '))

export function mailLogWrites(db: Db): Pick<MailLogStore, 'add' | 'deleteBefore'> {
  // Each host looks when it wrote so much itself.
  let sinceLook = Number.POSITIVE_INFINITY
  return {
    async add(lines, leftOut, bounds) {
      const told = await db.write((tx) => keep(tx, lines, leftOut))
      sinceLook += lines.length
      const latest = lines.at(-1)?.lastAt
      const { account, anonymous, nobody } = bounds
      if (latest && sinceLook >= (account + anonymous + nobody) * PART_PER_LOOK) {
        sinceLook = 0
        // One at a time: two that saw the same lines would both take what is too much.
        await db.write((tx) => cut(tx, bounds, dayOf(latest.getTime())), { lock: ['tidy', 'mail log'] })
      }
      return told
    },
    async deleteBefore(at, addresses, limit) {
      const [lines, gone] = await Promise.all([
        db.run(sql`DELETE FROM mail_log WHERE id = ANY (ARRAY(
          SELECT id FROM mail_log WHERE last_at < ${at.getTime()}::bigint ORDER BY last_at LIMIT ${limit}))`),
        db.run(sql`DELETE FROM former_addresses WHERE local_part = ANY (ARRAY(
          SELECT local_part FROM former_addresses WHERE expires_at < ${addresses.getTime()}::bigint
          ORDER BY expires_at LIMIT ${limit}))`),
        db.run(sql`DELETE FROM mail_log_left_out WHERE day < ${dayOf(at.getTime())}::bigint`),
      ])
      return lines + gone
    },
  }
}

/** Gives the tokens of live tests whose mail was refused. */
async function keep(
  tx: Tx,
  lines: readonly NewMailLogLine[],
  leftOut: readonly LeftOutLines[],
): Promise<string[]> {
  const ownerOf = await ownersOf(
    tx,
    [...lines, ...leftOut].map(({ localPart }) => localPart),
  )
  const told = new Set<string>()
  const kept = lines.map((line) => {
    const owner = ownerOf(line.localPart, line.network)
    const outcome = outcomeFor(line.outcome, owner, line.lastAt.getTime())
    if (outcome !== 'accepted' && owner.token !== undefined) told.add(owner.token)
    return valuesOf(line, owner, outcome)
  })
  if (kept.length > 0) await tx.run(inserting(together(kept)))
  await countLeftOut(
    tx,
    leftOut.map(({ localPart, at, lines }) => ({
      accountId: ownerOf(localPart, '').accountId ?? '',
      day: dayOf(at.getTime()),
      lines,
    })),
  )
  return [...told]
}

/** Equal refusals as one line, which tells what the last of them told; accepted mail as it is. */
function together(lines: readonly Line[]): Line[] {
  const all: Line[] = []
  const places = new Map<string, number>()
  for (const line of lines) {
    const key = line.key?.toHex()
    const place = key === undefined ? undefined : places.get(key)
    const before = place === undefined ? undefined : all[place]
    if (place !== undefined && before) all[place] = merged(before, line)
    else {
      if (key !== undefined) places.set(key, all.length)
      all.push(line)
    }
  }
  return all
}

const merged = (before: Line, line: Line): Line => ({
  ...before,
  ...Object.fromEntries(OF_THE_LAST.map((column) => [column, line[column]])),
  count: before.count + line.count,
  first_at: Math.min(before.first_at, line.first_at),
  last_at: Math.max(before.last_at, line.last_at),
})

/** Numbered as they came, and written in the order of their keys: hosts that write the same lines do not wait for each other in a
 * ring. */
function inserting(lines: readonly Line[]): Sql {
  const lists = COLUMNS.map((column) => {
    const values = lines.map((line) => (column === 'key' ? (line.key?.toHex() ?? null) : line[column]))
    return sql`${values}${plain(`::${TYPES[column] ?? 'text'}[]`)}`
  })
  return sql`WITH w AS MATERIALIZED (SELECT nextval('mail_log_id_seq') AS id, ${NAMES} FROM unnest(${joined(lists, ', ')}) AS w (${NAMES}))
    INSERT INTO mail_log AS l (id, ${NAMES}) SELECT w.id, ${GIVEN} FROM w ORDER BY w.key NULLS FIRST, w.id
    ON CONFLICT (key) WHERE key IS NOT NULL DO UPDATE SET count = l.count + excluded.count,
      last_at = greatest(l.last_at, excluded.last_at), first_at = least(l.first_at, excluded.first_at), ${OF_LAST}`
}

interface LeftOut {
  /** '': of no account. */
  accountId: string
  day: number
  lines: number
}

async function countLeftOut(tx: Tx, some: readonly LeftOut[]): Promise<void> {
  if (some.length === 0) return
  await tx.run(sql`INSERT INTO mail_log_left_out AS o (account_id, day, lines)
    SELECT w.account_id, w.day, sum(w.lines)
    FROM unnest(${some.map((one) => one.accountId)}::text[], ${some.map((one) => one.day)}::bigint[],
      ${some.map((one) => one.lines)}::bigint[]) AS w (account_id, day, lines)
    GROUP BY w.account_id, w.day ORDER BY w.account_id, w.day
    ON CONFLICT (account_id, day) DO UPDATE SET lines = o.lines + excluded.lines`)
}

/** Brings each class back to its bound, and counts what that took from whom. */
async function cut(tx: Tx, bounds: MailLogBounds, day: number): Promise<void> {
  const all = await tx.all<Holding & { class: LogClass }>(
    sql`SELECT class, party, network, count(*) AS lines, max(last_at) AS newest FROM mail_log GROUP BY class, party, network`,
  )
  const leftOut: LeftOut[] = []
  for (const one of LOG_CLASSES) {
    const own = all.filter((holding) => holding.class === one)
    if (own.reduce((sum, { lines }) => sum + lines, 0) <= bounds[one]) continue
    for (const { party, network, lines } of cutsFor(own, bounds[one])) {
      const gone = await tx.run(sql`DELETE FROM mail_log WHERE id = ANY (ARRAY(
        SELECT id FROM mail_log WHERE class = ${one} AND party = ${party} AND network = ${network}
        ORDER BY last_at LIMIT ${lines}))`)
      leftOut.push({ accountId: one === 'account' ? party : '', day, lines: gone })
    }
  }
  await countLeftOut(tx, leftOut)
}
