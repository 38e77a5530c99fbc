import type { AggregateWindow } from '../../../../../aggregates.ts'
import type { Standing } from '../../../../../dmarc/source-facts.ts'
import { daysListed } from '../../../../../keeping/dmarc/listed-days.ts'
import { firstOf, type Prepared } from '../statements.ts'

/** What a window, or the days before it, say; absent sums: nothing. */
type Sums = [messages: number | null, pass: number | null, reports: number | null, latest: number | null]
/** The last day of the window, and the rows of its days in order, a list for each column with commas between. */
type OwnSums = [...Sums, lastDay: number | null, ...lists: (string | null)[]]
type Packed = [at: number, before: Sums, own: OwnSums]

/** How domains fared in a window, and in as many days before: JSON of a `Packed` for each that has a number. One value leaves the statement
 * and the thread, as each costs more than reading the row that it is made of. */
export function standingsOf(
  prepared: Prepared,
  domainIds: readonly string[],
  { from, to, authenticated }: AggregateWindow,
): string {
  const which = authenticated === undefined ? '' : ` AND d.authenticated = ${authenticated ? 1 : 0}`
  const rows = `FROM dmarc_days AS d WHERE d.domain = n.no AND d.day BETWEEN ? AND ?${which}`
  const sums = 'sum(d.messages), sum(d.pass), sum(d.reports), max(d.latest_received_at)'
  const lists = 'group_concat(d.day), group_concat(d.messages), group_concat(d.pass)'
  const statement = prepared(`
    SELECT group_concat('[' || w.key || ',' || (SELECT json_array(${sums}) ${rows}) || ','
      || (SELECT json_array(${sums}, max(d.day), ${lists}) ${rows}) || ']')
    FROM json_each(?) AS w CROSS JOIN dmarc_domains AS n ON n.domain_id = w.value
    WHERE going(n.no)`)
  const asked = JSON.stringify(domainIds)
  const found = firstOf<[string | null]>(statement, from - (to - from + 1), from - 1, from, to, asked)
  return `[${found?.[0] ?? ''}]`
}

/** The same as it is told. */
export function unpackedStandings(domainIds: readonly string[], packed: string): Standing[] {
  const found = new Map((JSON.parse(packed) as Packed[]).map((one) => [one[0], one]))
  return domainIds.flatMap((domainId, at) => {
    const one = found.get(at)
    return one ? standing(domainId, one) : []
  })
}

function standing(domainId: string, [, before, own]: Packed): Standing[] {
  const [messages, pass, reports, latest, lastDay, ...lists] = own
  if (latest === null && before[3] === null) return []
  const one: Standing = {
    domainId,
    messages: messages ?? 0,
    pass: pass ?? 0,
    reports: reports ?? 0,
    before: { messages: before[0] ?? 0, pass: before[1] ?? 0, reports: before[2] ?? 0 },
    latestReportAt: new Date(Math.max(latest ?? 0, before[3] ?? 0)),
    days: () => daysListed(lists),
  }
  if (lastDay !== null) one.lastDay = lastDay
  return [one]
}
