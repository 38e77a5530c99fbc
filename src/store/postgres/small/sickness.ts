import type { SicknessStore } from '../../watching/sickness.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

export function sicknessPart(db: Db): SicknessStore {
  return {
    begin: () =>
      db.first<{ version: number; state: string }>(sql`SELECT version, state FROM sickness WHERE id = 1`),
    settle: (was, state, at, events) =>
      db.write(async (tx) => {
        const time = sql`${at.getTime()}::bigint`
        const kept = await tx.run(
          was === 0
            ? sql`INSERT INTO sickness (id, version, looked_at, state) VALUES (1, 1, ${time}, ${state})
                ON CONFLICT (id) DO NOTHING`
            : sql`UPDATE sickness SET version = version + 1, looked_at = ${time}, state = ${state}
                WHERE id = 1 AND version = ${was}::bigint`,
        )
        if (kept === 0) return 'outdated'
        const told = events.map(({ type, subject, payload }) =>
          tx.run(
            sql`INSERT INTO outbox (type, subject, payload, at)
              VALUES (${type}, ${subject}, ${JSON.stringify(payload)}, ${time})`,
          ),
        )
        await Promise.all(told)
        return 'settled'
      }),
  }
}
