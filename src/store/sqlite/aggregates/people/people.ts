import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Person } from '../../../../core/access/person.ts'
import { nameKeyOf, upTo } from '../../../keeping/people.ts'
import type { PageOf, PersonWithCredentials } from '../../../people.ts'
import type { Queries } from '../../connection.ts'
import { identities, passkeys, people, recoveryCodes } from '../../schema/people.ts'
import { PERSON, personOf } from './rows.ts'
import { isClaimed } from './rules.ts'

const WITH_CREDENTIALS = {
  ...PERSON,
  passwordHash: people.passwordHash,
  totpSecretId: people.totpSecretId,
  totpLastStep: people.totpLastStep,
  recoveryCodes: sql<number>`(select count(*) from ${recoveryCodes} where ${recoveryCodes.personId} = people.id)`,
  passkeys: sql<number>`(select count(*) from ${passkeys} where ${passkeys.personId} = people.id)`,
  identities: sql<number>`(select count(*) from ${identities} where ${identities.personId} = people.id)`,
}

type CredentialRow = Parameters<typeof personOf>[0] & {
  passwordHash: string | null
  totpSecretId: string | null
  totpLastStep: number | null
  recoveryCodes: number
  passkeys: number
  identities: number
}

function withCredentials(row: CredentialRow): PersonWithCredentials {
  const { passwordHash, totpSecretId, totpLastStep, recoveryCodes, passkeys, identities, ...person } = row
  return {
    ...personOf(person),
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
function beginsWith(search: string, after: string, limit: number) {
  const [email, name] = [search.toLowerCase(), nameKeyOf(search)]
  const first = sql`email_key > ${after} order by email_key limit ${limit}`
  return sql`${people.emailKey} in (
    select * from (select email_key from people where email_key >= ${email} and email_key < ${upTo(email)} and ${first})
    union
    select * from (select email_key from people where name_key >= ${name} and name_key < ${upTo(name)} and ${first}))`
}

export function peopleReads(queries: Queries) {
  const byId = queries
    .select(WITH_CREDENTIALS)
    .from(people)
    .where(eq(people.id, sql.placeholder('id')))
    .prepare()
  const byEmail = queries
    .select(WITH_CREDENTIALS)
    .from(people)
    .where(eq(people.emailKey, sql.placeholder('key')))
    .prepare()
  return {
    isClaimed: (): boolean => isClaimed(queries),
    byId(id: string): PersonWithCredentials | undefined {
      const row = byId.get({ id })
      return row && withCredentials(row)
    },
    byEmail(key: string): PersonWithCredentials | undefined {
      const row = byEmail.get({ key })
      return row && withCredentials(row)
    },
    list({ after = '', limit, search }: { after?: string; limit: number; search?: string }): PageOf<Person> {
      const rows = queries
        .select({ ...PERSON, emailKey: people.emailKey })
        .from(people)
        .where(search ? beginsWith(search, after, limit + 1) : gt(people.emailKey, after))
        .orderBy(asc(people.emailKey))
        .limit(limit + 1)
        .all()
      const page = rows.slice(0, limit)
      const items = page.map(({ emailKey: _key, ...row }) => personOf(row))
      const last = page.at(-1)
      return rows.length > limit && last ? { items, next: last.emailKey } : { items }
    },
  }
}
