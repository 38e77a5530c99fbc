import type { AggregateSource, SourceQuery } from '../../../../aggregates.ts'
import { addUp, COUNTED } from './counts.ts'
import type { DayRow } from './days.ts'
import { type Parts, partsOf } from './parts.ts'
import { pageOf, type Ranked } from './ranking.ts'
import { DETAILS, detailed, seen } from './source-details.ts'
import { textsOf } from './source-names.ts'
import { rowsOfSources } from './source-rows.ts'
import { type Asked, counting, firstOf, type Prepared, rowsOf } from './statements.ts'

interface FromDomain extends Ranked {
  ipCount: number
  first: number
  reports: number
}

/** A page of the From domains that were used. */
export function fromDomainPage(
  prepared: Prepared,
  asked: Asked,
  query: SourceQuery,
  days: readonly DayRow[],
): { total: number; sources: AggregateSource[] } {
  const parts = partsOf(prepared, asked)
  const ranked = rankedDomains(prepared, asked, parts)
  const { total, page } = pageOf(ranked, query, (nos) => textsOf(prepared, 'texts', nos))
  const shown = new Set(page.map(({ group }) => group.key))
  const counted = countedOf(prepared, asked, parts, { ranked, shown, days })
  return {
    total,
    sources: page.map(({ group, source }) => ({
      source,
      ipCount: group.ipCount,
      ...detailed([[group.reports, ...(counted.get(group.key) ?? [])]], source === '' ? [] : [source]),
      ...seen(group.first, group.last),
    })),
  }
}

type Row = [
  key: number,
  ipCount: number,
  first: number,
  last: number,
  messages: number,
  pass: number,
  reports: number,
]

function rankedDomains(prepared: Prepared, asked: Asked, parts: Parts): FromDomain[] {
  const columns = ['messages', 'pass', 'from_reports']
  const statement = prepared(`
    SELECT g.header_from, count(*), min(e.first_day), max(e.last_day), ${columns.map((name) => `total(g.${name})`).join(', ')}
    FROM (
      SELECT ip, header_from, ${columns.map((name) => `total(${name}) AS ${name}`).join(', ')}
      FROM (${rowsOfSources(asked, ['ip', 'header_from'], columns)})
      GROUP BY ip, header_from HAVING total(messages) > 0
    ) AS g CROSS JOIN dmarc_seen AS e ON e.domain = :domain AND e.ip = g.ip
    GROUP BY g.header_from`)
  const rows = rowsOf<Row>(statement, { domain: asked.domain, parts: JSON.stringify(parts) })
  return rows.map(([key, ipCount, first, last, messages, pass, reports]) => ({
    key,
    ipCount,
    first,
    last,
    messages,
    pass,
    reports,
    ips: [],
  }))
}

interface Wanted {
  ranked: readonly FromDomain[]
  shown: ReadonlySet<number>
  days: readonly DayRow[]
}

/** Numbers of `DETAILS`. Nearly all mail of a domain has one From domain: what is counted of it is what the others leave of all, so that
 * its many rows are not read again. */
function countedOf(prepared: Prepared, asked: Asked, parts: Parts, { ranked, shown, days }: Wanted) {
  const all = ranked.reduce((sum, { messages }) => sum + messages, 0)
  const main = ranked.find(({ key, messages }) => shown.has(key) && messages > all / 2)
  if (!main || all > Number.MAX_SAFE_INTEGER) return ofDomains(prepared, asked, parts, [...shown])
  const others = ranked.flatMap(({ key }) => (key === main.key ? [] : [key]))
  const counted = ofDomains(prepared, asked, parts, others)
  const left = totalsOf(prepared, asked, days)
  for (const row of counted.values())
    for (const [index, count] of row.entries()) left[index] = (left[index] ?? 0) - count
  return counted.set(main.key, left)
}

function ofDomains(
  prepared: Prepared,
  asked: Asked,
  parts: Parts,
  domains: readonly number[],
): Map<number, number[]> {
  if (domains.length === 0) return new Map()
  const statement = prepared(`
    SELECT header_from, ${DETAILS.map((name) => `total(${name})`).join(', ')}
    FROM (${rowsOfSources(asked, ['header_from'], DETAILS, domains.length === 1 ? 'one domain' : 'domains')})
    GROUP BY header_from`)
  const rows = rowsOf<[number, ...number[]]>(statement, {
    domain: asked.domain,
    parts: JSON.stringify(parts),
    these: domains.length === 1 ? (domains[0] ?? 0) : JSON.stringify(domains),
  })
  return new Map(rows.map(([key, ...counted]) => [key, counted]))
}

/** The same of the whole window. */
function totalsOf(prepared: Prepared, asked: Asked, days: readonly DayRow[]): number[] {
  const statement = prepared(`
    SELECT total(s.forwarded), total(s.unaligned) FROM dmarc_day_reporters AS s
    WHERE s.domain = ? AND s.day BETWEEN ? AND ?${counting(asked, 's')}`)
  const more = firstOf<number[]>(statement, asked.domain, asked.from, asked.to) ?? []
  return [
    ...addUp(
      days.map(({ counted }) => counted),
      COUNTED.length,
    ),
    ...more,
  ]
}
