import { createHash } from 'node:crypto'
import { type PackedIp, packIp, unpackIp } from '../../../../core/aggregate/piece.ts'
import type { Connection } from '../../connection.ts'
import type { Memory } from './memory.ts'

/** What many rows share stands once, under a number. Uses are counted while something is written, and written at its end. What nothing uses any
 * more goes as soon as all records are counted, for until then something may be in use that nothing counts for. */
export interface Interned {
  text(text: string): number
  results(json: string): number
  ip(ip: PackedIp): number
  /** Counts uses of numbers: more, or fewer. */
  useText(number: number, by: 1 | -1): void
  useResults(number: number, by: 1 | -1): void
  useIp(number: number, by: 1 | -1): void
  /** Has something done when texts or results went: their numbers are given again. */
  whenSwept(work: () => void): void
}

/** Of each kind; results are longer. */
const REMEMBERED = { texts: 20_000, results: 20_000, ips: 100_000 }
/** What is longer is looked up, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 1_000

/** Of each kind, in one write. */
const SWEPT_AT_ONCE = 300

interface Kind {
  find(key: string | Uint8Array): number | undefined
  insert(key: string | Uint8Array, value: string): number
  use(by: number, no: number): void
  /** Gives what went of that which nothing uses. */
  sweep(): string[]
}

function kindOf({ driver }: Pick<Connection, 'driver'>, table: string, key: string, value: string): Kind {
  const find = driver
    .prepare<[string | Uint8Array], [number]>(`SELECT no FROM ${table} WHERE ${key} = ?`)
    .raw()
  const columns = key === value ? key : `${key}, ${value}`
  const insert = driver.prepare(
    `INSERT INTO ${table} (${columns}, uses) VALUES (${key === value ? '?' : '?, ?'}, 0)`,
  )
  const use = driver.prepare<[number, number]>(`UPDATE ${table} SET uses = uses + ? WHERE no = ?`)
  const sweep = driver
    .prepare<[number], [string]>(
      `DELETE FROM ${table} WHERE no IN (SELECT no FROM ${table} WHERE uses = 0 LIMIT ?) RETURNING ${value}`,
    )
    .raw()
  return {
    find: (wanted) => find.get(wanted)?.[0],
    insert: (wanted, text) =>
      Number((key === value ? insert.run(wanted) : insert.run(wanted, text)).lastInsertRowid),
    use: (by, no) => use.run(by, no),
    sweep: () => sweep.all(SWEPT_AT_ONCE).map(([text]) => text),
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)

export function createInterned(connection: Pick<Connection, 'driver'>, memory: Memory): Interned {
  const same = (text: string) => text
  const texts = shared(kindOf(connection, 'dmarc_texts', 'text', 'text'), memory, {
    remembered: REMEMBERED.texts,
    keyOf: same,
    textOf: same,
    nameOf: same,
  })
  const results = shared(kindOf(connection, 'dmarc_results', 'hash', 'results'), memory, {
    remembered: REMEMBERED.results,
    keyOf: hashOf,
    textOf: same,
    nameOf: same,
  })
  const ips = shared<PackedIp>(kindOf(connection, 'dmarc_ips', 'ip', 'ip'), memory, {
    remembered: REMEMBERED.ips,
    keyOf: unpackIp,
    textOf: unpackIp,
    nameOf: packIp,
  })
  const whenSwept: (() => void)[] = []
  const isUncounted = connection.driver.prepare('SELECT 1 FROM dmarc_uncounted LIMIT 1')
  memory.atEnd(() => {
    const kinds = [texts, results, ips].filter((kind) => kind.mayHaveUnused())
    if (kinds.length === 0 || isUncounted.get()) return
    let gone = 0
    for (const kind of kinds) gone += kind.sweep()
    if (gone > 0) for (const work of whenSwept) work()
  })
  return {
    text: texts.number,
    results: results.number,
    ip: ips.number,
    useText: texts.use,
    useResults: results.use,
    useIp: ips.use,
    whenSwept: (work) => void whenSwept.push(work),
  }
}

interface Naming<Name> {
  remembered: number
  /** Of a name as it comes: by what it is found, and as it is kept; and back. */
  keyOf(name: Name): string | Uint8Array
  textOf(name: Name): string
  nameOf(text: string): Name
}

function shared<Name extends PackedIp>(
  kind: Kind,
  memory: Memory,
  { remembered, keyOf, textOf, nameOf }: Naming<Name>,
) {
  const numbers = memory.part<Name, number>(remembered)
  const uses = memory.part<number, number>(Number.POSITIVE_INFINITY)

  /** Of a start, or what another process wrote, it is not known. */
  const swept = memory.part<'all', true>(1)

  function use(no: number, by: 1 | -1): void {
    uses.set(no, (uses.get(no) ?? 0) + by)
  }

  function inserted(key: string | Uint8Array, value: string): number {
    swept.clear()
    return kind.insert(key, value)
  }

  memory.atEnd(() => {
    // Those that stand beside each other are written one after the other.
    for (const [no, by] of [...uses].sort(([a], [b]) => a - b)) {
      if (by !== 0) kind.use(by, no)
      if (by < 0) swept.clear()
    }
    uses.clear()
  })
  return {
    number(name: Name): number {
      const known = numbers.get(name)
      if (known !== undefined) return known
      const [key, text] = [keyOf(name), textOf(name)]
      const no = kind.find(key) ?? inserted(key, text)
      if (text.length <= LONGEST_REMEMBERED) numbers.set(name, no)
      return no
    },
    use,
    mayHaveUnused: () => !swept.has('all'),
    sweep(): number {
      const gone = kind.sweep()
      for (const text of gone) numbers.delete(nameOf(text))
      if (gone.length < SWEPT_AT_ONCE) swept.set('all', true)
      return gone.length
    },
  }
}
