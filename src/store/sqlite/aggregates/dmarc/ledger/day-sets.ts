import type { Connection } from '../../../connection.ts'
import type { Memory } from '../memory.ts'
import { changedSet, holdsAll } from '../number-sets.ts'
import type { Place } from './source-ledger.ts'

/** `sent`: names of reporters that reports with a sender have. */
const KINDS = ['sources', 'reporters', 'senders', 'sent'] as const
type Kind = (typeof KINDS)[number]

/** Numbers that are to be in the sets of a day, or to leave them. */
export type Members = { readonly [kind in Kind]?: Iterable<number> }

interface Coming {
  place: Place
  sets: Record<Kind, Set<number>>
}

/** Which sources, reporters and senders each day has. What comes is gathered: a set is long, and written whole. */
export function createDaySets({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const read = driver
    .prepare<[number, number, number], Uint8Array[]>(
      `SELECT ${KINDS.join(', ')} FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?`,
    )
    .raw()
  const write = driver.prepare(
    `INSERT INTO dmarc_day_sets (domain, day, authenticated, ${KINDS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (domain, day, authenticated) DO UPDATE SET ${KINDS.map((kind) => `${kind} = excluded.${kind}`).join(', ')}`,
  )
  const drop = driver.prepare('DELETE FROM dmarc_day_sets WHERE domain = ? AND day = ? AND authenticated = ?')
  const coming = memory.part<string, Coming>(Number.POSITIVE_INFINITY)
  const kept = ({ domain, day, authenticated }: Place) => read.get(domain, day, authenticated)
  const none = new Uint8Array()

  function comingTo(place: Place): Coming {
    const key = `${place.domain}/${place.day}/${place.authenticated}`
    const empty = () => new Set<number>()
    const known = coming.get(key) ?? {
      place,
      sets: { sources: empty(), reporters: empty(), senders: empty(), sent: empty() },
    }
    coming.set(key, known)
    return known
  }

  memory.gathers(() => {
    for (const { place, sets } of coming.values()) {
      const row = kept(place)
      if (row && KINDS.every((kind, at) => holdsAll(row[at] ?? none, sets[kind]))) continue
      const { domain, day, authenticated } = place
      const changed = KINDS.map((kind, at) => changedSet(row?.[at] ?? none, { in: sets[kind] }))
      write.run(domain, day, authenticated, ...changed)
    }
    coming.clear()
  })

  return {
    add(place: Place, members: Members): void {
      const { sets } = comingTo(place)
      for (const kind of KINDS) for (const number of members[kind] ?? []) sets[kind].add(number)
    },
    /** Of a day that is settled. */
    remove(place: Place, members: { readonly [kind in Kind]?: readonly number[] }): void {
      const row = kept(place)
      if (!row || KINDS.every((kind) => !members[kind]?.length)) return
      const { domain, day, authenticated } = place
      const changed = KINDS.map((kind, at) => changedSet(row[at] ?? none, { out: members[kind] ?? [] }))
      write.run(domain, day, authenticated, ...changed)
    },
    drop: ({ domain, day, authenticated }: Place) => void drop.run(domain, day, authenticated),
  }
}
