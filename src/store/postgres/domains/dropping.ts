import type { Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** Deletes domains, with what goes with them, and notes those of which mail, files, reports or complaints are left, to go piece by piece.
 * `ids`: a query. Whoever adds such things holds the domain meanwhile, and is waited for. Gives how many went. */
export async function dropDomains(tx: Tx, ids: Sql): Promise<number> {
  const gone = await tx.all<{ id: string }>(sql`
    WITH those AS MATERIALIZED (SELECT o.id FROM domains AS o WHERE o.id IN (${ids}) ORDER BY o.id FOR UPDATE)
    DELETE FROM domains AS d USING those WHERE d.id = those.id RETURNING d.id`)
  if (gone.length === 0) return 0
  await tx.run(sql`
    INSERT INTO report_domains_gone (domain_id)
      SELECT g.id FROM unnest(${gone.map(({ id }) => id)}::text[]) AS g (id)
        WHERE EXISTS (SELECT 1 FROM report_files AS f WHERE f.domain_id = g.id)
          OR EXISTS (SELECT 1 FROM report_mails AS m WHERE m.domain_id = g.id)
          OR EXISTS (SELECT 1 FROM tls_reports AS r WHERE r.domain_id = g.id)
          OR EXISTS (SELECT 1 FROM tls_days AS t WHERE t.domain_id = g.id)
          OR EXISTS (SELECT 1 FROM complaint_domains AS c WHERE c.domain_id = g.id)
      ON CONFLICT (domain_id) DO NOTHING`)
  return gone.length
}
