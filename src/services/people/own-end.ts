import { emailKey, type Person } from '../../core/access/person.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import { type Doer, entryOf } from './doer.ts'

/** An account that would be without an owner. */
export interface OwnedAlone {
  id: string
  name: string
  /** Nobody else is in it: it can only be deleted, not handed over. */
  isEmpty: boolean
}

/** What stands against deleting a person. */
export interface Obstacles {
  accounts: OwnedAlone[]
  /** Nobody else administers the instance. */
  isLastAdmin: boolean
}

export type OwnEnding =
  | { kind: 'deleted' }
  | { kind: 'in_the_way'; obstacles: Obstacles }
  /** What was typed is not their address. */
  | { kind: 'other_address' }
  | { kind: 'unknown_person' }

/** A person who deletes themselves. */
export interface OwnEnd {
  obstacles(person: Person): Promise<Obstacles>
  /** At once and for good, with every way to sign in and every session. Keys, tests and what the audit log says of their
   * deeds belong to the accounts and stay. */
  delete(person: Person, by: Doer['by'], typed: string): Promise<OwnEnding>
}

export function createOwnEnd(deps: {
  store: Pick<Store, 'memberships' | 'invitations' | 'people'>
  clock: Clock
}): OwnEnd {
  const { store } = deps

  async function ownedAlone(personId: string): Promise<OwnedAlone[]> {
    const found: OwnedAlone[] = []
    for (const { account, role } of await store.memberships.ofPerson(personId)) {
      if (role !== 'owner') continue
      const { people, owners } = await store.memberships.count(account.id)
      if (owners === 1) found.push({ id: account.id, name: account.name, isEmpty: people === 1 })
    }
    return found
  }

  async function obstacles({ id, isInstanceAdmin }: Person): Promise<Obstacles> {
    return {
      accounts: await ownedAlone(id),
      isLastAdmin: isInstanceAdmin && !(await isAnotherAdmin(store, id)),
    }
  }

  return {
    obstacles,
    async delete(person, by, typed) {
      if (emailKey(typed) !== emailKey(person.email)) return { kind: 'other_address' }
      const against = await obstacles(person)
      if (against.accounts.length > 0 || against.isLastAdmin)
        return { kind: 'in_the_way', obstacles: against }
      await withdrawInvitations(deps, person, by)
      const deed = { personId: person.id, action: 'person.deleted', target: person.email } as const
      const outcome = await store.people.delete(person.id, entryOf(deps, { by }, deed))
      // Somebody else's change came in between.
      return outcome === 'sole_owner' || outcome === 'last_admin'
        ? { kind: 'in_the_way', obstacles: await obstacles(person) }
        : { kind: outcome }
    },
  }
}

async function isAnotherAdmin(store: Pick<Store, 'people'>, personId: string): Promise<boolean> {
  let after: string | undefined
  do {
    const page = await store.people.list({ limit: 200, ...(after !== undefined && { after }) })
    if (page.items.some(({ id, isInstanceAdmin }) => isInstanceAdmin && id !== personId)) return true
    after = page.next
  } while (after !== undefined)
  return false
}

/** An invitation whose inviter is gone would hold like one of the operator's. */
async function withdrawInvitations(
  deps: { store: Pick<Store, 'memberships' | 'invitations'>; clock: Clock },
  { id }: Person,
  by: Doer['by'],
): Promise<void> {
  for (const { accountId } of await deps.store.memberships.ofPerson(id)) {
    for (const invitation of await deps.store.invitations.of(accountId)) {
      if (invitation.invitedBy !== id) continue
      const entry = entryOf(
        deps,
        { by },
        {
          accountId,
          action: 'invitation.revoked',
          target: invitation.email ?? invitation.id,
          details: { role: invitation.role, because: 'who invited is gone' },
        },
      )
      await deps.store.invitations.revoke(invitation.id, accountId, entry)
    }
  }
}
