import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Account } from '../../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Identity, Person } from '../../../../core/access/person.ts'
import type { Role } from '../../../../core/access/role.ts'
import { keyOf, nameKeyOf } from '../../../keeping/people.ts'
import type { PeopleStore } from '../../../people.ts'
import type { Queries } from '../../connection.ts'
import { RolledBack } from '../../rolled-back.ts'
import { identities, memberships, oneTimeLinks, passkeys, people, sessions } from '../../schema/people.ts'
import { accounts, sealedSecrets } from '../../schema.ts'
import { recorder } from './audit.ts'
import { insertPerson, rowOf } from './rows.ts'
import { accountStands, isClaimed, isLastAdmin, isSoleOwner, sessionStands, waysIn } from './rules.ts'

type Answer<M extends keyof PeopleStore> = PeopleStore[M] extends (...args: never) => Promise<infer A>
  ? A
  : never
type First = Parameters<PeopleStore['claim']>[0]
type Made = Parameters<PeopleStore['create']>[0]
type Change = Parameters<PeopleStore['change']>[1]

/** Resets and changes of address alike: who has one of them asked for could take the person over by it. */
function endLinks(queries: Queries, personId: string): void {
  queries.delete(oneTimeLinks).where(eq(oneTimeLinks.personId, personId)).run()
}

/** Takes the link that goes with a write, which is undone where the link is there no more. Gives the address that it was mailed to. */
function takeLink(queries: Queries, link: Uint8Array | undefined): { mailedTo?: string } {
  if (!link) return {}
  const taken = queries.delete(oneTimeLinks).where(eq(oneTimeLinks.tokenHash, link)).returning().get()
  if (!taken) throw new RolledBack('unknown_link')
  return taken.emailKey === null ? {} : { mailedTo: taken.emailKey }
}

/** Whoever reads the mail of an address that was never confirmed shows that it is theirs. Whoever set the person up may have been
 * somebody else, and keeps no way in. The second factor stays: it opens nothing by itself. */
function confirmFirst(queries: Queries, personId: string, confirmedAt: Date): void {
  queries.update(people).set({ confirmedAt }).where(eq(people.id, personId)).run()
  queries.delete(passkeys).where(eq(passkeys.personId, personId)).run()
  queries.delete(identities).where(eq(identities.personId, personId)).run()
}

/** People come to be, with what comes to be with them. */
function makingWrites(queries: Queries) {
  const record = recorder(queries)
  const makeAccount = (account: Account) =>
    queries.insert(accounts).values(account).onConflictDoNothing({ target: accounts.name }).run().changes ===
    1
  const join = ({ id: personId, createdAt }: Person, accountId: string, role: Role) =>
    queries.insert(memberships).values({ accountId, personId, role, createdAt }).run()
  const link = (identity: Identity) =>
    queries.insert(identities).values(identity).onConflictDoNothing().run().changes === 1
  return {
    claim({ person, passwordHash, account, entry }: First): Answer<'claim'> {
      if (isClaimed(queries)) return 'already_claimed'
      if (!insertPerson(queries, { ...person, isInstanceAdmin: true }, passwordHash)) return 'email_taken'
      if (!accountStands(queries, account.id) && !makeAccount(account)) throw new RolledBack('name_taken')
      join(person, account.id, 'owner')
      const isSetup = and(isNull(oneTimeLinks.personId), eq(oneTimeLinks.purpose, 'setup'))
      queries.delete(oneTimeLinks).where(isSetup).run()
      record(entry)
      return 'claimed'
    },
    create(made: Made, entry: NewAuditEntry): Answer<'create'> {
      const { person, passwordHash, membership, account, identity } = made
      if (membership && !accountStands(queries, membership.accountId)) return 'unknown_account'
      if (!insertPerson(queries, person, passwordHash)) return 'email_taken'
      if (account && !makeAccount(account)) throw new RolledBack('name_taken')
      if (membership) join(person, membership.accountId, membership.role)
      if (account) join(person, account.id, 'owner')
      if (identity && !link(identity)) throw new RolledBack('linked_to_another')
      takeLink(queries, made.link)
      record(entry)
      return 'created'
    },
  }
}

