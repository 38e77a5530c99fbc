import type { LeaseStore } from '../claims.ts'
import type { Db } from './sql/database.ts'
import { sql } from './sql/statement.ts'

export function leasePart(db: Db): LeaseStore {
  return {
    async take(name, holder, leaseMs) {
      const taken = await db.soft.run(
        sql`INSERT INTO leases (name, holder, ends_at) VALUES (${name}, ${holder}, ${db.now()} + ${leaseMs}::bigint)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
          WHERE leases.holder = excluded.holder OR leases.ends_at <= ${db.now()}`,
      )
      return taken === 1
    },
    async release(name, holder) {
      await db.soft.run(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`)
    },
    async releaseOf(host, present = '') {
      await db.soft.run(
        sql`DELETE FROM leases WHERE split_part(holder, '/', 1) = ${host} AND holder <> ${`${host}/${present}`}`,
      )
    },
  }
}
