import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

interface SliceRow {
  uid: string
  accountId: string
  domainId: string
  domain: string
  reporter: string
  messages: number
  pass: number
}

/** Tells of reports: an event for each domain that has a part of one. Part of the transaction by which that is settled. */
export async function tellOfReports({ tx, db }: { tx: Tx; db: Db }, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  const rows = await tx.all<SliceRow>(sql`
    SELECT u.uid, d.account_id, d.id AS domain_id, d.domain, t.text AS reporter, sum(s.messages)::bigint AS messages,
        sum(s.pass)::bigint AS pass
      FROM unnest(${uids}::text[]) WITH ORDINALITY AS u (uid, at)
      JOIN dmarc_reports AS r ON r.uid = u.uid
      JOIN dmarc_slices AS s ON s.report = r.no
      JOIN dmarc_domains AS n ON n.no = s.domain
      JOIN domains AS d ON d.id = n.domain_id
      JOIN dmarc_texts AS t ON t.no = r.reporter
      GROUP BY u.at, u.uid, d.id, t.text ORDER BY u.at, d.id`)
  if (rows.length === 0) return
  const payloads = rows.map(({ uid: report, domain, reporter, messages, pass }) =>
    JSON.stringify({ domain, report, reporter, messages, dmarcPass: pass }),
  )
  await tx.run(sql`
    INSERT INTO outbox (type, account_id, subject, payload, at, domain_id)
      SELECT 'dmarc.report_received', e.account_id, e.domain_id, e.payload, ${db.now()}, e.domain_id
        FROM unnest(${rows.map(({ accountId }) => accountId)}::text[], ${rows.map(({ domainId }) => domainId)}::text[],
          ${payloads}::text[]) WITH ORDINALITY AS e (account_id, domain_id, payload, at) ORDER BY e.at`)
}
