import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { Actor } from '../../core/access/permission.ts'
import { type By, entryBy, OPERATOR } from '../access/by.ts'
import type { Clock } from '../ports.ts'

/** Who changes something: what they may do, and how the audit log names them. */
export interface Doer {
  actor: Actor
  by: By
}

/** Whoever runs a command on the machine. */
export const THE_OPERATOR: Doer = { actor: { kind: 'operator' }, by: OPERATOR }

/** An entry of the audit log about what a doer does now. */
export function entryOf(
  { clock }: { clock: Clock },
  { by }: Pick<Doer, 'by'>,
  deed: Parameters<typeof entryBy>[2],
): NewAuditEntry {
  return entryBy(by, clock.now(), deed)
}
