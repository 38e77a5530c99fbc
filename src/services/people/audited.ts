import type { AuditActor } from '../../core/access/audit.ts'
import type { Person } from '../../core/access/person.ts'

/** A person as the audit log names who did something. */
export function asActor({ id, name, email }: Pick<Person, 'id' | 'name' | 'email'>): AuditActor {
  return { kind: 'person', id, name: name === '' ? email : name }
}
