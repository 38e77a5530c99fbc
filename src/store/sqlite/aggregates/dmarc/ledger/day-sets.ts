import type { Connection } from '../../../connection.ts'
import { changedSet, holdsAll } from '../number-sets.ts'

interface Change {
  in: readonly number[]
  out: readonly number[]
}

/** Which sources and reporters each day has. */
export function createDaySets({ driver }: Pick<Connection, 'driver'>) {
  const read = driver
    .prepare<[number, number, number], [Uint8Array, Uint8Array]>(
      'SELECT sources, reporters FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?',
    )
    .raw()
  const write = driver.prepare(
    `INSERT INTO dmarc_day_sets (domain, day, authenticated, sources, reporters) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (domain, day, authenticated) DO UPDATE SET sources = excluded.sources, reporters = excluded.reporters`,
  )
  const drop = driver.prepare('DELETE FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?')
  const none = new Uint8Array()
  const isSame = (set: Uint8Array, change: Change) => change.out.length === 0 && holdsAll(set, change.in)
  return {
    change(
      { domain, day, authenticated }: { domain: number; day: number; authenticated: number },
      changes: { sources: Change; reporters: Change },
      isEmpty: boolean,
    ): void {
      if (isEmpty) {
        drop.run(domain, day, authenticated)
        return
      }
      const row = read.get(domain, day, authenticated)
      const [sources, reporters] = row ?? [none, none]
      if (row && isSame(sources, changes.sources) && isSame(reporters, changes.reporters)) return
      const values = [changedSet(sources, changes.sources), changedSet(reporters, changes.reporters)]
      write.run(domain, day, authenticated, ...values)
    },
  }
}
