import { createHash } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import type { Memory } from './memory.ts'

/** What many rows share stands once, under a number. What no row uses any more goes with the last that did: uses are counted while
 * something is written, and written at its end. */
export interface Interned {
  text(text: string): number
  results(json: string): number
  ip(ip: string): number
  /** Counts uses of numbers: more, or fewer. */
  useTexts(numbers: Iterable<number | null>, by: 1 | -1): void
  useResults(numbers: Iterable<number>, by: 1 | -1): void
  useIp(number: number, by: 1 | -1): void
}

/** Of each kind; results are longer. */
const REMEMBERED = { texts: 20_000, results: 20_000, ips: 100_000 }
/** What is longer is looked up, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 1_000

interface Kind {
  find(key: string | Uint8Array): number | undefined
  insert(key: string | Uint8Array, value: string): number
  use(by: number, no: number): void
  /** Gives what went, where nothing uses it. */
  drop(no: number): string | undefined
}

function kindOf({ driver }: Pick<Connection, 'driver'>, table: string, key: string, value: string): Kind {
  const find = driver
    .prepare<[string | Uint8Array], [number]>(`SELECT no FROM ${table} WHERE ${key} = ?`)
    .raw()
  const columns = key === value ? key : `${key}, ${value}`
  const insert = driver.prepare(
    `INSERT INTO ${table} (${columns}, uses) VALUES (${key === value ? '?' : '?, ?'}, 1)`,
  )
  const use = driver.prepare<[number, number]>(`UPDATE ${table} SET uses = uses + ? WHERE no = ?`)
  const drop = driver
    .prepare<[number], [string]>(`DELETE FROM ${table} WHERE no = ? AND uses = 0 RETURNING ${value}`)
    .raw()
  return {
    find: (wanted) => find.get(wanted)?.[0],
    insert: (wanted, text) =>
      Number((key === value ? insert.run(wanted) : insert.run(wanted, text)).lastInsertRowid),
    use: (by, no) => use.run(by, no),
    drop: (no) => drop.get(no)?.[0],
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)

export function createInterned(connection: Pick<Connection, 'driver'>, memory: Memory): Interned {
  const texts = shared(kindOf(connection, 'dmarc_texts', 'text', 'text'), memory, REMEMBERED.texts)
  const results = shared(
    kindOf(connection, 'dmarc_results', 'hash', 'results'),
    memory,
    REMEMBERED.results,
    hashOf,
  )
  const ips = shared(kindOf(connection, 'dmarc_ips', 'ip', 'ip'), memory, REMEMBERED.ips)
  return {
    text: texts.number,
    results: results.number,
    ip: ips.number,
    useTexts(numbers, by) {
      for (const no of numbers) if (no !== null) texts.use(no, by)
    },
    useResults(numbers, by) {
      for (const no of numbers) results.use(no, by)
    },
    useIp: ips.use,
  }
}

function shared(
  kind: Kind,
  memory: Memory,
  remembered: number,
  keyOf: (value: string) => string | Uint8Array = (value) => value,
) {
  const numbers = memory.part<string, number>(remembered)
  const uses = memory.part<number, number>(Number.POSITIVE_INFINITY)

  function use(no: number, by: 1 | -1): void {
    uses.set(no, (uses.get(no) ?? 0) + by)
  }

  /** Its first use is written with it. */
  function inserted(key: string | Uint8Array, value: string): number {
    const no = kind.insert(key, value)
    use(no, -1)
    return no
  }

  memory.atEnd(() => {
    for (const [no, by] of uses) {
      if (by !== 0) kind.use(by, no)
      const gone = by < 0 ? kind.drop(no) : undefined
      if (gone !== undefined) numbers.delete(gone)
    }
    uses.clear()
  })
  return {
    number(value: string): number {
      const known = numbers.get(value)
      if (known !== undefined) return known
      const key = keyOf(value)
      const no = kind.find(key) ?? inserted(key, value)
      if (value.length <= LONGEST_REMEMBERED) numbers.set(value, no)
      return no
    },
    use,
  }
}
