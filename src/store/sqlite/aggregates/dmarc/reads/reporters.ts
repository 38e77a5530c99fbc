import type { AggregateSource, SourceQuery } from '../../../../aggregates.ts'
import { pageOf } from './ranking.ts'
import { DETAILS, detailed } from './source-details.ts'
import { reportersOf } from './source-names.ts'
import { type Asked, counting, type Prepared, rowsOf } from './statements.ts'

const SUMS = ['reports', ...DETAILS].map((column) => `total(s.${column})`).join(', ')

/** A page of who reported; their last day is that of the window. */
export function reporterPage(
  prepared: Prepared,
  asked: Asked,
  query: SourceQuery,
): { total: number; sources: AggregateSource[] } {
  const statement = prepared(`
    SELECT s.reporter, max(s.day), ${SUMS}
    FROM (SELECT DISTINCT day FROM dmarc_days WHERE domain = :domain AND day BETWEEN :from AND :to) AS d
    CROSS JOIN dmarc_day_reporters AS s ON s.domain = :domain AND s.day = d.day
    WHERE going(d.day)${counting(asked, 's')}
    GROUP BY s.reporter HAVING total(s.messages) > 0`)
  const rows = rowsOf<[number, number, ...number[]]>(statement, asked)
  const ranked = rows.map(([key, last, ...counted]) => {
    const [, messages = 0, pass = 0] = counted
    return { key, last, messages, pass, ips: [], counted }
  })
  const { total, page } = pageOf(ranked, query, (keys) => reportersOf(prepared, asked.domain, keys))
  return {
    total,
    sources: page.map(({ group, source }) => ({ source, ...detailed([group.counted]) })),
  }
}
