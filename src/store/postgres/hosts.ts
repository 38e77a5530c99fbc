import type { Host, HostStart, HostStore } from '../hosts/hosts.ts'
import { isOlder } from '../keeping/versions.ts'
import type { Db } from './sql/database.ts'
import { type Sql, sql } from './sql/statement.ts'

/** Hosts say that they are there every ten seconds. */
const ALIVE_MS = 30_000

export function hostPart(db: Db): HostStore {
  async function leave({ name, start }: Pick<HostStart, 'name' | 'start'>): Promise<void> {
    await db.run(sql`DELETE FROM hosts WHERE name = ${name} AND start = ${start}`)
  }

  async function hosts(which: Sql): Promise<Host[]> {
    const rows = await db.all<HostRow>(
      sql`SELECT name, program, started_at, seen_at, key_ids FROM hosts WHERE ${which} ORDER BY name`,
    )
    return rows.map(hostOf)
  }

  return {
    async enter({ name, start, program, keyIds = [] }) {
      const inUse = await db.first<{ keyId: string }>(sql`SELECT key_id FROM sealing_key LIMIT 1`)
      if (inUse && !keyIds.includes(inUse.keyId)) return 'other_key'
      const entered = await db.run(
        sql`INSERT INTO hosts (name, start, program, started_at, seen_at, key_ids)
          VALUES (${name}, ${start}, ${program}, ${db.now()}, ${db.now()}, ${[...keyIds]}::text[])
          ON CONFLICT (name) DO UPDATE SET start = excluded.start, program = excluded.program, started_at = excluded.started_at,
            seen_at = excluded.seen_at, key_ids = excluded.key_ids
          WHERE hosts.start = excluded.start OR hosts.seen_at <= ${db.now()} - ${ALIVE_MS}::int8`,
      )
      if (entered !== 1) return 'taken'
      // Asked once the row is there: whoever takes away what older programs need either sees it, or has said so by now.
      const form = await db.first<{ oldestProgram: string }>(
        sql`SELECT oldest_program FROM mailgauge WHERE id = 1`,
      )
      if (!form || !isOlder(program, form.oldestProgram)) return 'entered'
      await leave({ name, start })
      return 'too_old'
    },
    async alive({ name, start, program, keyIds = [] }) {
      const row = await db.first<{ oldestProgram: string; isThere: boolean }>(
        sql`WITH there AS (UPDATE hosts SET seen_at = ${db.now()}, key_ids = ${[...keyIds]}::text[] WHERE name = ${name} AND start = ${start} RETURNING 1)
          SELECT oldest_program, EXISTS (SELECT 1 FROM there) AS is_there FROM mailgauge WHERE id = 1`,
      )
      if (row && isOlder(program, row.oldestProgram)) return 'too_old'
      return row?.isThere ? 'alive' : 'taken'
    },
    leave,
    list: () => hosts(sql`seen_at > ${db.now()} - ${ALIVE_MS}::int8`),
    missing: () => hosts(sql`seen_at <= ${db.now()} - ${ALIVE_MS}::int8`),
    async forget(name) {
      await db.run(sql`DELETE FROM hosts WHERE name = ${name} AND seen_at <= ${db.now()} - ${ALIVE_MS}::int8`)
    },
  }
}

interface HostRow {
  name: string
  program: string
  startedAt: number
  seenAt: number
  keyIds: string[] | null
}

const hostOf = ({ name, program, startedAt, seenAt, keyIds }: HostRow): Host => ({
  name,
  program,
  startedAt: new Date(startedAt),
  seenAt: new Date(seenAt),
  ...(keyIds && { keyIds }),
})
