import { keyOf } from '../../keeping/people.ts'
import { present } from '../../keeping/present.ts'
import type { OneTimeLink, OneTimeLinkStore } from '../../sessions.ts'
import { type Db, RolledBack, type Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { holdPerson } from './rules.ts'

interface LinkRow {
  purpose: OneTimeLink['purpose']
  personId: string | null
  email: string | null
  registration: string | null
  createdAt: number
  expiresAt: number
}

const LINK = plain('purpose, person_id, email, registration, created_at, expires_at')

function linkOf({ registration, createdAt, expiresAt, ...row }: LinkRow): OneTimeLink {
  return {
    ...present(row),
    ...(registration !== null && { registration: JSON.parse(registration) }),
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }
}

/** Resets and changes of address alike: who has one of them asked for could take the person over by it. */
export async function endLinks(tx: Tx, personId: string): Promise<void> {
  await tx.run(sql`DELETE FROM one_time_links WHERE person_id = ${personId}`)
}

/** Takes the link that goes with a write, which is undone where the link is there no more. Gives the address that it was mailed to. */
export async function takeLink(tx: Tx, link: Uint8Array | undefined): Promise<{ mailedTo?: string }> {
  if (!link) return {}
  const taken = await tx.first<{ emailKey: string | null }>(
    sql`DELETE FROM one_time_links WHERE token_hash = ${link}::bytea RETURNING email_key`,
  )
  if (!taken) throw new RolledBack('unknown_link')
  return taken.emailKey === null ? {} : { mailedTo: taken.emailKey }
}

const ofPerson = (purpose: string, personId: string): Sql =>
  sql`person_id = ${personId} AND purpose = ${purpose}`

/** Of nobody who exists: of an address, or of none. */
const ofEmail = (purpose: string, key: string | null): Sql =>
  sql`${key === null ? sql`email_key IS NULL` : sql`email_key = ${key}`} AND purpose = ${purpose} AND person_id IS NULL`

export function linkPart(db: Db): OneTimeLinkStore {
  return {
    put: (tokenHash, link, keep) => put(db, tokenHash, link, keep),
    async byHash(tokenHash) {
      const row = await db.first<LinkRow>(
        sql`SELECT ${LINK} FROM one_time_links WHERE token_hash = ${tokenHash}::bytea`,
      )
      return row && linkOf(row)
    },
    async take(tokenHash) {
      const row = await db.first<LinkRow>(
        sql`DELETE FROM one_time_links WHERE token_hash = ${tokenHash}::bytea RETURNING ${LINK}`,
      )
      return row && linkOf(row)
    },
    async deleteOf(purpose, personId) {
      const which = personId === undefined ? ofEmail(purpose, null) : ofPerson(purpose, personId)
      await db.run(sql`DELETE FROM one_time_links WHERE ${which}`)
    },
    deleteExpired: (now, limit) =>
      db.run(sql`DELETE FROM one_time_links WHERE token_hash = ANY (ARRAY(
        SELECT token_hash FROM one_time_links WHERE expires_at <= ${now.getTime()}::bigint ORDER BY expires_at LIMIT ${limit}))`),
  }
}

/** Of several at once the last stays alone, or beside as many as are kept: whom, or which address, they are for is held. */
function put(db: Db, tokenHash: Uint8Array, link: OneTimeLink, keep = 0): Promise<void> {
  const { purpose, personId, email, registration, createdAt, expiresAt } = link
  const key = email === undefined ? null : keyOf(email)
  const earlier = personId === undefined ? ofEmail(purpose, key) : ofPerson(purpose, personId)
  return db.write(
    async (tx) => {
      if (personId !== undefined) await holdPerson(tx, personId)
      await tx.run(
        sql`DELETE FROM one_time_links WHERE ${earlier} AND token_hash <> ALL (ARRAY(
          SELECT token_hash FROM one_time_links WHERE ${earlier} ORDER BY created_at DESC LIMIT ${keep}))`,
      )
      await tx.run(
        sql`INSERT INTO one_time_links (token_hash, purpose, person_id, email, email_key, registration, created_at, expires_at)
          VALUES (${tokenHash}::bytea, ${purpose}, ${personId ?? null}, ${email ?? null}, ${key},
            ${registration === undefined ? null : JSON.stringify(registration)}, ${createdAt.getTime()}::bigint,
            ${expiresAt.getTime()}::bigint)`,
      )
    },
    personId === undefined ? { lock: ['people', `${purpose} ${key ?? ''}`] } : {},
  )
}
