import type { DomainFacts, SourceFacts } from '../../../dmarc/source-facts.ts'
import { toldTraits } from '../../../keeping/dmarc/told-traits.ts'
import { readTraits, type Trait, traitsIn } from '../../../keeping/dmarc/traits.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { type Asked, within } from '../reading/asked.ts'
import { COUNTED, type Counted, countsOf, MORE, type More, OF_FACTS } from '../reading/counts.ts'
import { NAMED, type NameRow, nameOf } from '../reading/names.ts'
import { reportersOf } from '../reading/summary.ts'
import { bigints } from '../writing/lists.ts'

export const NO_FACTS: DomainFacts = { rows: [], traits: [], days: 0, reporters: 0, reports: 0 }

/** Whoever sends names any From, so that there may be as many as there are records. */
const MOST_ROWS = 15_000

interface Row extends Counted, More {
  ip: number
  headerFrom: string
  others: 'below' | 'beside' | null
  listed: number
  broken: number
}

interface Seen extends NameRow {
  no: number
  ip: string
  first: number
  last: number
  pass: number | null
  traits: string
}

interface Whole {
  days: number
  reports: number
  latest: number | null
  reporters: number
  ips: number
}

/** Who sent in a window, and what was ever seen of them. */
export async function factsOf(db: Tx, asked: Asked, wanted: number): Promise<DomainFacts> {
  const most = Math.max(0, wanted)
  const [whole, rows] = await Promise.all([wholeOf(db, asked), rowsOf(db, asked, most)])
  const nos = [...new Set(rows.map(({ ip }) => ip))]
  const isAll = !whole || whole.ips <= nos.length
  const [seen, rest] = await Promise.all([
    seenOf(db, asked, nos),
    isAll ? undefined : restOf(db, asked, most),
  ])
  const known = new Map(
    seen.map(({ traits, ...one }) => [one.no, { ...one, traits: traitsIn(readTraits(traits)) }]),
  )
  const texts = await textsOf(db, [...known.values()])
  const isProven = asked.authenticated === true
  return {
    rows: rows.flatMap((row) => factOf(row, known.get(row.ip)) ?? []),
    traits: toldTraits([...known.values()], texts, isProven),
    ...(rest && { rest }),
    days: whole?.days ?? 0,
    reporters: whole?.reporters ?? 0,
    reports: whole?.reports ?? 0,
    ...(whole && whole.latest !== null && { latestReportAt: new Date(whole.latest) }),
  }
}

const wholeOf = (db: Tx, asked: Asked): Promise<Whole | undefined> =>
  db.first<Whole>(sql`
    SELECT count(DISTINCT s.day) AS days, count(*) AS reports, max(s.received_at) AS latest, ${reportersOf(asked)} AS reporters,
      (SELECT count(*) FROM (SELECT r.ip FROM dmarc_records AS r WHERE ${within(asked, 'r')} GROUP BY r.ip HAVING sum(r.messages) > 0) AS k) AS ips
    FROM dmarc_slices AS s WHERE ${within(asked, 's')}`)

/** As Counted, More and what facts have beside are called. */
const NAMES = [
  'messages',
  'pass',
  'dkim',
  'spf',
  'rawdkim',
  'rawspf',
  'passed',
  'quarantine',
  'reject',
  'forwarded',
  'unaligned',
  'listed',
  'broken',
]
const COLUMNS = plain(NAMES.map((name) => `w.${name}`).join(', '))
const ADDED = plain(
  NAMES.slice(0, -2)
    .map((name) => `coalesce(sum(w.${name}), 0) AS ${name}`)
    .join(', '),
)
const SUMS = plain(NAMES.map((name) => `sum(w.${name}) AS ${name}`).join(', '))

/** By address and From domain; past many, those of the domain itself and those with most messages, and what others of an address add up to.
 * Addresses are ranked as they are counted: before the tables have statistics, a join would look for each among all. */
