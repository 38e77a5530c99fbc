import { DatabaseSilent } from '../../src/store/postgres/sql/database.ts'
import type { Run, Wire } from '../../src/store/postgres/wire/wire.ts'

export interface WatchedWire extends Wire {
  /** How often something was sent while nothing was on its way, since it was asked last. */
  roundTrips(): number
  /** The next time that a statement with these words is sent, no answer comes back: to what was done, or instead of doing it. */
  lose(words: string, when: 'before' | 'after'): void
}

/** Connections that count how often the net is waited for, and lose an answer where they are told to. */
export function watchedWire(wire: Wire): WatchedWire {
  let trips = 0
  let lost: { words: string; when: 'before' | 'after' } | undefined

  function watched(run: Run): Run {
    let underWay = 0
    return async (statement) => {
      if (underWay === 0) trips += 1
      underWay += 1
      const losing = lost && statement.text.includes(lost.words) ? lost.when : undefined
      if (losing) lost = undefined
      try {
        if (losing === 'before') throw new DatabaseSilent('The test cut the line.')
        const answer = await run(statement)
        if (losing === 'after') throw new DatabaseSilent('The test cut the line.')
        return answer
      } finally {
        underWay -= 1
      }
    }
  }

  return {
    ...wire,
    use: (pool, work, limitMs) => wire.use(pool, (run) => work(watched(run)), limitMs),
    roundTrips() {
      const seen = trips
      trips = 0
      return seen
    },
    lose: (words, when) => {
      lost = { words, when }
    },
  }
}
