import type { NewAuditEntry } from '../../core/access/audit.ts'
import { type Action, refusalOf } from '../../core/access/permission.ts'
import { emailKey, type Person } from '../../core/access/person.ts'
import { atLeast, mayGrant, type Role } from '../../core/access/role.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { MemberRow } from '../../store/memberships.ts'
import type { PageOf } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import { type Doer, entryOf } from './doer.ts'

/** Somebody of an account. */
export interface Member {
  person: Person
  role: Role
  since: Date
}

/** Some of the people of an account, and how many it has. */
export interface MemberPage extends PageOf<Member> {
  people: number
  owners: number
}

/** What became of a change to the people of an account. */
export type MemberChange =
  | { kind: 'done' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'not_a_member' }
  /** The last owner of an account stays its owner. */
  | { kind: 'sole_owner' }
  /** Nobody gives, changes or takes away a role above their own. */
  | { kind: 'beyond_own_role' }

export interface Members {
  /** Owners first, then by address. */
  list(doer: Doer, accountId: string): Promise<Result<Member[]>>
  /** The same, 50 at a time; with `search`, those whose address or name contains it. */
  page(doer: Doer, accountId: string, after?: string, search?: string): Promise<Result<MemberPage>>
  find(doer: Doer, accountId: string, personId: string): Promise<Member | undefined>
  findByAddress(doer: Doer, accountId: string, address: string): Promise<Member | undefined>
  setRole(doer: Doer, accountId: string, personId: string, role: Role): Promise<MemberChange>
  /** Their sessions look at the account no more; keys of the account stay as they are. */
  remove(doer: Doer, accountId: string, personId: string): Promise<MemberChange>
  leave(doer: Doer, accountId: string): Promise<MemberChange>
  /** `to` becomes owner and whoever hands over admin. The operator names who hands over; where an account has no owner, nobody does. */
  transfer(doer: Doer, accountId: string, to: string, from?: string): Promise<MemberChange>
}

export interface MembersDeps {
  store: Pick<Store, 'memberships' | 'invitations' | 'people'>
  clock: Clock
}

type InAccount = Member & { accountId: string }

const PAGE = 50

const notAMember: MemberChange = { kind: 'not_a_member' }

/** Why a doer may not do it in this account at all. An account that is not theirs is refused like a stranger's. */
export function refusalIn({ actor }: Doer, accountId: string, action: Action): Refusal | undefined {
  const isTheirs = actor.kind !== 'session' || actor.accountId === accountId
  return isTheirs ? refusalOf(actor, action) : { kind: 'unauthenticated' }
}

/** Whether a doer may give, change or take away this role. */
export function mayHandle({ actor }: Doer, role: Role): boolean {
  return actor.kind === 'operator' || (actor.kind === 'session' && mayGrant(actor.role, role))
}

const asMember = ({ person, role, createdAt }: MemberRow): Member => ({ person, role, since: createdAt })

async function pageFor(
  { store }: MembersDeps,
  doer: Doer,
  accountId: string,
  after?: string,
  search?: string,
): Promise<Result<MemberPage>> {
  const refusal = refusalIn(doer, accountId, 'members.read')
  if (refusal) return refused(refusal)
  const [{ items, next }, counts] = await Promise.all([
    store.memberships.page(accountId, {
      limit: PAGE,
      ...(after !== undefined && { after }),
      ...(search !== undefined && { search }),
    }),
    store.memberships.count(accountId),
  ])
  return granted({ ...counts, items: items.map(asMember), ...(next !== undefined && { next }) })
}

