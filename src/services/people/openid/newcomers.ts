import type { NewAuditEntry } from '../../../core/access/audit.ts'
import { idFrom } from '../../../core/access/ids.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import type { Role } from '../../../core/access/role.ts'
import { plainName, readAddress } from '../../../core/mailbox.ts'
import { roleByGroups } from './groups.ts'
import type { OpenIdClaims } from './provider.ts'
import type { OpenIdDeps } from './settings.ts'

/** Why somebody whom the provider knows does not get in here. */
export type Refused =
  | { kind: 'unknown_person' | 'no_group' | 'no_address' | 'no_account' }
  /** The provider does not say that the address is theirs. */
  | { kind: 'not_verified'; email: string }

type Admission = { kind: 'in'; person: Person } | Refused

/** Who comes from the provider: makes people where that is allowed, and gives the role that their groups give. */
export function createNewcomers({ provider, settings, store, clock, random, log }: OpenIdDeps) {
  const { people, memberships, accounts } = store

  /** Groups decide at the provider, nobody here does. */
  function entry(
    action: NewAuditEntry['action'],
    person: Person,
    client: string,
    more: Partial<NewAuditEntry> = {},
  ): NewAuditEntry {
    return {
      at: clock.now(),
      actor: { kind: 'nobody', name: settings.name },
      personId: person.id,
      action,
      target: person.email,
      client,
      ...more,
    }
  }

  async function account() {
    const found = await accounts.byName(settings.account)
    if (!found)
      log.error(
        { account: settings.account },
        'The account that people of the OpenID provider join is missing',
      )
    return found
  }

  /** Owners stay what they are: they are made and unmade here alone. */
  async function follow(person: Person, role: Role, client: string): Promise<Admission> {
    const joined = await account()
    if (!joined) return { kind: 'no_account' }
    const has = await memberships.roleOf(joined.id, person.id)
    const about = { accountId: joined.id }
    if (has === undefined) {
      const membership = { accountId: joined.id, personId: person.id, role, createdAt: clock.now() }
      const details = { role }
      await memberships.add(membership, entry('member.joined', person, client, { ...about, details }))
    } else if (has !== role && has !== 'owner') {
      const details = { from: has, to: role }
      const changed = entry('member.role_changed', person, client, { ...about, details })
      await memberships.setRole(joined.id, person.id, role, changed)
    }
    return { kind: 'in', person }
  }

  async function isOwner({ id }: Person): Promise<boolean> {
    const joined = await accounts.byName(settings.account)
    return joined !== undefined && (await memberships.roleOf(joined.id, id)) === 'owner'
  }

  async function create(claims: OpenIdClaims, email: string, role: Role, client: string): Promise<Admission> {
    const joined = await account()
    if (!joined) return { kind: 'no_account' }
    const at = clock.now()
    const person: Person = {
      id: idFrom('per', random),
      email,
      name: plainName(claims.name ?? ''),
      isInstanceAdmin: false,
      createdAt: at,
      confirmedAt: at,
    }
    const { issuer, subject } = claims
    const made = {
      person,
      membership: { accountId: joined.id, role },
      identity: { issuer, subject, personId: person.id, createdAt: at },
    }
    const details = { role, issuer }
    const outcome = await people.create(
      made,
      entry('person.created', person, client, { accountId: joined.id, details }),
    )
    if (outcome === 'created') return { kind: 'in', person }
    // Somebody else was faster by a moment: the next try finds them.
    return outcome === 'unknown_account' ? { kind: 'no_account' } : { kind: 'unknown_person' }
  }

  return {
    /** Whom issuer and subject name already. */
    async comeBack(person: Person, claims: OpenIdClaims, client: string): Promise<Admission> {
      const by = roleByGroups(claims.groups, settings.groups)
      if (by.kind === 'role') return follow(person, by.role, client)
      if (by.kind === 'unmapped' || (await isOwner(person))) return { kind: 'in', person }
      log.info({ issuer: provider.issuer, person: person.id }, 'A person has no group that may sign in')
      return { kind: 'no_group' }
    },

    /** Whom nobody here knows. */
    async join(claims: OpenIdClaims, client: string): Promise<Admission> {
      if (!settings.createPeople) return { kind: 'unknown_person' }
      const address = readAddress((claims.email ?? '').trim())
      if (claims.email === undefined || address === undefined || emailKey(address) === undefined)
        return { kind: 'no_address' }
      if (!claims.emailVerified) return { kind: 'not_verified', email: claims.email }
      const by = roleByGroups(claims.groups, settings.groups)
      if (by.kind === 'none') return { kind: 'no_group' }
      return create(claims, address, by.kind === 'role' ? by.role : 'member', client)
    },
  }
}
