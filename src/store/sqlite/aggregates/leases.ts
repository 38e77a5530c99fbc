import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connection.ts'
import { leases } from '../schema.ts'
import { hostRange, ofHost } from './queue/rows.ts'

export function leaseWrites(queries: Queries) {
  return {
    take(name: string, holder: string, leaseMs: number, now: Date): boolean {
      const endsAt = new Date(now.getTime() + leaseMs)
      const { changes } = queries
        .insert(leases)
        .values({ name, holder, endsAt })
        .onConflictDoUpdate({
          target: leases.name,
          set: { holder, endsAt },
          setWhere: sql`${leases.holder} = ${holder} or ${leases.endsAt} <= ${now.getTime()}`,
        })
        .run()
      return changes === 1
    },
    release(name: string, holder: string): void {
      queries
        .delete(leases)
        .where(and(eq(leases.name, name), eq(leases.holder, holder)))
        .run()
    },
    releaseOf(host: string, present: string): void {
      const isEarlier = sql`${leases.holder} <> ${sql.placeholder('present')}`
      queries
        .delete(leases)
        .where(and(ofHost(leases.holder), isEarlier))
        .prepare()
        .run({ ...hostRange(host), present: `${host}/${present}` })
    },
  }
}
