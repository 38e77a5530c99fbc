import type { Account } from '../../../core/access/account.ts'
import type { Identity, Person } from '../../../core/access/person.ts'
import type { Role } from '../../../core/access/role.ts'
import { keyOf, nameKeyOf } from '../../keeping/people.ts'
import type { PeopleStore } from '../../people.ts'
import { type Db, RolledBack, type Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { takeLink } from './links.ts'
import { record } from './recording.ts'
import { timeOf } from './rows.ts'
import { ADMINS, accountStands } from './rules.ts'

/** Makes a person. False: another one has the address. */
export async function insertPerson(tx: Tx, person: Person, passwordHash?: string): Promise<boolean> {
  const { id, email, name, isInstanceAdmin, createdAt, confirmedAt } = person
  const made = await tx.run(
    sql`INSERT INTO people (id, email, email_key, name, name_key, is_instance_admin, created_at, confirmed_at, password_hash)
      VALUES (${id}, ${email}, ${keyOf(email)}, ${name}, ${nameKeyOf(name)}, ${isInstanceAdmin ? 1 : 0}::smallint,
        ${createdAt.getTime()}::bigint, ${timeOf(confirmedAt)}::bigint, ${passwordHash ?? null})
      ON CONFLICT (email_key) DO NOTHING`,
  )
  return made === 1
}

/** Makes whoever this is a member. False: they are one. */
export async function insertMember(
  tx: Tx,
  accountId: string,
  personId: string,
  role: Role,
  at: Date,
): Promise<boolean> {
  const made = await tx.run(
    sql`INSERT INTO memberships (account_id, person_id, role, created_at)
      VALUES (${accountId}, ${personId}, ${role}, ${at.getTime()}::bigint)
      ON CONFLICT (account_id, person_id) DO NOTHING`,
  )
  return made === 1
}

/** Links somebody's identity. False: it is linked. */
export async function insertIdentity(tx: Tx, identity: Identity): Promise<boolean> {
  const { issuer, subject, personId, createdAt, lastUsedAt } = identity
  const made = await tx.run(
    sql`INSERT INTO identities (issuer, subject, person_id, created_at, last_used_at)
      VALUES (${issuer}, ${subject}, ${personId}, ${createdAt.getTime()}::bigint, ${timeOf(lastUsedAt)}::bigint)
      ON CONFLICT (issuer, subject) DO NOTHING`,
  )
  return made === 1
}

async function insertAccount(tx: Tx, { id, name, plan, createdAt }: Account): Promise<boolean> {
  const made = await tx.run(
    sql`INSERT INTO accounts (id, name, plan, created_at) VALUES (${id}, ${name}, ${plan}, ${createdAt.getTime()}::bigint)
      ON CONFLICT (name) DO NOTHING`,
  )
  return made === 1
}

/** People come to be, with what comes to be with them. */
export function makingWrites(db: Db): Pick<PeopleStore, 'claim' | 'create'> {
  return {
    claim: ({ person, passwordHash, account, entry }) =>
      db.write(async (tx) => {
        const admin = await tx.first(sql`SELECT id FROM people WHERE is_instance_admin = 1 LIMIT 1`)
        if (admin) return 'already_claimed'
        const isThere = await accountStands(tx, account.id)
        if (!(await insertPerson(tx, { ...person, isInstanceAdmin: true }, passwordHash)))
          return 'email_taken'
        if (!isThere && !(await insertAccount(tx, account))) throw new RolledBack('name_taken')
        await Promise.all([
          insertMember(tx, account.id, person.id, 'owner', person.createdAt),
          tx.run(sql`DELETE FROM one_time_links WHERE person_id IS NULL AND purpose = 'setup'`),
          record(tx, entry),
        ])
        return 'claimed'
      }, ADMINS),
    create: (made, entry) =>
      db.write(async (tx) => {
        const { person, passwordHash, membership } = made
        if (membership && !(await accountStands(tx, membership.accountId))) return 'unknown_account'
        if (!(await insertPerson(tx, person, passwordHash))) return 'email_taken'
        await comesWith(tx, made)
        await record(tx, entry)
        return 'created'
      }),
  }
}

/** What comes to be with a person, who is there; without any of it they are not made. */
async function comesWith(
  tx: Tx,
  { person, membership, account, identity, link }: Parameters<PeopleStore['create']>[0],
): Promise<void> {
  const { id, createdAt } = person
  if (membership) await insertMember(tx, membership.accountId, id, membership.role, createdAt)
  if (account) {
    if (!(await insertAccount(tx, account))) throw new RolledBack('name_taken')
    await insertMember(tx, account.id, id, 'owner', createdAt)
  }
  if (identity && !(await insertIdentity(tx, identity))) throw new RolledBack('linked_to_another')
  await takeLink(tx, link)
}