function rowsOf(db: Tx, asked: Asked, most: number): Promise<Row[]> {
  const { name } = asked
  return db.all<Row>(sql`
    WITH counted AS (
      SELECT r.ip, r.header_from AS no, ${COUNTED}, ${MORE}, ${OF_FACTS}
      FROM dmarc_records AS r WHERE ${within(asked, 'r')} GROUP BY r.ip, r.header_from
    ), summed AS (SELECT w.*, sum(w.messages) OVER (PARTITION BY w.ip) AS whole FROM counted AS w),
    ranked AS (SELECT w.*, dense_rank() OVER (ORDER BY w.whole DESC, w.ip) AS rank FROM summed AS w WHERE w.whole > 0),
    named AS (
      SELECT w.ip, w.no, h.text, ${COLUMNS} FROM ranked AS w JOIN dmarc_texts AS h ON h.no = w.no
      WHERE w.rank <= ${most} AND w.messages > 0
    ), placed AS (
      SELECT w.ip, w.text, ${COLUMNS}, row_number() OVER (ORDER BY (w.text = ${name}) DESC, w.messages DESC, w.ip, w.no) AS place
      FROM named AS w
    )
    SELECT w.ip, w.text AS header_from, NULL AS others, ${COLUMNS} FROM placed AS w WHERE w.place <= ${MOST_ROWS}
    UNION ALL SELECT w.ip, '', CASE WHEN right(w.text, ${name.length + 1}) = ${`.${name}`} THEN 'below' ELSE 'beside' END, ${SUMS}
      FROM placed AS w WHERE w.place > ${MOST_ROWS} GROUP BY 1, 2, 3`)
}

/** What all addresses behind the most add up to. */
async function restOf(db: Tx, asked: Asked, most: number): Promise<DomainFacts['rest']> {
  const row = await db.first<Counted & More & { ips: number }>(sql`
    WITH counted AS (
      SELECT r.ip, ${COUNTED}, ${MORE} FROM dmarc_records AS r WHERE ${within(asked, 'r')} GROUP BY r.ip HAVING sum(r.messages) > 0
    ), ranked AS (SELECT w.*, row_number() OVER (ORDER BY w.messages DESC, w.ip) AS place FROM counted AS w)
    SELECT count(*) AS ips, ${ADDED} FROM ranked AS w WHERE w.place > ${most}`)
  return row && { ...countsOf(row), forwarded: row.forwarded, unaligned: row.unaligned, ips: row.ips }
}

function seenOf(db: Tx, { domain, authenticated }: Asked, nos: readonly number[]): Promise<Seen[]> {
  const pass = plain(authenticated === true ? 'e.last_proven_pass' : 'e.last_pass')
  return db.all<Seen>(sql`
    SELECT i.no, i.ip, ${NAMED}, e.first_day AS first, e.last_day AS last, ${pass} AS pass, e.traits
    FROM unnest(${bigints(nos)}) AS w (no) JOIN dmarc_seen AS e ON e.domain = ${domain} AND e.ip = w.no
    JOIN dmarc_ips AS i ON i.no = w.no LEFT JOIN dmarc_organizations AS o ON o.no = i.organization`)
}

async function textsOf(db: Tx, seen: readonly { traits: readonly Trait[] }[]): Promise<Map<number, string>> {
  const names = [...new Set(seen.flatMap(({ traits }) => traits.map(({ name }) => name)))]
  const rows = await db.all<{ no: number; text: string }>(
    sql`SELECT no, text FROM dmarc_texts WHERE no = ANY (${bigints(names)})`,
  )
  return new Map(rows.map(({ no, text }) => [no, text]))
}

type Known = Omit<Seen, 'traits'>

function factOf(row: Row, known: Known | undefined): SourceFacts | undefined {
  if (!known) return undefined
  const { forwarded, unaligned, listed, broken, others } = row
  return {
    ip: known.ip,
    ...nameOf(known),
    headerFrom: row.headerFrom,
    ...countsOf(row),
    forwarded,
    listed,
    unaligned,
    broken,
    firstSeen: known.first,
    lastSeen: known.last,
    ...(known.pass !== null && { lastPassed: known.pass }),
    ...(others !== null && { others }),
  }
}
