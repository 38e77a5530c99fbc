import type { AuditAction, AuditActor, NewAuditEntry } from '../../core/access/audit.ts'
import type { Actor } from '../../core/access/permission.ts'
import type { Clock } from '../ports.ts'

/** Who changes something: what they may do, and how the audit log names them. */
export interface Doer {
  actor: Actor
  by: {
    actor: AuditActor
    /** The address that it comes from. */
    client?: string
  }
}

/** Whoever runs a command on the machine. */
export const THE_OPERATOR: Doer = { actor: { kind: 'operator' }, by: { actor: { kind: 'operator' } } }

/** What an entry says beside who did it, and when. */
type Deed = Pick<NewAuditEntry, 'accountId' | 'personId' | 'target' | 'details'> & { action: AuditAction }

/** An entry of the audit log about what a doer does now. */
export function entryOf({ clock }: { clock: Clock }, { by }: Pick<Doer, 'by'>, deed: Deed): NewAuditEntry {
  return { at: clock.now(), ...by, ...deed }
}
