import type { AggregateWindow } from '../../../../../aggregates.ts'
import type { Standing } from '../../../../../dmarc/source-facts.ts'
import { type Prepared, rowsOf } from '../statements.ts'

/** Index in the ids, and what a day of that domain counts. */
type Row = [at: number, day: number, messages: number, pass: number, reports: number, latest: number]

/** How domains fared in a window, and in as many days before: some rows for each day. */
export function standingsOf(
  prepared: Prepared,
  domainIds: readonly string[],
  { from, to, authenticated }: AggregateWindow,
): Standing[] {
  const of = authenticated === undefined ? '' : ` AND d.authenticated = ${authenticated ? 1 : 0}`
  const statement = prepared(`
    SELECT w.key, d.day, d.messages, d.pass, d.reports, d.latest_received_at
    FROM json_each(?) AS w CROSS JOIN dmarc_domains AS n ON n.domain_id = w.value
    CROSS JOIN dmarc_days AS d ON d.domain = n.no AND d.day BETWEEN ? AND ?${of}
    WHERE going(n.no)`)
  const rows = rowsOf<Row>(statement, JSON.stringify(domainIds), from - (to - from + 1), to)
  const found = new Map<number, Standing & { latest: number }>()
  for (const [at, ...row] of rows) {
    const one = found.get(at) ?? { ...nothing(domainIds[at] ?? ''), latest: 0 }
    found.set(at, one)
    add(one, row, from)
  }
  return domainIds.flatMap((_, at) => {
    const { latest, ...standing } = found.get(at) ?? { latest: 0 }
    return 'domainId' in standing ? [{ ...standing, latestReportAt: new Date(latest) }] : []
  })
}

const nothing = (domainId: string): Standing => ({
  domainId,
  messages: 0,
  pass: 0,
  reports: 0,
  before: { messages: 0, pass: 0, reports: 0 },
  days: [],
})

type Day = [day: number, messages: number, pass: number, reports: number, latest: number]

function add(
  one: Standing & { latest: number },
  [day, messages, pass, reports, latest]: Day,
  from: number,
): void {
  const sum = day < from ? one.before : one
  sum.messages += messages
  sum.pass += pass
  sum.reports += reports
  one.latest = Math.max(one.latest, latest)
  if (day < from) return
  const last = one.days.at(-1)
  // Authenticated reports and others have a row each.
  if (last?.day === day) {
    last.messages += messages
    last.pass += pass
  } else one.days.push({ day, messages, pass })
}
