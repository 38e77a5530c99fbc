import type { AggregateWindow } from '../../../aggregates.ts'
import type { SourceDay, Standing } from '../../../dmarc/source-facts.ts'
import { daysListed } from '../../../keeping/dmarc/listed-days.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { type Asked, within } from '../reading/asked.ts'
import { MESSAGES_AND_PASS } from '../reading/counts.ts'

/** Messages of some addresses by day. */
export function sourceDaysOf(db: Tx, asked: Asked, ips: readonly string[]): Promise<SourceDay[]> {
  return db.all<SourceDay>(sql`
    SELECT r.day, ${MESSAGES_AND_PASS} FROM dmarc_records AS r
    WHERE ${within(asked, 'r')} AND r.ip IN (SELECT i.no FROM dmarc_ips AS i WHERE i.ip = ANY (${[...new Set(ips)]}::text[]))
    GROUP BY r.day ORDER BY r.day`)
}

interface Row extends Omit<Standing, 'days' | 'before' | 'lastDay' | 'latestReportAt'> {
  messagesBefore: number
  passBefore: number
  reportsBefore: number
  latest: number
  lastDay: number | null
  days: string | null
  messagesByDay: string | null
  passByDay: string | null
}

/** How domains fared in a window, and in as many days before: a row for each, its days as lists, so that few values are sent and read. */
export async function standingsOf(
  db: Tx,
  domainIds: readonly string[],
  { from, to, authenticated }: AggregateWindow,
): Promise<Standing[]> {
  const which = authenticated === undefined ? sql`` : sql` AND s.authenticated = ${authenticated ? 1 : 0}`
  const rows = await db.all<Row>(sql`
    SELECT d.domain_id, max(d.latest) AS latest, max(d.day) FILTER (WHERE d.own) AS last_day,
      ${plain(['messages', 'pass', 'reports'].map(sums).join(', '))},
      string_agg(d.day::text, ',' ORDER BY d.day) FILTER (WHERE d.own) AS days,
      string_agg(d.messages::text, ',' ORDER BY d.day) FILTER (WHERE d.own) AS messages_by_day,
      string_agg(d.pass::text, ',' ORDER BY d.day) FILTER (WHERE d.own) AS pass_by_day
    FROM (
      SELECT n.domain_id, s.day, s.day >= ${from} AS own, sum(s.messages) AS messages, sum(s.pass) AS pass,
        count(*) AS reports, max(s.received_at) AS latest
      FROM dmarc_domains AS n JOIN dmarc_slices AS s ON s.domain = n.no
      WHERE n.domain_id = ANY (${[...domainIds]}::text[]) AND s.day BETWEEN ${from - (to - from + 1)} AND ${to}${which}
      GROUP BY n.domain_id, s.day
    ) AS d GROUP BY d.domain_id`)
  const found = new Map(rows.map((row) => [row.domainId, row]))
  return domainIds.flatMap((id) => {
    const row = found.get(id)
    return row ? [standing(row)] : []
  })
}

const sums = (name: string) =>
  `coalesce(sum(d.${name}) FILTER (WHERE d.own), 0) AS ${name}, coalesce(sum(d.${name}) FILTER (WHERE NOT d.own), 0) AS ${name}_before`

function standing(row: Row): Standing {
  const { domainId, messages, pass, reports, lastDay } = row
  return {
    domainId,
    messages,
    pass,
    reports,
    before: { messages: row.messagesBefore, pass: row.passBefore, reports: row.reportsBefore },
    latestReportAt: new Date(row.latest),
    ...(lastDay !== null && { lastDay }),
    days: () => daysListed([row.days, row.messagesByDay, row.passByDay]),
  }
}
