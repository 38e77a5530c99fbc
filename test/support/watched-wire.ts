import { DatabaseSilent } from '../../src/store/postgres/sql/database.ts'
import type { Sql } from '../../src/store/postgres/sql/statement.ts'
import type { Run, Wire } from '../../src/store/postgres/wire/wire.ts'

type When = 'before' | 'after'

export interface WatchedWire extends Wire {
  /** How often something was sent while nothing was on its way, since it was asked last. */
  roundTrips(): number
  /** The next time that a statement like this is sent, no answer comes back: to what was done, or instead of doing it. */
  lose(statement: RegExp, when: When): void
}

/** Connections that count how often the net is waited for, and lose an answer where they are told to. */
export function watchedWire(wire: Wire): WatchedWire {
  let trips = 0
  let lost: { statement: RegExp; when: When } | undefined

  /** When the answer to this is lost; absent: it is not. */
  function losing({ text }: Sql): When | undefined {
    if (!lost?.statement.test(text)) return undefined
    const { when } = lost
    lost = undefined
    return when
  }

  function watched(run: Run): Run {
    let underWay = 0
    return async (statement) => {
      if (underWay === 0) trips += 1
      underWay += 1
      const when = losing(statement)
      try {
        const answer = when === 'before' ? undefined : await run(statement)
        if (when || !answer) throw new DatabaseSilent('The test cut the line.')
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
    lose: (statement, when) => {
      lost = { statement, when }
    },
  }
}
