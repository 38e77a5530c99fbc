import type { Person } from '../../../core/access/person.ts'
import { plainName } from '../../../core/mailbox.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock } from '../../ports.ts'
import { entryOf, THE_OPERATOR } from '../doer.ts'
import { createOwnEnd, type OwnEnding } from '../own-end.ts'
import { signInAddress } from './address.ts'

/** What is to be different of a person; what is absent stays. */
export interface PersonChange {
  name?: string
  email?: string
}

export type PersonChanged = 'changed' | 'unknown_person' | 'email_taken' | { reason: string }

interface ChangingDeps {
  store: Pick<Store, 'people' | 'memberships' | 'invitations'>
  clock: Clock
}

/** Gives somebody another name or address. A new address is not confirmed. */
export async function changePerson(
  deps: ChangingDeps,
  person: Person,
  { name, email }: PersonChange,
): Promise<PersonChanged> {
  const read = email === undefined ? undefined : signInAddress(email)
  if (read && 'reason' in read) return read
  const change = {
    ...(name !== undefined && { name: plainName(name) }),
    ...(read && { email: read.address }),
  }
  const deed = {
    personId: person.id,
    action: 'person.changed',
    target: person.email,
    details: { what: Object.keys(change).join(', ') },
  } as const
  const done = await deps.store.people.change(person.id, change, entryOf(deps, THE_OPERATOR, deed))
  // Nothing of who administers the instance is changed.
  return done === 'last_admin' ? 'unknown_person' : done
}

/** Deletes somebody as they could themselves. */
export function deletePerson(deps: ChangingDeps, person: Person): Promise<OwnEnding> {
  return createOwnEnd(deps).delete(person, THE_OPERATOR.by, person.email)
}
