import { present } from '../../keeping/present.ts'
import type { Ceremony, CeremonyStore } from '../../sessions.ts'
import type { Db } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'

interface CeremonyRow {
  kind: Ceremony['kind']
  personId: string | null
  sessionId: string | null
  data: string
  expiresAt: number
}

const CEREMONY = plain('kind, person_id, session_id, data, expires_at')

const ceremonyOf = ({ data, expiresAt, ...row }: CeremonyRow): Ceremony => ({
  ...present(row),
  data: JSON.parse(data),
  expiresAt: new Date(expiresAt),
})

export function ceremonyPart(db: Db): CeremonyStore {
  return {
    async put(idHash, { kind, personId, sessionId, data, expiresAt }) {
      await db.run(
        sql`INSERT INTO ceremonies (id_hash, kind, person_id, session_id, data, expires_at)
          VALUES (${idHash}::bytea, ${kind}, ${personId ?? null}, ${sessionId ?? null}, ${JSON.stringify(data)},
            ${expiresAt.getTime()}::bigint)`,
      )
    },
    async byHash(idHash) {
      const row = await db.first<CeremonyRow>(
        sql`SELECT ${CEREMONY} FROM ceremonies WHERE id_hash = ${idHash}::bytea`,
      )
      return row && ceremonyOf(row)
    },
    async take(idHash) {
      const row = await db.first<CeremonyRow>(
        sql`DELETE FROM ceremonies WHERE id_hash = ${idHash}::bytea RETURNING ${CEREMONY}`,
      )
      return row && ceremonyOf(row)
    },
    deleteExpired: (now, limit) =>
      db.run(sql`DELETE FROM ceremonies WHERE id_hash = ANY (ARRAY(
        SELECT id_hash FROM ceremonies WHERE expires_at <= ${now.getTime()}::bigint ORDER BY expires_at LIMIT ${limit}))`),
  }
}
