import { COUNTED } from '../counts.ts'
import type { Parts } from '../parts.ts'
import { rowsOfSources } from '../source-rows.ts'
import { type Asked, type Prepared, rowsOf } from '../statements.ts'

/** What rows count beside `COUNTED`, in this order. */
export const MORE = ['forwarded', 'unaligned', 'listed', 'broken'] as const
const COLUMNS = [...COUNTED, ...MORE]
const TOTALS = COLUMNS.map((column) => `total(${column})`).join(', ')

type Row = [ip: number, headerFrom: number, ...counted: number[]]

/** Rows of the addresses with most messages, by address and From domain, and how many addresses there are. */
export function addressRows(
  prepared: Prepared,
  asked: Asked,
  parts: Parts,
  most: number,
): { rows: Row[]; ips: number } {
  const of = { domain: asked.domain, parts: JSON.stringify(parts) }
  const ranked = prepared(`
    SELECT ip FROM (${rowsOfSources(asked, ['ip'], ['messages'])})
    GROUP BY ip HAVING total(messages) > 0 ORDER BY total(messages) DESC, ip`)
  const ips = rowsOf<[number]>(ranked, of)
  const isAll = ips.length <= most
  const statement = prepared(`
    SELECT ip, header_from, ${TOTALS}
    FROM (${rowsOfSources(asked, ['ip', 'header_from'], COLUMNS, isAll ? 'all' : 'addresses')})
    GROUP BY ip, header_from HAVING total(messages) > 0`)
  const these = ips.slice(0, Math.max(0, most)).map(([ip]) => ip)
  const rows = rowsOf<Row>(statement, isAll ? of : { ...of, these: JSON.stringify(these) })
  return { rows, ips: ips.length }
}
