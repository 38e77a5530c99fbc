import type { SourceDay } from '../../../../../dmarc/source-facts.ts'
import { type Asked, counting, type Prepared, rowsOf } from '../statements.ts'

/** Addresses that are looked for one by one on each day; of more, all rows of a day are read. */
const FEW = 500

/** Numbers of addresses that are known. */
export function numbersOf(prepared: Prepared, ips: readonly string[]): number[] {
  const statement = prepared('SELECT i.no FROM json_each(?) AS w CROSS JOIN dmarc_ips AS i ON i.ip = w.value')
  return rowsOf<[number]>(statement, JSON.stringify(ips)).map(([no]) => no)
}

/** Messages of some addresses by day. */
export function sourceDaysOf(prepared: Prepared, asked: Asked, ips: readonly string[]): SourceDay[] {
  const these = numbersOf(prepared, [...new Set(ips)])
  const isFew = these.length <= FEW
  const statement = prepared(`
    SELECT d.day, total(s.messages), total(s.pass)
    FROM (SELECT DISTINCT day FROM dmarc_days WHERE domain = :domain AND day BETWEEN :from AND :to) AS d
    ${isFew ? 'CROSS JOIN json_each(:these) AS w' : ''}
    CROSS JOIN dmarc_day_sources AS s ON s.domain = :domain AND s.day = d.day
      AND s.ip ${isFew ? '= w.value' : 'IN (SELECT value FROM json_each(:these))'}
    WHERE going(d.day)${counting(asked, 's')}
    GROUP BY d.day ORDER BY d.day`)
  const { domain, from, to } = asked
  const rows = rowsOf<[number, number, number]>(statement, {
    domain,
    from,
    to,
    these: JSON.stringify(these),
  })
  return rows.map(([day, messages, pass]) => ({ day, messages, pass }))
}
