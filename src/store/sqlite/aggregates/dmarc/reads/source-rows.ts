import type { Parts } from './parts.ts'
import { type Asked, counting } from './statements.ts'

/** How rows are chosen beside the window. */
type Chosen =
  | 'all'
  /** Looked for one by one, by their addresses. */
  | 'few addresses'
  /** All are read, and those of these addresses or From domains taken. */
  | 'addresses'
  | 'domains'
  | 'one domain'

const JOINED: Record<Chosen, string> = {
  all: '',
  'few addresses': ' CROSS JOIN json_each(:these) AS w',
  addresses: '',
  domains: '',
  'one domain': '',
}
const LOOKED_FOR: Record<Chosen, string> = {
  all: '',
  'few addresses': ' AND s.ip = w.value',
  addresses: ' AND s.ip IN (SELECT value FROM json_each(:these))',
  domains: ' AND s.header_from IN (SELECT value FROM json_each(:these))',
  'one domain': ' AND s.header_from = :these',
}

/** The rows of a window in the roll-ups of sources, as a table: :domain is the domain, :parts its parts, :these what is looked for;
 * `from`: the number of the one From domain of which they are. */
export function rowsOfSources(
  asked: Asked,
  keys: readonly string[],
  counted: readonly string[],
  chosen: Chosen = 'all',
  from?: number,
): string {
  const arm = (part: keyof Parts, table: string, unit: string, sign: '' | '-') => `
    SELECT ${[...keys.map((key) => `s.${key}`), ...counted.map((column) => `${sign}s.${column} AS ${column}`)].join(', ')}
    FROM json_each(:parts, '$.${part}') AS d${JOINED[chosen]}
    CROSS JOIN ${table} AS s ON s.domain = :domain AND s.${unit} = d.value${LOOKED_FOR[chosen]}
    WHERE going(d.value)${counting(asked, 's')}${from === undefined ? '' : ` AND s.header_from = ${Number(from)}`}`
  return [
    arm('days', 'dmarc_day_sources', 'day', ''),
    arm('months', 'dmarc_month_sources', 'month', ''),
    arm('without', 'dmarc_day_sources', 'day', '-'),
  ].join('\n    UNION ALL')
}
