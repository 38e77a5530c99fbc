import type { Person } from '../../../core/access/person.ts'
import { nameKeyOf, upTo } from '../../keeping/people.ts'
import type { PageOf, PersonWithCredentials } from '../../people.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { PERSON, type PersonRow, personOf } from './rows.ts'

interface CredentialRow extends PersonRow {
  passwordHash: string | null
  totpSecretId: string | null
  totpLastStep: number | null
  recoveryCodes: number
  passkeys: number
  identities: number
}

function withCredentials(row: CredentialRow): PersonWithCredentials {
  const { passwordHash, totpSecretId, totpLastStep, recoveryCodes, passkeys, identities } = row
  return {
    ...personOf(row),
    credentials: {
      ...(passwordHash !== null && { passwordHash }),
      ...(totpSecretId !== null && { totp: { secretId: totpSecretId, lastStep: totpLastStep ?? 0 } }),
      recoveryCodes,
      passkeys,
      identities,
    },
  }
}

/** The first so many whose address or name begins so: each out of an index alone, however many there are. */
function beginsWith(search: string, after: string, limit: number): Sql {
  const [email, name] = [search.toLowerCase(), nameKeyOf(search)]
  const first = sql`email_key > ${after} ORDER BY email_key LIMIT ${limit}`
  return sql`p.email_key IN (
    (SELECT email_key FROM people WHERE email_key >= ${email} AND email_key < ${upTo(email)} AND ${first})
    UNION
    (SELECT email_key FROM people WHERE name_key >= ${name} AND name_key < ${upTo(name)} AND ${first}))`
}

export function peopleReads(db: Db) {
  async function one(which: Sql): Promise<PersonWithCredentials | undefined> {
    const row = await db.first<CredentialRow>(
      sql`SELECT ${PERSON}, p.password_hash, p.totp_secret_id, p.totp_last_step,
          (SELECT count(*) FROM recovery_codes WHERE person_id = p.id) AS recovery_codes,
          (SELECT count(*) FROM passkeys WHERE person_id = p.id) AS passkeys,
          (SELECT count(*) FROM identities WHERE person_id = p.id) AS identities
        FROM people AS p WHERE ${which}`,
    )
    return row && withCredentials(row)
  }
  return {
    async isClaimed(): Promise<boolean> {
      const row = await db.first(sql`SELECT id FROM people WHERE is_instance_admin = 1 LIMIT 1`)
      return row !== undefined
    },
    byId: (id: string) => one(sql`p.id = ${id}`),
    byEmail: (key: string) => one(sql`p.email_key = ${key}`),
    async list({
      after = '',
      limit,
      search,
    }: {
      after?: string
      limit: number
      search?: string
    }): Promise<PageOf<Person>> {
      const rows = await db.all<PersonRow & { emailKey: string }>(
        sql`SELECT ${PERSON}, p.email_key FROM people AS p
          WHERE ${search ? beginsWith(search, after, limit + 1) : sql`p.email_key > ${after}`}
          ORDER BY p.email_key LIMIT ${limit + 1}`,
      )
      const page = rows.slice(0, limit)
      const items = page.map(personOf)
      const last = page.at(-1)
      return rows.length > limit && last ? { items, next: last.emailKey } : { items }
    },
  }
}
