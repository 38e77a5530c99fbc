import type { AggregateWindow } from '../../../aggregates.ts'
import type { SourceDay, Standing } from '../../../dmarc/source-facts.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { type Asked, within } from '../reading/asked.ts'
import { MESSAGES_AND_PASS } from '../reading/counts.ts'

/** Messages of some addresses by day. */
export function sourceDaysOf(db: Tx, asked: Asked, ips: readonly string[]): Promise<SourceDay[]> {
  return db.all<SourceDay>(sql`
    SELECT r.day, ${MESSAGES_AND_PASS} FROM dmarc_records AS r
    WHERE ${within(asked, 'r')} AND r.ip IN (SELECT i.no FROM dmarc_ips AS i WHERE i.ip = ANY (${[...new Set(ips)]}::text[]))
    GROUP BY r.day ORDER BY r.day`)
}

interface Row extends SourceDay {
  domainId: string
  reports: number
  latest: number
}

/** How domains fared in a window, and in as many days before. */
export async function standingsOf(
  db: Tx,
  domainIds: readonly string[],
  { from, to, authenticated }: AggregateWindow,
): Promise<Standing[]> {
  const which = authenticated === undefined ? sql`` : sql` AND s.authenticated = ${authenticated ? 1 : 0}`
  const rows = await db.all<Row>(sql`
    SELECT n.domain_id, s.day, sum(s.messages) AS messages, sum(s.pass) AS pass, count(*) AS reports, max(s.received_at) AS latest
    FROM dmarc_domains AS n JOIN dmarc_slices AS s ON s.domain = n.no
    WHERE n.domain_id = ANY (${[...domainIds]}::text[]) AND s.day BETWEEN ${from - (to - from + 1)} AND ${to}${which}
    GROUP BY n.domain_id, s.day ORDER BY s.day`)
  const found = Map.groupBy(rows, ({ domainId }) => domainId)
  return domainIds.flatMap((id) => {
    const own = found.get(id)
    return own ? [standing(id, own, from)] : []
  })
}

function standing(domainId: string, rows: readonly Row[], from: number): Standing {
  const [before, own] = [rows.filter(({ day }) => day < from), rows.filter(({ day }) => day >= from)]
  const sums = (of: readonly Row[]) => ({
    messages: of.reduce((sum, { messages }) => sum + messages, 0),
    pass: of.reduce((sum, { pass }) => sum + pass, 0),
    reports: of.reduce((sum, { reports }) => sum + reports, 0),
  })
  return {
    domainId,
    ...sums(own),
    before: sums(before),
    latestReportAt: new Date(Math.max(...rows.map(({ latest }) => latest))),
    days: own.map(({ day, messages, pass }) => ({ day, messages, pass })),
  }
}
