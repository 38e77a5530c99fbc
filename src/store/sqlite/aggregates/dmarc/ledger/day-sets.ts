import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import { changedSet, holdsAll } from '../number-sets.ts'
import type { Place } from './source-ledger.ts'

interface Coming {
  place: Place
  sources: Set<number>
  reporters: Set<number>
}

type Row = [sources: Uint8Array, reporters: Uint8Array]

/** Which sources and reporters each day has. What comes is gathered: a set is long, and written whole. */
export function createDaySets({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const read = driver
    .prepare<[number, number, number], Row>(
      'SELECT sources, reporters FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?',
    )
    .raw()
  const write = driver.prepare(
    `INSERT INTO dmarc_day_sets (domain, day, authenticated, sources, reporters) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (domain, day, authenticated) DO UPDATE SET sources = excluded.sources, reporters = excluded.reporters`,
  )
  const drop = driver.prepare('DELETE FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?')
  const coming = memory.part<string, Coming>(Number.POSITIVE_INFINITY)
  const kept = ({ domain, day, authenticated }: Place) => read.get(domain, day, authenticated)
  const none = new Uint8Array()

  function comingTo(place: Place): Coming {
    const key = `${place.domain}/${place.day}/${place.authenticated}`
    const known = coming.get(key) ?? { place, sources: new Set<number>(), reporters: new Set<number>() }
    coming.set(key, known)
    return known
  }

  memory.gathers(() => {
    for (const { place, sources, reporters } of coming.values()) {
      const row = kept(place)
      if (row && holdsAll(row[0], sources) && holdsAll(row[1], reporters)) continue
      const [had, hadReporters] = row ?? [none, none]
      const { domain, day, authenticated } = place
      const sets = [changedSet(had, { in: sources }), changedSet(hadReporters, { in: reporters })]
      write.run(domain, day, authenticated, ...sets)
    }
    coming.clear()
  })

  return {
    add(place: Place, sources: Iterable<number>, reporter: number | undefined): void {
      const known = comingTo(place)
      for (const source of sources) known.sources.add(source)
      if (reporter !== undefined) known.reporters.add(reporter)
    },
    /** Of a day that is settled. */
    remove(place: Place, sources: readonly number[], reporter: number | undefined): void {
      const row = kept(place)
      if (!row || (sources.length === 0 && reporter === undefined)) return
      const { domain, day, authenticated } = place
      const left = reporter === undefined ? [] : [reporter]
      const sets = [changedSet(row[0], { out: sources }), changedSet(row[1], { out: left })]
      write.run(domain, day, authenticated, ...sets)
    },
    drop: ({ domain, day, authenticated }: Place) => void drop.run(domain, day, authenticated),
  }
}
