import type { AuditActor, NewAuditEntry } from '../../core/access/audit.ts'
import type { Actor } from '../../core/access/permission.ts'
import type { Store } from '../../store/store.ts'
import { asActor } from '../people/audited.ts'
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

/** Whoever acts, by the name that they have now. */
export async function byActor(store: Pick<Store, 'people'>, actor: Actor): Promise<By> {
  switch (actor.kind) {
    case 'operator':
      return OPERATOR
    case 'token':
      return { actor: { kind: 'nobody' } }
    case 'session':
    case 'instance_admin': {
      const person = await store.people.byId(actor.personId)
      return { actor: person ? asActor(person) : { kind: 'person', id: actor.personId } }
    }
    case 'key':
      return 'key' in actor ? byKey(actor as KeyActor) : { actor: { kind: 'key' } }
  }
}
