import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

/** Writes what was done, in the transaction that does it. */
export async function record(tx: Tx, entry: NewAuditEntry | undefined): Promise<void> {
  if (!entry) return
  const { at, actor, action, accountId, personId, target, details, client } = entry
  await tx.run(sql`INSERT INTO audit_log (at, account_id, person_id, actor_kind, actor_id, actor_name, action, target, details, client)
    VALUES (${at.getTime()}::bigint, ${accountId ?? null}, ${personId ?? null}, ${actor.kind}, ${actor.id ?? null},
      ${actor.name ?? null}, ${action}, ${target ?? null}, ${details === undefined ? null : JSON.stringify(details)}, ${client ?? null})`)
}
