import type { Identity } from '../../../core/access/person.ts'
import { present } from '../../keeping/present.ts'
import type { IdentityStore } from '../../people.ts'
import { type Db, RolledBack } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { insertIdentity } from './making.ts'
import { record } from './recording.ts'
import { instantOf } from './rows.ts'
import { holdPerson, waysIn } from './rules.ts'

interface IdentityRow {
  issuer: string
  subject: string
  personId: string
  createdAt: number
  lastUsedAt: number | null
}

const IDENTITY = plain('issuer, subject, person_id, created_at, last_used_at')

const identityOf = ({ createdAt, lastUsedAt, ...row }: IdentityRow): Identity =>
  present({ ...row, createdAt: new Date(createdAt), lastUsedAt: instantOf(lastUsedAt) })

const which = (issuer: string, subject: string): Sql => sql`issuer = ${issuer} AND subject = ${subject}`

export function identityPart(db: Db): IdentityStore {
  return {
    link: (identity, entry) =>
      db.write(async (tx) => {
        if (await insertIdentity(tx, identity)) {
          await record(tx, entry)
          return 'linked'
        }
        const kept = await tx.first<{ personId: string }>(
          sql`SELECT person_id FROM identities WHERE ${which(identity.issuer, identity.subject)}`,
        )
        return kept?.personId === identity.personId ? 'linked' : 'linked_to_another'
      }),
    async bySubject(issuer, subject) {
      const row = await db.first<IdentityRow>(
        sql`SELECT ${IDENTITY} FROM identities WHERE ${which(issuer, subject)}`,
      )
      return row && identityOf(row)
    },
    async of(personId) {
      const rows = await db.all<IdentityRow>(
        sql`SELECT ${IDENTITY} FROM identities WHERE person_id = ${personId} ORDER BY created_at, issuer, subject`,
      )
      return rows.map(identityOf)
    },
    async touch(issuer, subject, at) {
      await db.soft.run(
        sql`UPDATE identities SET last_used_at = ${at.getTime()}::bigint WHERE ${which(issuer, subject)}`,
      )
    },
    unlink: (issuer, subject, personId, entry) =>
      db.write(async (tx) => {
        await holdPerson(tx, personId)
        const unlinked = await tx.run(
          sql`DELETE FROM identities WHERE ${which(issuer, subject)} AND person_id = ${personId}`,
        )
        if (unlinked === 0) return 'unknown_identity'
        if ((await waysIn(tx, personId)) === 0) throw new RolledBack('last_way_in')
        await record(tx, entry)
        return 'unlinked'
      }),
  }
}