function changingWrites(queries: Queries) {
  const record = recorder(queries)
  const set = (id: string, values: Partial<typeof people.$inferInsert>) =>
    queries.update(people).set(values).where(eq(people.id, id)).run()

  /** Whether another person has that address. */
  function isTaken(key: string, id: string): boolean {
    return Boolean(
      queries
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.emailKey, key), ne(people.id, id)))
        .get(),
    )
  }

  function change(id: string, change: Change, entry: NewAuditEntry): Answer<'change'> {
    const row = rowOf(queries, id)
    if (!row) return 'unknown_person'
    const emailKey = change.email === undefined ? row.emailKey : keyOf(change.email)
    const isMoved = emailKey !== row.emailKey
    if (isMoved && isTaken(emailKey, id)) return 'email_taken'
    if (change.isInstanceAdmin === false && isLastAdmin(queries, id)) return 'last_admin'
    if (isMoved) endLinks(queries, id)
    const nameKey = nameKeyOf(change.name ?? row.name)
    set(id, { ...(isMoved && { confirmedAt: null }), ...change, nameKey, emailKey })
    record(entry)
    return 'changed'
  }

  return {
    change,
    confirmEmail(
      id: string,
      { link, ...confirmed }: { email: string; confirmedAt: Date; link: Uint8Array },
      entry: NewAuditEntry,
    ): Answer<'confirmEmail'> {
      if (!rowOf(queries, id)) return 'unknown_person'
      takeLink(queries, link)
      const done = change(id, confirmed, entry)
      if (done !== 'changed') throw new RolledBack(done === 'last_admin' ? 'unknown_person' : done)
      return done
    },
    setPassword(
      id: string,
      passwordHash: string | undefined,
      { session, link }: { session?: string; link?: Uint8Array },
      entry: NewAuditEntry,
    ): Answer<'setPassword'> {
      const row = rowOf(queries, id)
      if (!row) return 'unknown_person'
      if (session !== undefined && !sessionStands(queries, session, id)) return 'unknown_session'
      set(id, { passwordHash: passwordHash ?? null })
      if (waysIn(queries, id) === 0) throw new RolledBack('last_way_in')
      const { mailedTo } = takeLink(queries, link)
      if (row.confirmedAt === null && mailedTo === row.emailKey) confirmFirst(queries, id, entry.at)
      queries
        .delete(sessions)
        .where(and(eq(sessions.personId, id), session === undefined ? undefined : ne(sessions.id, session)))
        .run()
      endLinks(queries, id)
      record(entry)
      return 'changed'
    },
    rehash(id: string, old: string, passwordHash: string): void {
      queries
        .update(people)
        .set({ passwordHash })
        .where(and(eq(people.id, id), eq(people.passwordHash, old)))
        .run()
    },
    delete(id: string, entry: NewAuditEntry): Answer<'delete'> {
      if (!rowOf(queries, id)) return 'unknown_person'
      if (isLastAdmin(queries, id)) return 'last_admin'
      const owned = queries
        .select({ accountId: memberships.accountId })
        .from(memberships)
        .where(and(eq(memberships.personId, id), eq(memberships.role, 'owner')))
        .all()
      if (owned.some(({ accountId }) => isSoleOwner(queries, accountId, id))) return 'sole_owner'
      queries
        .delete(sealedSecrets)
        .where(and(eq(sealedSecrets.purpose, 'totp'), eq(sealedSecrets.ownerId, id)))
        .run()
      queries.delete(people).where(eq(people.id, id)).run()
      record(entry)
      return 'deleted'
    },
  }
}

export function peopleWrites(queries: Queries) {
  return { ...makingWrites(queries), ...changingWrites(queries) }
}
