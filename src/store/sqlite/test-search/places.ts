import type { Connection } from '../connection.ts'
import type { Value } from './filters.ts'

/** Places of tests that were found, and where it goes on. */
export interface Places {
  places: number[]
  next?: number | undefined
}

/** One more was asked for than the page holds: where it is there, the page goes on behind the last one that it holds. */
export function pageOf(found: readonly number[], limit: number, from: number | undefined): Places {
  const places = found.slice(0, limit)
  return { places, next: found.length > limit ? places.at(-1) : from }
}

/** Statements that give one number for each row, prepared once: there are as many as there are combinations of filters. */
export function statements(driver: Connection['driver']) {
  const known = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (sql: string) => driver.prepare<Value[], number>(sql).pluck()
  return (sql: string) => {
    const one = known.get(sql) ?? prepare(sql)
    known.set(sql, one)
    return one
  }
}
