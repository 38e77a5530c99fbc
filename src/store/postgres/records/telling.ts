import type { RecordChange } from '../../../core/watching/records.ts'
import { payloadOf, withParents } from '../../keeping/records/telling.ts'
import type { RecordOwner } from '../../watching/record-history.ts'
import type { Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Writes the event of what changed, in the transaction of the look. What a verified domain of the account is told of is not told of a
 * monitor too. */
export async function tell(
  tx: Tx,
  owner: RecordOwner,
  { accountId, at, domain }: { accountId: string; at: Date; domain: string },
  changes: readonly RecordChange[],
): Promise<void> {
  const monitor =
    'monitorId' in owner
      ? await tx.first<{ id: string; name: string }>(
          sql`SELECT id, name FROM monitors WHERE id = ${owner.monitorId}`,
        )
      : undefined
  const told = monitor ? await ofNoDomain(tx, accountId, changes) : changes
  if (told.length === 0) return
  const payload = JSON.stringify(payloadOf(domain, monitor, told))
  const [subject, domainId] =
    'monitorId' in owner ? [owner.monitorId, null] : [owner.domainId, owner.domainId]
  await tx.run(sql`INSERT INTO outbox (type, account_id, subject, payload, at, domain_id)
    VALUES ('domain.record_changed', ${accountId}, ${subject}, ${payload}, ${at.getTime()}::bigint, ${domainId})`)
}

/** Changes at places that no verified domain of the account has. */
async function ofNoDomain(
  tx: Tx,
  accountId: string,
  changes: readonly RecordChange[],
): Promise<RecordChange[]> {
  const asked = changes.flatMap(({ record, name }, at) =>
    withParents(name).map((parent) => ({ at, record, name, parent })),
  )
  const rows = await tx.all<{ at: number }>(sql`
    SELECT DISTINCT c.at FROM unnest(${asked.map(({ at }) => at)}::integer[], ${asked.map(({ record }) => record)}::text[],
        ${asked.map(({ name }) => name)}::text[], ${asked.map(({ parent }) => parent)}::text[]) AS c (at, record, name, parent)
      JOIN domains AS d ON d.account_id = ${accountId} AND d.domain = c.parent AND d.verified_at IS NOT NULL
      JOIN record_looks AS l ON l.domain_id = d.id
      WHERE EXISTS (SELECT 1 FROM record_versions AS v WHERE v.look = l.no AND v.record = c.record AND v.name = c.name)`)
  const ofDomains = new Set(rows.map(({ at }) => at))
  return changes.filter((_, at) => !ofDomains.has(at))
}
