import type { Account } from '../../../core/access/account.ts'
import type { AccountStore } from '../../accounts.ts'
import { record } from '../people/recording.ts'
import { type Db, RolledBack, type Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { isAlready } from './already.ts'

interface AccountRow {
  id: string
  name: string
  plan: string
  createdAt: number
}

const WHOLE = plain('id, name, plan, created_at')

const accountOf = ({ createdAt, ...row }: AccountRow): Account => ({ ...row, createdAt: new Date(createdAt) })

export function accountPart(db: Db): Omit<AccountStore, 'takeSlot' | 'delete' | 'deleteRest'> {
  return { ...reads(db), ...writes(db) }
}

function reads(db: Db) {
  const one = async (condition: ReturnType<typeof sql>) => {
    const row = await db.first<AccountRow>(
      sql`SELECT ${WHOLE} FROM accounts WHERE ${condition} AND deleted_at IS NULL`,
    )
    return row && accountOf(row)
  }
  return {
    byId: (id) => one(sql`id = ${id}`),
    byName: (name) => one(sql`name = ${name}`),
    async list() {
      const rows = await db.all<AccountRow>(
        sql`SELECT ${WHOLE} FROM accounts WHERE deleted_at IS NULL ORDER BY name`,
      )
      return rows.map(accountOf)
    },
    async page({ after = '', limit }) {
      const rows = await db.all<AccountRow>(
        sql`SELECT ${WHOLE} FROM accounts WHERE name > ${after} AND deleted_at IS NULL ORDER BY name
          LIMIT ${limit + 1}`,
      )
      const items = rows.slice(0, limit).map(accountOf)
      const last = items.at(-1)
      return rows.length > limit && last ? { items, next: last.name } : { items }
    },
    async shownProviders(id) {
      const row = await db.first<{ shownProviders: string | null }>(
        sql`SELECT shown_providers FROM accounts WHERE id = ${id} AND deleted_at IS NULL`,
      )
      return row?.shownProviders?.split(',')
    },
    async usage(id, month) {
      const row = await db.first<{ tests: number; fullReports: number }>(
        sql`SELECT coalesce((SELECT used FROM allowance_uses WHERE account_id = ${id} AND month = ${month}), 0) AS tests,
          coalesce((SELECT used FROM full_report_uses WHERE owner = ${id} AND period = ${month}), 0) AS full_reports`,
      )
      return { tests: row?.tests ?? 0, fullReports: row?.fullReports ?? 0 }
    },
  } satisfies Partial<AccountStore>
}

function writes(db: Db) {
  return {
    async create({ id, name, plan, createdAt }, entry, owner) {
      const at = createdAt.getTime()
      return db.write(async (tx) => {
        const made = await tx.run(
          sql`INSERT INTO accounts (id, name, plan, created_at) VALUES (${id}, ${name}, ${plan}, ${at}::bigint)
            ON CONFLICT (name) DO NOTHING`,
        )
        if (made === 0) return 'name_taken'
        if (owner !== undefined) {
          await tx.run(
            sql`INSERT INTO memberships (account_id, person_id, role, created_at)
              VALUES (${id}, ${owner}, 'owner', ${at}::bigint)`,
          )
        }
        await record(tx, entry)
        return 'created'
      })
    },
    setPlan: (id, plan, entry) =>
      db.write(async (tx) => {
        const changed = await tx.run(
          sql`UPDATE accounts SET plan = ${plan} WHERE id = ${id} AND deleted_at IS NULL AND plan <> ${plan}`,
        )
        if (changed === 0) return (await stands(tx, id)) ? 'changed' : 'unknown_account'
        await record(tx, entry)
        return 'changed'
      }),
    rename: (id, name, entry) =>
      db.write(async (tx) => {
        const changed = await tx
          .run(
            sql`UPDATE accounts SET name = ${name} WHERE id = ${id} AND deleted_at IS NULL AND name <> ${name}`,
          )
          .catch((cause) => {
            throw isAlready(cause) ? new RolledBack('name_taken') : cause
          })
        if (changed === 0) return (await stands(tx, id)) ? 'renamed' : 'unknown_account'
        await record(tx, entry)
        return 'renamed'
      }),
    async setShownProviders(id, names) {
      const changed = await db.run(
        sql`UPDATE accounts SET shown_providers = ${names?.join(',') ?? null}
          WHERE id = ${id} AND deleted_at IS NULL`,
      )
      return changed > 0 ? 'set' : 'unknown_account'
    },
  } satisfies Partial<AccountStore>
}

async function stands(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.first(sql`SELECT 1 AS found FROM accounts WHERE id = ${id} AND deleted_at IS NULL`)) !==
    undefined
  )
}
