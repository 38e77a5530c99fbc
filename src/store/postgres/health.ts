import type { StoreTrouble } from '../store.ts'
import type { Db } from './sql/database.ts'
import { sql } from './sql/statement.ts'
import { isWantOfSpace } from './wire/failures.ts'
import type { Wire } from './wire/wire.ts'

/** How long a size is told again: asking looks at every file of the database. */
const SIZE_MS = 2000

/** How large the database is and what stands against storing in it. */
export function healthPart(db: Db, wire: Wire) {
  let size: { bytes: number; at: number } | undefined
  return {
    async bytes(): Promise<number> {
      if (size && performance.now() - size.at < SIZE_MS) return size.bytes
      const row = await db.first<{ bytes: number }>(sql`SELECT pg_database_size(current_database()) AS bytes`)
      size = { bytes: row?.bytes ?? 0, at: performance.now() }
      return size.bytes
    },
    async trouble(): Promise<StoreTrouble | undefined> {
      const seen = wire.trouble()
      if (seen || !wire.wasFull()) return seen
      if (!(await takesPages(db))) return 'full'
      wire.hasRoom()
      return undefined
    },
    async answers(): Promise<void> {
      await db.run(sql`SELECT 1`)
    },
  }
}

/** Whether the disk has room again: pages of a table that goes with the transaction. */
async function takesPages(db: Db): Promise<boolean> {
  try {
    await db.write((tx) =>
      tx.run(sql`CREATE TEMPORARY TABLE mailgauge_room ON COMMIT DROP AS
        SELECT repeat('x', 1000) AS page FROM generate_series(1, 200)`),
    )
    return true
  } catch (cause) {
    if (isWantOfSpace(cause)) return false
    throw cause
  }
}
