import { type Sql, sql } from '../../sql/statement.ts'
import { type Asked, within } from '../reading/asked.ts'

/** What rows of dmarc_sums are made of records, `those`: a query that gives domain, day, ip, header_from, bits, authenticated, messages and
 * report. What says reports has no messages. */
const summedOf = (those: Sql): Sql => sql`
  SELECT t.domain, t.day, t.ip, t.header_from, t.bits, t.authenticated, sum(t.messages)::int8 AS messages, 0::int8 AS reports
    FROM ${those} AS t GROUP BY t.domain, t.day, t.ip, t.header_from, t.bits, t.authenticated
  UNION ALL SELECT t.domain, t.day, t.ip, 0, 0, t.authenticated, 0, count(DISTINCT t.report)
    FROM ${those} AS t GROUP BY t.domain, t.day, t.ip, t.authenticated
  UNION ALL SELECT t.domain, t.day, 0, t.header_from, 0, t.authenticated, 0, count(DISTINCT t.report)
    FROM ${those} AS t GROUP BY t.domain, t.day, t.header_from, t.authenticated`

/** The sums of a day, counted from its records. */
export const sumsOfDay = (domain: number, day: number): Sql => sql`
  WITH those AS MATERIALIZED (
    SELECT r.domain, r.day, r.ip, r.header_from, r.bits, r.authenticated, r.messages, r.report FROM dmarc_records AS r
      WHERE r.domain = ${domain} AND r.day = ${day}
  ) ${summedOf(sql`those`)}`

/** Parts of a WITH, of which `sums` has rows as dmarc_sums for all days that are asked for: as they are kept, and of other days counted from
 * their records. These are looked for day by day, so that no plan reads those of days that are counted. */
export const sumsWithin = (asked: Asked): Sql => sql`
  open AS MATERIALIZED (
    SELECT DISTINCT s.day FROM dmarc_slices AS s WHERE ${within(asked, 's')}
      AND NOT EXISTS (SELECT 1 FROM dmarc_counted AS c WHERE c.domain = s.domain AND c.day = s.day)
  ), uncounted AS MATERIALIZED (
    SELECT r.domain, r.day, r.ip, r.header_from, r.bits, r.authenticated, r.messages, r.report FROM open AS o CROSS JOIN LATERAL (
      SELECT r.domain, r.day, r.ip, r.header_from, r.bits, r.authenticated, r.messages, r.report FROM dmarc_records AS r
        WHERE r.day = o.day AND ${within(asked, 'r')} OFFSET 0
    ) AS r
  ), sums AS MATERIALIZED (
    SELECT r.domain, r.day, r.ip, r.header_from, r.bits, r.authenticated, r.messages, r.reports
      FROM dmarc_sums AS r WHERE ${within(asked, 'r')}
    UNION ALL ${summedOf(sql`uncounted`)}
  )`
