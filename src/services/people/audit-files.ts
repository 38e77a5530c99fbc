import type { AuditEntry } from '../../core/access/audit.ts'

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
export const CSV_HEADINGS = `${COLUMNS.join(',')}\r\n`

/** An entry as a line of CSV. */
export function csvLine(entry: AuditEntry): string {
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
  return `${COLUMNS.map((column) => cell(cells[column] ?? '')).join(',')}\r\n`
}

/** What a spreadsheet may take for a formula (CWE-1236), in the wide forms of East Asian input too. */
const BEGINS_A_FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]/u

/** A name that somebody chose must not run in the spreadsheet of whoever reads the log: an apostrophe makes it text. */
function cell(text: string): string {
  const harmless = BEGINS_A_FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** An entry as a line of JSON. */
export function jsonLine({
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
