import type { AuditActor, NewAuditEntry } from '../../core/access/audit.ts'
import type { KeyActor } from './actor.ts'

/** Who does something, as the audit log tells it. */
export interface By {
  actor: AuditActor
  /** The address that it comes from. */
  client?: string
}

/** Whoever runs commands on the machine. */
export const OPERATOR: By = { actor: { kind: 'operator' } }

/** Whoever sends an API key. */
export const byKey = ({ key }: Pick<KeyActor, 'key'>): By => ({
  actor: { kind: 'key', id: key.id, name: `${key.name} (${key.prefix}…)` },
})

/** An entry of the audit log about what somebody does now. */
export function entryBy(
  { actor, client }: By,
  at: Date,
  what: Omit<NewAuditEntry, 'actor' | 'client' | 'at'>,
): NewAuditEntry {
  return { at, actor, ...(client !== undefined && { client }), ...what }
}
