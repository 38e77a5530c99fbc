import type { Store } from '../../../store/store.ts'

interface Deps {
  store: Pick<Store, 'memberships' | 'invitations' | 'apiKeys'>
}

/** Who is in the account. */
export async function peopleOf({ store }: Deps, accountId: string) {
  const people = await store.memberships.ofAccount(accountId)
  return people.map(({ person: { email, name }, role, createdAt }) => ({
    email,
    name,
    role,
    since: createdAt,
  }))
}

/** Who is invited. */
export async function invitationsOf({ store }: Deps, accountId: string) {
  const open = await store.invitations.of(accountId)
  return open.map(({ id, role, email, createdAt, expiresAt }) => ({
    id,
    role,
    email,
    created_at: createdAt,
    expires_at: expiresAt,
  }))
}

/** Its API keys, without what they are. */
export async function keysOf({ store }: Deps, accountId: string) {
  const keys = await store.apiKeys.list(accountId)
  return keys.map(({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    prefix,
    scopes,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  }))
}