export function createMembers(deps: MembersDeps): Members {
  const { memberships } = deps.store

  async function memberOf(accountId: string, personId: string): Promise<InAccount | undefined> {
    const found = await memberships.find(accountId, personId)
    return found && { accountId, ...asMember(found) }
  }

  /** What they invited others to ends with what they could invite to. */
  async function withdrawInvitations(doer: Doer, accountId: string, personId: string, role?: Role) {
    for (const invitation of await deps.store.invitations.of(accountId)) {
      if (invitation.invitedBy !== personId || (role && mayGrant(role, invitation.role))) continue
      const entry = entryOf(deps, doer, {
        accountId,
        action: 'invitation.revoked',
        target: invitation.email ?? invitation.id,
        details: { role: invitation.role, because: 'who invited may no longer give this role' },
      })
      await deps.store.invitations.revoke(invitation.id, accountId, entry)
    }
  }

  async function takeOut(
    doer: Doer,
    accountId: string,
    { person, role }: Member,
    action: 'member.left' | 'member.removed',
  ): Promise<MemberChange> {
    const deed = { accountId, personId: person.id, action, target: person.email, details: { role } }
    const outcome = await memberships.remove(accountId, person.id, entryOf(deps, doer, deed))
    if (outcome !== 'removed') return { kind: outcome }
    await withdrawInvitations(doer, accountId, person.id)
    return { kind: 'done' }
  }

  return {
    async list(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'members.read')
      if (refusal) return refused(refusal)
      const rows = await memberships.ofAccount(accountId)
      return granted(rows.map(asMember))
    },
    page: (...asked) => pageFor(deps, ...asked),
    async find(doer, accountId, personId) {
      return refusalIn(doer, accountId, 'members.read') ? undefined : memberOf(accountId, personId)
    },
    async findByAddress(doer, accountId, address) {
      const key = refusalIn(doer, accountId, 'members.read') ? undefined : emailKey(address)
      const found = key === undefined ? undefined : await deps.store.people.byEmail(key)
      return found && memberOf(accountId, found.id)
    },

    async setRole(doer, accountId, personId, role) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      const member = await memberOf(accountId, personId)
      if (!member) return notAMember
      if (!mayHandle(doer, member.role) || !mayHandle(doer, role)) return { kind: 'beyond_own_role' }
      if (member.role === role) return { kind: 'done' }
      const entry = entryOf(deps, doer, {
        accountId,
        personId,
        action: 'member.role_changed',
        target: member.person.email,
        details: { from: member.role, to: role },
      })
      const outcome = await memberships.setRole(accountId, personId, role, entry)
      if (outcome !== 'changed') return { kind: outcome }
      if (!atLeast(role, member.role)) await withdrawInvitations(doer, accountId, personId, role)
      return { kind: 'done' }
    },

    async remove(doer, accountId, personId) {
      const refusal = refusalIn(doer, accountId, 'members.change')
      if (refusal) return { kind: 'refused', refusal }
      const member = await memberOf(accountId, personId)
      if (!member) return notAMember
      if (!mayHandle(doer, member.role)) return { kind: 'beyond_own_role' }
      const isSelf = doer.actor.kind === 'session' && doer.actor.personId === personId
      return takeOut(doer, accountId, member, isSelf ? 'member.left' : 'member.removed')
    },

    async leave(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'account.leave')
      if (refusal) return { kind: 'refused', refusal }
      const { actor } = doer
      const member = actor.kind === 'session' ? await memberOf(accountId, actor.personId) : undefined
      return member ? takeOut(doer, accountId, member, 'member.left') : notAMember
    },

    async transfer(doer, accountId, to, named) {
      const refusal = refusalIn(doer, accountId, 'account.transfer')
      if (refusal) return { kind: 'refused', refusal }
      const from = doer.actor.kind === 'session' ? doer.actor.personId : named
      const next = to === from ? undefined : await memberOf(accountId, to)
      if (!next) return notAMember
      const before = from === undefined ? undefined : await memberOf(accountId, from)
      const entry = entryOf(deps, doer, {
        accountId,
        personId: to,
        action: 'account.transferred',
        target: next.person.email,
        details: { to: next.person.email, ...(before && { from: before.person.email }) },
      })
      return before ? handOver(doer, before, next, entry) : firstOwner(next, entry)
    },
  }

  /** An account that had no owner. */
  async function firstOwner({ person, accountId }: InAccount, entry: NewAuditEntry): Promise<MemberChange> {
    const outcome = await memberships.setRole(accountId, person.id, 'owner', entry)
    return { kind: outcome === 'changed' ? 'done' : outcome }
  }

  async function handOver(
    doer: Doer,
    { person, accountId }: InAccount,
    next: Member,
    entry: NewAuditEntry,
  ): Promise<MemberChange> {
    const outcome = await memberships.transfer(accountId, person.id, next.person.id, entry)
    if (outcome === 'not_an_owner')
      return { kind: 'refused', refusal: { kind: 'missing_role', role: 'owner' } }
    if (outcome !== 'transferred') return notAMember
    await withdrawInvitations(doer, accountId, person.id, 'admin')
    return { kind: 'done' }
  }
}
