import type { AggregateSource, SourceGroup, SourceQuery } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, type Sql, sql } from '../../sql/statement.ts'
import { sumsWithin } from '../sums/rows.ts'
import { type Asked, within } from './asked.ts'
import { COUNTED, type Counted, countsOf, MORE, type More } from './counts.ts'
import { NAMED, type NameRow, nameOf } from './names.ts'
import { textNo } from './reports.ts'

export interface SourcePage {
  total: number
  messages: number
  sources: AggregateSource[]
  latestReportAt?: Date
}

/** How records are put together. */
interface Grouping {
  /** The number of a record's group. */
  key: Sql
  /** What the key is made of beside the record. */
  joined: Sql
  /** What a group is called, of groups AS g; and how the name is found. */
  name: Sql
  named: Sql
}

const GROUPINGS: Record<SourceGroup, Grouping> = {
  ip: {
    key: sql`r.ip`,
    joined: sql``,
    name: sql`i.ip`,
    named: sql`JOIN dmarc_ips AS i ON i.no = g.key LEFT JOIN dmarc_organizations AS o ON o.no = i.organization`,
  },
  // An address without an organization stands for itself, below 0.
  organization: {
    key: sql`coalesce(i.organization, -i.no)`,
    joined: sql`JOIN dmarc_ips AS i ON i.no = r.ip`,
    name: sql`coalesce(o.name, i.ip)`,
    named: sql`LEFT JOIN dmarc_ips AS i ON i.no = g.one LEFT JOIN dmarc_organizations AS o ON o.no = g.key`,
  },
  header_from: {
    key: sql`r.header_from`,
    joined: sql``,
    name: sql`t.text`,
    named: sql`JOIN dmarc_texts AS t ON t.no = g.key`,
  },
  reporter: {
    key: sql`p.reporter`,
    joined: sql`JOIN dmarc_reports AS p ON p.no = r.report`,
    name: sql`t.text`,
    named: sql`JOIN dmarc_reports AS p ON p.no = g.newest JOIN dmarc_texts AS t ON t.no = p.reporter_name`,
  },
}

const VALUES: Record<SourceQuery['sort'], Sql> = {
  messages: plain('n.messages'),
  dmarc_fail: plain('(n.messages - n.pass)'),
  last_seen: plain('n.last'),
}

const RESULTS = { pass: plain(' WHERE n.pass = n.messages'), fail: plain(' WHERE n.pass < n.messages') }

/** From domains that are named of a source. */
const MOST_FROM = 10

interface Row extends Counted, More, NameRow {
  key: number
  source: string
  ips: number
  reports: number
  first: number | null
  last: number
  froms: string[] | null
}

/** A page of who sent in a window; those with as much by name. */
export async function sourcesOf(db: Tx, asked: Asked, query: SourceQuery): Promise<SourcePage> {
  const [whole, [found, rows]] = await Promise.all([
    db.first<{ messages: number; latest: number | null }>(sql`
      SELECT coalesce(sum(s.messages), 0) AS messages, max(s.received_at) AS latest
      FROM dmarc_slices AS s WHERE ${within(asked, 's')}`),
    pageOf(db, asked, query),
  ])
  const latest = whole?.latest ?? undefined
  return {
    total: found,
    messages: whole?.messages ?? 0,
    sources: rows.map((row) => sourceOf(row, query.groupBy)),
    ...(latest !== undefined && { latestReportAt: new Date(latest) }),
  }
}

function ofRecords(asked: Asked, query: SourceQuery): Sql {
  const { key, joined } = GROUPINGS[query.groupBy]
  return sql`
      SELECT ${key} AS key, r.ip, r.header_from, r.report, r.day, r.messages, r.bits
      FROM dmarc_records AS r ${joined} WHERE ${within(asked, 'r')}${narrowedBy(asked, query)}`
}

/** Rows that say in how many reports something else is than what is asked for fall away. */
function ofSums(asked: Asked, query: SourceQuery): Sql {
  const { key, joined } = GROUPINGS[query.groupBy]
  const own = query.groupBy === 'header_from' ? plain('r.header_from') : plain('r.ip')
  return sql`
      SELECT ${key} AS key, r.ip, r.header_from, r.reports, r.day, r.messages, r.bits
      FROM sums AS r ${joined} WHERE ${own} <> 0${narrowedBy(asked, query)}`
}

