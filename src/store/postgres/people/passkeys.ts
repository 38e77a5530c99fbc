import type { Passkey } from '../../../core/access/person.ts'
import { present } from '../../keeping/present.ts'
import type { PasskeyStore } from '../../people.ts'
import { type Db, RolledBack } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { record } from './recording.ts'
import { instantOf, timeOf } from './rows.ts'
import { holdPerson, waysIn } from './rules.ts'

interface PasskeyRow {
  id: string
  personId: string
  name: string
  publicKey: Uint8Array
  counter: number
  transports: string
  backedUp: number
  createdAt: number
  lastUsedAt: number | null
}

const PASSKEY = plain(
  'id, person_id, name, public_key, counter, transports, backed_up, created_at, last_used_at',
)

function passkeyOf({ transports, backedUp, createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return present({
    ...row,
    transports: JSON.parse(transports) as string[],
    backedUp: backedUp === 1,
    createdAt: new Date(createdAt),
    lastUsedAt: instantOf(lastUsedAt),
  })
}

export function passkeyPart(db: Db): PasskeyStore {
  return { ...reads(db), ...writes(db) }
}

function reads(db: Db): Pick<PasskeyStore, 'byId' | 'of'> {
  return {
    async byId(id) {
      const row = await db.first<PasskeyRow>(sql`SELECT ${PASSKEY} FROM passkeys WHERE id = ${id}`)
      return row && passkeyOf(row)
    },
    async of(personId) {
      const rows = await db.all<PasskeyRow>(
        sql`SELECT ${PASSKEY} FROM passkeys WHERE person_id = ${personId} ORDER BY created_at, id`,
      )
      return rows.map(passkeyOf)
    },
  }
}

function writes(db: Db): Omit<PasskeyStore, 'byId' | 'of'> {
  return {
    add: ({ id, personId, name, publicKey, counter, transports, backedUp, createdAt, lastUsedAt }, entry) =>
      db.write(async (tx) => {
        const made = await tx.run(
          sql`INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, backed_up, created_at, last_used_at)
            VALUES (${id}, ${personId}, ${name}, ${publicKey}::bytea, ${counter}::bigint, ${JSON.stringify(transports)},
              ${backedUp ? 1 : 0}::smallint, ${createdAt.getTime()}::bigint, ${timeOf(lastUsedAt)}::bigint)
            ON CONFLICT (id) DO NOTHING`,
        )
        if (made === 0) return 'known'
        await record(tx, entry)
        return 'added'
      }),
    async use(id, counter, at) {
      const used = await db.run(
        sql`UPDATE passkeys SET counter = ${counter}::bigint, last_used_at = ${at.getTime()}::bigint
          WHERE id = ${id} AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`,
      )
      if (used === 1) return 'used'
      const known = await db.first(sql`SELECT id FROM passkeys WHERE id = ${id}`)
      return known ? 'went_back' : 'unknown_passkey'
    },
    async rename(id, personId, name) {
      const renamed = await db.run(
        sql`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND person_id = ${personId}`,
      )
      return renamed === 1
    },
    remove: (id, personId, entry) =>
      db.write(async (tx) => {
        await holdPerson(tx, personId)
        const removed = await tx.run(sql`DELETE FROM passkeys WHERE id = ${id} AND person_id = ${personId}`)
        if (removed === 0) return 'unknown_passkey'
        if ((await waysIn(tx, personId)) === 0) throw new RolledBack('last_way_in')
        await record(tx, entry)
        return 'removed'
      }),
  }
}
