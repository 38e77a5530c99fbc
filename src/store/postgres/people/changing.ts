import type { NewAuditEntry } from '../../../core/access/audit.ts'
import { keyOf, nameKeyOf } from '../../keeping/people.ts'
import type { PeopleStore } from '../../people.ts'
import { isAlready } from '../accounts/already.ts'
import { type Db, RolledBack, type Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { forgetSecrets } from './factors.ts'
import { endLinks, takeLink } from './links.ts'
import { record } from './recording.ts'
import { timeOf } from './rows.ts'
import { ADMINS, holdPerson, sessionStands, waysIn } from './rules.ts'

type Change = Parameters<PeopleStore['change']>[1]
type Answer<M extends keyof PeopleStore> = PeopleStore[M] extends (...args: never) => Promise<infer A>
  ? A
  : never

export function changingWrites(
  db: Db,
): Pick<PeopleStore, 'change' | 'confirmEmail' | 'setPassword' | 'rehash' | 'delete'> {
  return {
    change: (id, change, entry) =>
      db.write((tx) => changed(tx, id, change, entry), change.isInstanceAdmin === false ? ADMINS : {}),
    confirmEmail: (id, { link, ...confirmed }, entry) =>
      db.write(async (tx) => {
        if (!(await holdPerson(tx, id))) return 'unknown_person'
        await takeLink(tx, link)
        const done = await changed(tx, id, confirmed, entry)
        if (done !== 'changed') throw new RolledBack(done === 'last_admin' ? 'unknown_person' : done)
        return done
      }),
    setPassword: (id, passwordHash, keep, entry) =>
      db.write((tx) => setPassword(tx, id, passwordHash ?? null, keep, entry)),
    async rehash(id, old, passwordHash) {
      await db.run(
        sql`UPDATE people SET password_hash = ${passwordHash} WHERE id = ${id} AND password_hash = ${old}`,
      )
    },
    async delete(id, entry) {
      for (;;) {
        const done = await db.write((tx) => remove(tx, id, entry), ADMINS)
        if (done !== 'joined_meanwhile') return done
      }
    },
  }
}

async function changed(tx: Tx, id: string, change: Change, entry: NewAuditEntry): Promise<Answer<'change'>> {
  const row = await holdPerson(tx, id)
  if (!row) return 'unknown_person'
  const emailKey = change.email === undefined ? row.emailKey : keyOf(change.email)
  const isMoved = emailKey !== row.emailKey
  const found = await tx.first<{ isTaken: boolean; isLastAdmin: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM people WHERE email_key = ${emailKey} AND id <> ${id}) AS is_taken,
      is_instance_admin = 1 AND NOT EXISTS (SELECT 1 FROM people WHERE is_instance_admin = 1 AND id <> ${id}) AS is_last_admin
      FROM people WHERE id = ${id}`,
  )
  if (found?.isTaken) return 'email_taken'
  if (change.isInstanceAdmin === false && found?.isLastAdmin) return 'last_admin'
  const { email = row.email, name = row.name, isInstanceAdmin } = change
  const confirmedAt = timeOf(change.confirmedAt) ?? (isMoved ? null : row.confirmedAt)
  const isAdmin = isInstanceAdmin === undefined ? null : Number(isInstanceAdmin)
  await tx
    .run(
      sql`UPDATE people SET email = ${email}, email_key = ${emailKey}, name = ${name}, name_key = ${nameKeyOf(name)},
        confirmed_at = ${confirmedAt}::bigint, is_instance_admin = coalesce(${isAdmin}::smallint, is_instance_admin)
        WHERE id = ${id}`,
    )
    .catch((cause) => {
      // Somebody took the address in this moment.
      throw isAlready(cause) ? new RolledBack('email_taken') : cause
    })
  if (isMoved) await endLinks(tx, id)
  await record(tx, entry)
  return 'changed'
}

async function setPassword(
  tx: Tx,
  id: string,
  passwordHash: string | null,
  { session, link }: { session?: string; link?: Uint8Array },
  entry: NewAuditEntry,
): Promise<Answer<'setPassword'>> {
  const row = await holdPerson(tx, id)
  if (!row) return 'unknown_person'
  if (session !== undefined && !(await sessionStands(tx, session, id))) return 'unknown_session'
  await tx.run(sql`UPDATE people SET password_hash = ${passwordHash} WHERE id = ${id}`)
  if (passwordHash === null && (await waysIn(tx, id)) === 0) throw new RolledBack('last_way_in')
  const { mailedTo } = await takeLink(tx, link)
  if (row.confirmedAt === null && mailedTo === row.emailKey) await confirmFirst(tx, id, entry.at)
  const others = session === undefined ? sql`` : sql` AND id <> ${session}`
  await Promise.all([
    tx.run(sql`DELETE FROM sessions WHERE person_id = ${id}${others}`),
    endLinks(tx, id),
    record(tx, entry),
  ])
  return 'changed'
}

/** Whoever reads the mail of an address that was never confirmed shows that it is theirs. Whoever set the person up may have been
 * somebody else, and keeps no way in. The second factor stays: it opens nothing by itself. */
async function confirmFirst(tx: Tx, id: string, at: Date): Promise<void> {
  await Promise.all([
    tx.run(sql`UPDATE people SET confirmed_at = ${at.getTime()}::bigint WHERE id = ${id}`),
    tx.run(sql`DELETE FROM passkeys WHERE person_id = ${id}`),
    tx.run(sql`DELETE FROM identities WHERE person_id = ${id}`),
  ])
}

/** Accounts that the person is in are held before the person is: then nobody joins them to another, and no owner leaves.
 * `joined_meanwhile`: they came into one between these. */
async function remove(
  tx: Tx,
  id: string,
  entry: NewAuditEntry,
): Promise<Answer<'delete'> | 'joined_meanwhile'> {
  const held = await tx.all<{ id: string }>(
    sql`SELECT a.id FROM accounts AS a WHERE a.id IN (SELECT account_id FROM memberships WHERE person_id = ${id})
      ORDER BY a.id FOR NO KEY UPDATE OF a`,
  )
  const person = await tx.first(sql`SELECT id FROM people WHERE id = ${id} FOR UPDATE`)
  if (!person) return 'unknown_person'
  const found = await tx.first<{ isLastAdmin: boolean; hasJoined: boolean; isSoleOwner: boolean }>(
    sql`SELECT p.is_instance_admin = 1
        AND NOT EXISTS (SELECT 1 FROM people WHERE is_instance_admin = 1 AND id <> ${id}) AS is_last_admin,
      EXISTS (SELECT 1 FROM memberships AS m
        WHERE m.person_id = p.id AND m.account_id <> ALL (${held.map((one) => one.id)}::text[])) AS has_joined,
      EXISTS (SELECT 1 FROM memberships AS m WHERE m.person_id = p.id AND m.role = 'owner' AND NOT EXISTS (
        SELECT 1 FROM memberships AS o WHERE o.account_id = m.account_id AND o.role = 'owner' AND o.person_id <> p.id
      )) AS is_sole_owner
      FROM people AS p WHERE p.id = ${id}`,
  )
  if (found?.hasJoined) return 'joined_meanwhile'
  if (found?.isLastAdmin) return 'last_admin'
  if (found?.isSoleOwner) return 'sole_owner'
  await Promise.all([
    forgetSecrets(tx, id),
    tx.run(sql`DELETE FROM people WHERE id = ${id}`),
    record(tx, entry),
  ])
  return 'deleted'
}