/** One more row than the page tells how many groups there are, where the page is empty. */
async function pageOf(db: Tx, asked: Asked, query: SourceQuery): Promise<[total: number, rows: Row[]]> {
  const { groupBy, sort, result, limit, offset } = query
  const { name, named } = GROUPINGS[groupBy]
  const which = result === undefined ? sql`` : RESULTS[result]
  const ofReporter = groupBy === 'reporter'
  // In how many reports an address is with one From domain alone, or a reporter has, no sum tells.
  const isCounted = !ofReporter && !(query.only && 'headerFrom' in query.only)
  const reports = isCounted
    ? sql`sum(r.reports)::int8 AS reports, NULL::int8 AS newest`
    : sql`count(DISTINCT r.report) AS reports, max(r.report) AS newest`
  const days = ofReporter
    ? sql`NULL::integer AS first, max(r.day) AS last`
    : sql`min(e.first_day) AS first, coalesce(max(e.last_day), max(r.day)) AS last`
  // By records, not beside the groups: before the tables have statistics, a join of groups looks each up in all of them.
  const seen = ofReporter
    ? sql``
    : sql`LEFT JOIN dmarc_seen AS e ON e.domain = ${asked.domain} AND e.ip = r.ip`
  const rows = await db.all<{ total: number; place: number | null } & Row>(sql`
    WITH ${isCounted ? sql`${sumsWithin(asked)}, ` : sql``}these AS (${isCounted ? ofSums(asked, query) : ofRecords(asked, query)}
    ), groups AS (
      SELECT r.key, min(r.ip) AS one, count(DISTINCT r.ip) FILTER (WHERE r.ip <> 0) AS ips, ${reports}, ${days}, ${COUNTED}, ${MORE}
      FROM these AS r ${seen} GROUP BY r.key HAVING sum(r.messages) > 0
    ), named AS (
      SELECT g.key, g.ips, g.reports, g.first, g.last, ${COLUMNS('g')}, ${name} AS source, ${nameColumns(groupBy)}
      FROM groups AS g ${named}
    ), those AS (SELECT n.key, row_number() OVER (ORDER BY ${VALUES[sort]} DESC, n.source) AS place FROM named AS n${which}),
    pairs AS MATERIALIZED (SELECT r.key, r.header_from, sum(r.messages) AS messages FROM these AS r GROUP BY r.key, r.header_from),
    froms AS (
      SELECT f.key, array_agg(f.text ORDER BY f.rank) AS froms FROM (
        SELECT k.key, h.text, row_number() OVER (PARTITION BY k.key ORDER BY k.messages DESC, h.no) AS rank FROM (
          SELECT p.key, p.header_from, p.messages FROM pairs AS p
          WHERE p.key = ANY (ARRAY(SELECT t.key FROM those AS t WHERE t.place > ${offset} AND t.place <= ${offset + limit}))
        ) AS k JOIN dmarc_texts AS h ON h.no = k.header_from WHERE h.text <> ''
      ) AS f WHERE f.rank <= ${MOST_FROM} GROUP BY f.key
    )
    SELECT (SELECT count(*) FROM those) AS total, t.place, n.key, n.source, n.ips, n.reports, n.first, n.last, ${COLUMNS('n')},
      n.reverse_dns, n.basis, n.organization, n.organization_domain, n.organization_type, f.froms
    FROM (SELECT 1) AS always LEFT JOIN those AS t ON t.place > ${offset} AND t.place <= ${offset + limit}
    LEFT JOIN named AS n ON n.key = t.key LEFT JOIN froms AS f ON f.key = t.key ORDER BY t.place`)
  return [rows[0]?.total ?? 0, rows.filter(({ place }) => place !== null)]
}

const SUMS = [
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
]
const COLUMNS = (of: string) => plain(SUMS.map((name) => `${of}.${name}`).join(', '))

const NO_NAME = plain(
  'NULL::text AS reverse_dns, NULL::text AS basis, NULL::text AS organization, NULL::text AS organization_domain, NULL::text AS organization_type',
)
const nameColumns = (groupBy: SourceGroup): Sql =>
  groupBy === 'ip' || groupBy === 'organization' ? NAMED : NO_NAME

/** What addresses are narrowed down to. */
function narrowedBy({ accountId }: Asked, { groupBy, only }: SourceQuery): Sql {
  if (!only || groupBy !== 'ip') return sql``
  if ('headerFrom' in only) return sql` AND r.header_from = ${textNo(accountId, only.headerFrom)}`
  return sql` AND r.ip IN (
    SELECT w.no FROM dmarc_ips AS w WHERE w.organization = (SELECT no FROM dmarc_organizations WHERE name = ${only.organization}))`
}

function sourceOf(row: Row, groupBy: SourceGroup): AggregateSource {
  const { source, first, last, froms } = row
  const { reverseDns, organization } = nameOf(row)
  const counted = {
    ...countsOf(row),
    forwarded: row.forwarded,
    unaligned: row.unaligned,
    headerFrom: groupBy === 'reporter' ? [] : (froms ?? []),
  }
  const seen = { ...(first !== null && { firstSeen: first, lastSeen: last }) }
  if (groupBy === 'ip') {
    const known = {
      ip: source,
      ...(reverseDns !== undefined && { reverseDns }),
      ...(organization && { organization }),
    }
    return { source, ...counted, reports: row.reports, ...known, ...seen }
  }
  if (groupBy === 'organization')
    return { source, ipCount: row.ips, ...counted, ...(organization && { organization }), ...seen }
  if (groupBy === 'header_from')
    return { source, ipCount: row.ips, ...counted, reports: row.reports, ...seen }
  return { source, ...counted, reports: row.reports }
}
