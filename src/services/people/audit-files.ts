import type { AuditEntry } from '../../core/access/audit.ts'
import { csvLine } from '../../core/files/csv.ts'

const COLUMNS = [
  'id',
  'at',
  'account_id',
  'action',
  'target',
  'actor_kind',
  'actor_id',
  'actor_name',
  'person_id',
  'client',
  'details',
] as const

/** The first line of a file of the audit log (RFC 4180). */
export const CSV_HEADINGS = csvLine(COLUMNS)

/** An entry as a line of CSV. */
export function auditCsv(entry: AuditEntry): string {
  const cells: Record<(typeof COLUMNS)[number], string | undefined> = {
    id: String(entry.id),
    at: entry.at.toISOString(),
    account_id: entry.accountId,
    action: entry.action,
    target: entry.target,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name,
    person_id: entry.personId,
    client: entry.client,
    details: entry.details && JSON.stringify(entry.details),
  }
  return csvLine(COLUMNS.map((column) => cells[column]))
}

/** An entry as a line of JSON. */
export function auditJson({
  id,
  at,
  accountId,
  actor,
  action,
  target,
  personId,
  details,
  client,
}: AuditEntry): string {
  const told = {
    id,
    at,
    account_id: accountId,
    action,
    target,
    actor,
    person_id: personId,
    client,
    details,
  }
  return `${JSON.stringify(told)}\n`
}
