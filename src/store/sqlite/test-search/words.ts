import { matchOf } from '../../keeping/terms.ts'
import type { Connection } from '../connection.ts'
import type { Part } from './bounds.ts'
import type { Filter } from './filters.ts'
import { type Places, pageOf, statements } from './places.ts'

/** Tests that are looked at for one page, more of them for each word: its matches are read. */
const COST_OF_PAGE = 50_000
/** What a part costs by itself, in tests that are looked at. */
const COST_OF_PART = 200
/** Of a part, that pass all but the words: past it the words lead. */
const FEW = 1_000

/** What is asked of the index of words, the rarest first. */
interface Asked {
  accountId: string
  terms: readonly string[]
}

/** Tests of a part, and the cost of finding them. */
interface Found {
  found: number[]
  cost: number
}

const NOTHING: Found = { found: [], cost: COST_OF_PART }

const costOf = ({ terms }: Asked, { tests }: Part) => COST_OF_PART + tests * (1 + terms.length / 2)

/** Words are asked for once: a question for each place would read them as often. */
const AMONG_FEW = `SELECT rowid FROM test_terms WHERE test_terms MATCH ?
  AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC`

const led = (sql: string) => `SELECT seq FROM test_terms CROSS JOIN mail_tests ON seq = test_terms.rowid
  WHERE test_terms MATCH ? AND test_terms.rowid BETWEEN ? AND ? AND ${sql} ORDER BY test_terms.rowid DESC LIMIT ?`

const passing = ({ index, sql }: Filter) =>
  `SELECT seq FROM mail_tests INDEXED BY ${index} WHERE ${sql} AND seq BETWEEN ? AND ? LIMIT ${FEW + 1}`

/** Finds tests by the index of words, part by part. */
export function wordSearch({ driver }: Pick<Connection, 'driver'>) {
  const prepared = statements(driver)

  /** All others, or the filter, would be read to find that there is none of the rarest. */
  function holdsRarest({ accountId, terms }: Asked, { part }: Part): boolean {
    const match = matchOf(accountId, part, terms.slice(0, 1))
    return prepared('SELECT rowid FROM test_terms WHERE test_terms MATCH ? LIMIT 1').all(match).length > 0
  }

  function byWordsAlone(asked: Asked, { sql, values }: Filter, part: Part, most: number): Found {
    const isOne = asked.terms.length === 1
    if (!isOne && !holdsRarest(asked, part)) return NOTHING
    const match = matchOf(asked.accountId, part.part, asked.terms)
    const found = prepared(led(sql)).all(match, part.from, part.to, ...values, most)
    return { found, cost: isOne ? COST_OF_PART + found.length : costOf(asked, part) }
  }

  function byBoth(asked: Asked, filter: Filter, part: Part, most: number): Found {
    const { from, to, tests } = part
    const { sql, values } = filter
    const some = prepared(passing(filter)).all(...values, from, to)
    if (some.length === 0) return { found: [], cost: COST_OF_PART + tests / 4 }
    const areFew = some.length <= FEW
    if ((!areFew || asked.terms.length > 1) && !holdsRarest(asked, part)) return NOTHING
    const match = matchOf(asked.accountId, part.part, asked.terms)
    const found = areFew
      ? prepared(AMONG_FEW).all(match, JSON.stringify(some))
      : prepared(led(sql)).all(match, from, to, ...values, most)
    return { found, cost: costOf(asked, part) }
  }

  return (asked: Asked, filter: Filter, parts: readonly Part[], limit: number): Places => {
    const search = filter.narrows ? byBoth : byWordsAlone
    const found: number[] = []
    let cost = 0
    for (const [index, part] of parts.entries()) {
      const some = search(asked, filter, part, limit + 1 - found.length)
      found.push(...some.found)
      cost += some.cost
      if (found.length > limit || cost >= COST_OF_PAGE) {
        return pageOf(found, limit, index < parts.length - 1 ? part.from : undefined)
      }
    }
    return pageOf(found, limit, undefined)
  }
}
