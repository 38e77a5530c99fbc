import type { AuditAction, NewAuditEntry } from '../../core/access/audit.ts'
import type { Person } from '../../core/access/person.ts'
import { asActor } from './audited.ts'

/** A person who changes something of their own sign-in, and the address they do it from. */
export interface Oneself {
  person: Pick<Person, 'id' | 'email' | 'name'>
  client?: string
}

/** What is written of it. */
export function entryBy(
  { person, client }: Oneself,
  at: Date,
  action: AuditAction,
  about: Pick<NewAuditEntry, 'target' | 'details'> = {},
): NewAuditEntry {
  return {
    at,
    personId: person.id,
    actor: asActor(person),
    action,
    ...about,
    ...(client !== undefined && { client }),
  }
}
