import type { Account } from '../../../core/access/account.ts'
import type { Membership } from '../../../core/access/membership.ts'
import type { Role } from '../../../core/access/role.ts'
import { nameKeyOf } from '../../keeping/people.ts'
import type { MemberRow, MembershipStore } from '../../memberships.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { insertMember } from './making.ts'
import { record } from './recording.ts'
import { PERSON, type PersonRow, personOf } from './rows.ts'
import { accountStands, holdAccount } from './rules.ts'

/** Where somebody stands among the people of an account: owners first, then by address, which nobody shares. */
const PLACE = plain(`(CASE WHEN m.role = 'owner' THEN '0' ELSE '1' END || p.email_key)`)

const MEMBERS = sql`SELECT m.account_id, m.role, m.created_at AS joined_at, ${PERSON}, ${PLACE} AS place
  FROM memberships AS m JOIN people AS p ON p.id = m.person_id WHERE`

type Row = PersonRow & { accountId: string; role: Role; joinedAt: number; place: string }

const memberOf = (row: Row): MemberRow => ({
  accountId: row.accountId,
  personId: row.id,
  role: row.role,
  createdAt: new Date(row.joinedAt),
  person: personOf(row),
})

/** Whose address or name contains it. */
const matching = (search: string): Sql =>
  sql`(strpos(p.email_key, ${search.toLowerCase()}) > 0 OR strpos(p.name_key, ${nameKeyOf(search)}) > 0)`

export function membershipPart(db: Db): MembershipStore {
  return { ...reads(db), ...writes(db) }
}

type Reads = 'ofPerson' | 'ofAccount' | 'page' | 'find' | 'count' | 'roleOf'

function reads(db: Db): Pick<MembershipStore, Reads> {
  return {
    ofPerson: (personId) => accountsOf(db, personId),
    async ofAccount(accountId) {
      const rows = await db.all<Row>(sql`${MEMBERS} m.account_id = ${accountId} ORDER BY place`)
      return rows.map(memberOf)
    },
    async page(accountId, { after = '', limit, search = '' }) {
      const rows = await db.all<Row>(
        sql`${MEMBERS} m.account_id = ${accountId} AND ${PLACE} > ${after}
          AND ${search === '' ? sql`true` : matching(search)} ORDER BY place LIMIT ${limit + 1}`,
      )
      const page = rows.slice(0, limit)
      const items = page.map(memberOf)
      const last = page.at(-1)
      return rows.length > limit && last ? { items, next: last.place } : { items }
    },
    async find(accountId, personId) {
      const row = await db.first<Row>(
        sql`${MEMBERS} m.account_id = ${accountId} AND m.person_id = ${personId}`,
      )
      return row && memberOf(row)
    },
    async count(accountId) {
      const found = await db.first<{ people: number; owners: number }>(
        sql`SELECT count(*) AS people, count(*) FILTER (WHERE role = 'owner') AS owners
          FROM memberships WHERE account_id = ${accountId}`,
      )
      return found ?? { people: 0, owners: 0 }
    },
    async roleOf(accountId, personId) {
      const row = await db.first<{ role: Role }>(
        sql`SELECT role FROM memberships WHERE account_id = ${accountId} AND person_id = ${personId}`,
      )
      return row?.role
    },
  }
}

async function accountsOf(db: Db, personId: string): Promise<(Membership & { account: Account })[]> {
  const rows = await db.all<Omit<Account, 'createdAt'> & { role: Role; joinedAt: number; createdAt: number }>(
    sql`SELECT m.role, m.created_at AS joined_at, a.id, a.name, a.plan, a.created_at
      FROM memberships AS m JOIN accounts AS a ON a.id = m.account_id
      WHERE m.person_id = ${personId} AND a.deleted_at IS NULL ORDER BY a.name`,
  )
  return rows.map(({ role, joinedAt, createdAt, ...account }) => ({
    accountId: account.id,
    personId,
    role,
    createdAt: new Date(joinedAt),
    account: { ...account, createdAt: new Date(createdAt) },
  }))
}

/** Who is what in an account is changed by whoever holds its row. */
function writes(db: Db): Omit<MembershipStore, Reads> {
  return {
    add: ({ accountId, personId, role, createdAt }, entry) =>
      db.write(async (tx) => {
        if (!(await accountStands(tx, accountId))) return 'unknown_account'
        if (!(await insertMember(tx, accountId, personId, role, createdAt))) return 'is_member'
        await record(tx, entry)
        return 'added'
      }),
    setRole: (accountId, personId, role, entry) =>
      db.write(async (tx) => {
        const before = await held(tx, accountId, personId)
        if (!before) return 'not_a_member'
        if (before.role === role) return 'changed'
        if (before.isSoleOwner) return 'sole_owner'
        await Promise.all([give(tx, accountId, personId, role), record(tx, entry)])
        return 'changed'
      }),
    remove: (accountId, personId, entry) =>
      db.write(async (tx) => {
        const before = await held(tx, accountId, personId)
        if (!before) return 'not_a_member'
        if (before.isSoleOwner) return 'sole_owner'
        await Promise.all([
          tx.run(sql`DELETE FROM memberships WHERE account_id = ${accountId} AND person_id = ${personId}`),
          tx.run(sql`UPDATE sessions SET account_id = NULL, visiting_until = NULL
            WHERE person_id = ${personId} AND account_id = ${accountId}`),
          record(tx, entry),
        ])
        return 'removed'
      }),
    transfer: (accountId, from, to, entry) =>
      db.write(async (tx) => {
        if ((await held(tx, accountId, from))?.role !== 'owner') return 'not_an_owner'
        if (!(await held(tx, accountId, to))) return 'not_a_member'
        if (from === to) return 'transferred'
        await Promise.all([
          give(tx, accountId, to, 'owner'),
          give(tx, accountId, from, 'admin'),
          record(tx, entry),
        ])
        return 'transferred'
      }),
  }
}

/** What somebody is in an account, whose row is held from then on. */
async function held(tx: Tx, accountId: string, personId: string) {
  const [, row] = await Promise.all([
    holdAccount(tx, accountId),
    tx.first<{ role: Role; isSoleOwner: boolean }>(
      sql`SELECT m.role, m.role = 'owner' AND NOT EXISTS (SELECT 1 FROM memberships AS o
          WHERE o.account_id = m.account_id AND o.role = 'owner' AND o.person_id <> m.person_id) AS is_sole_owner
        FROM memberships AS m WHERE m.account_id = ${accountId} AND m.person_id = ${personId}`,
    ),
  ])
  return row
}

const give = (tx: Tx, accountId: string, personId: string, role: Role): Promise<number> =>
  tx.run(
    sql`UPDATE memberships SET role = ${role} WHERE account_id = ${accountId} AND person_id = ${personId}`,
  )
