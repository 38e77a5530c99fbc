import type { AggregateSource, SourceQuery } from '../../../../aggregates.ts'
import { partsOf } from './parts.ts'
import { pageOf } from './ranking.ts'
import { DETAILS, detailed, seen } from './source-details.ts'
import { textsOf } from './source-names.ts'
import { rowsOfSources } from './source-rows.ts'
import { type Asked, type Prepared, rowsOf } from './statements.ts'

const COLUMNS = ['from_reports', ...DETAILS]
const totals = (of: string, as = '') =>
  COLUMNS.map((column) => `total(${of}${column})${as && ` AS ${column}`}`).join(', ')

type Row = [headerFrom: number, ips: number, first: number, last: number, ...counted: number[]]

/** A page of the From domains that were used: all is counted in one go, as a domain has few of them and many addresses. */
export function fromDomainPage(
  prepared: Prepared,
  asked: Asked,
  query: SourceQuery,
): { total: number; sources: AggregateSource[] } {
  const keys = ['header_from', 'ip']
  const statement = prepared(`
    SELECT g.header_from, count(*), min(e.first_day), max(e.last_day), ${totals('g.')}
    FROM (
      SELECT header_from, ip, ${totals('', 'named')}
      FROM (${rowsOfSources(asked, keys, COLUMNS)})
      GROUP BY header_from, ip HAVING total(messages) > 0
    ) AS g CROSS JOIN dmarc_seen AS e ON e.domain = :domain AND e.ip = g.ip
    GROUP BY g.header_from`)
  const parts = JSON.stringify(partsOf(prepared, asked))
  const ranked = rowsOf<Row>(statement, { domain: asked.domain, parts }).map(
    ([key, ipCount, first, last, ...counted]) => {
      const [, messages = 0, pass = 0] = counted
      return { key, messages, pass, last, ips: [], ipCount, first, counted }
    },
  )
  const { total, page } = pageOf(ranked, query, (nos) => textsOf(prepared, 'texts', nos))
  return {
    total,
    sources: page.map(({ group, source }) => ({
      source,
      ipCount: group.ipCount,
      ...detailed([group.counted], source === '' ? [] : [source]),
      ...seen(group.first, group.last),
    })),
  }
}
