import type { AggregateSource, Counts } from '../../../../aggregates.ts'
import { addUp, COUNTED, countsOf } from './counts.ts'
import type { Parts } from './parts.ts'
import { textsOf } from './source-names.ts'
import { rowsOfSources } from './source-rows.ts'
import { type Asked, firstOf, type Prepared, rowsOf } from './statements.ts'

/** What roll-ups say of some sources, whatever they are grouped by. */
export type Detailed = Counts &
  Pick<AggregateSource, 'forwarded' | 'unaligned' | 'headerFrom'> & { reports: number }

const MORE = ['forwarded', 'unaligned'] as const
const COLUMNS = [...COUNTED, ...MORE]
/** From domains that are named of a source. */
const MOST_FROM = 10
/** Addresses that are looked for one by one in each part of the window; of more, all rows are read. */
const MOST_SEEKS = 20_000

const totals = (columns: readonly string[]) => columns.map((column) => `total(${column})`).join(', ')

/** Numbers of `reports` and the columns, as one row has them. */
export function detailed(rows: readonly (readonly number[])[], headerFrom: string[] = []): Detailed {
  const [reports = 0, ...counted] = addUp(rows, COLUMNS.length + 1)
  const [forwarded = 0, unaligned = 0] = counted.slice(COUNTED.length)
  return { ...countsOf(counted), forwarded, unaligned, headerFrom, reports }
}

/** What counts of addresses, put together by what they are grouped by. `from`: of mail with one From domain. */
export function ofAddresses(
  prepared: Prepared,
  asked: Asked,
  parts: Parts,
  groups: readonly { key: number; ips: readonly number[] }[],
  from?: number,
): Map<number, Detailed> {
  const ips = groups.flatMap((group) => group.ips)
  const isFew = ips.length * (parts.days.length + parts.months.length + parts.without.length) <= MOST_SEEKS
  const statement = prepared(`
    SELECT ip, header_from, ${totals(['reports', ...COLUMNS])}
    FROM (${rowsOfSources(asked, ['ip', 'header_from'], ['reports', ...COLUMNS], isFew ? 'few addresses' : 'addresses', from)})
    GROUP BY ip, header_from HAVING total(messages) > 0`)
  const rows = rowsOf<[number, number, ...number[]]>(statement, {
    domain: asked.domain,
    parts: JSON.stringify(parts),
    these: JSON.stringify(ips),
  })
  const keys = new Map(groups.flatMap(({ key, ips: own }) => own.map((ip) => [ip, key] as const)))
  const byKey = Map.groupBy(rows, ([ip]) => keys.get(ip) ?? ip)
  const froms = new Map([...byKey].map(([key, own]) => [key, fromsOf(own)] as const))
  const texts = textsOf(prepared, 'texts', [...new Set([...froms.values()].flat())])
  return new Map(
    [...byKey].map(([key, own]) => [
      key,
      detailed(
        own.map(([, , ...counted]) => counted),
        (froms.get(key) ?? []).flatMap((no) => texts.get(no) || []).slice(0, MOST_FROM),
      ),
    ]),
  )
}

/** The From domains of rows, those with most messages first; one more than are named, as one may be empty. */
function fromsOf(rows: readonly (readonly [number, number, ...number[]])[]): number[] {
  const messages = new Map<number, number>()
  for (const [, from, , count = 0] of rows) messages.set(from, (messages.get(from) ?? 0) + count)
  return [...messages]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
    .slice(0, MOST_FROM + 1)
    .map(([from]) => from)
}

/** When the first and the last of some addresses were seen, in the domain's whole life. */
export function seenOf(
  prepared: Prepared,
  domain: number,
  ips: readonly number[],
): Pick<AggregateSource, 'firstSeen' | 'lastSeen'> {
  const statement = prepared(`
    SELECT min(e.first_day), max(e.last_day)
    FROM json_each(?) AS w CROSS JOIN dmarc_seen AS e ON e.domain = ? AND e.ip = w.value`)
  const [first, last] = firstOf<[number | null, number | null]>(statement, JSON.stringify(ips), domain) ?? []
  return seen(first, last)
}

/** Days that a statement gave; of no address there are none. */
export function seen(
  first: number | null | undefined,
  last: number | null | undefined,
): Pick<AggregateSource, 'firstSeen' | 'lastSeen'> {
  return {
    ...(typeof first === 'number' && { firstSeen: first }),
    ...(typeof last === 'number' && { lastSeen: last }),
  }
}

export { COLUMNS as DETAILS }
