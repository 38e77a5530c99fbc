import { createHash } from 'node:crypto'
import { keptText } from '../../keeping/kept-text.ts'
import { plain, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

export type TextKind = 'text' | 'results'

/** A text of an account that rows name, the last of them of a day. */
export interface Named {
  kind: TextKind
  accountId: string
  text: string
  day: number
}

/** Numbers of texts, each account's own. */
export interface Interning {
  /** Gives all of these numbers, or raises their last days. */
  add(all: readonly Named[]): Promise<void>
  /** Of what was added last. */
  number(kind: TextKind, accountId: string, text: string): number
  /** What was added was undone. */
  forget(): void
}

const REMEMBERED = 200_000
const TABLES = { text: 'dmarc_texts', results: 'dmarc_results' } as const
const COLUMNS = { text: 'text', results: 'results' } as const

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const keyOf = (kind: TextKind, accountId: string, hash: string) => `${kind} ${accountId} ${hash}`

export function createInterning(connection: Pick<Connection, 'run'>): Interning {
  const known = new Map<string, { no: number; day: number }>()

  async function write(kind: TextKind, fresh: ReadonlyMap<string, Named>): Promise<void> {
    const those = [...fresh].filter(([, one]) => one.kind === kind)
    if (those.length === 0) return
    const json = JSON.stringify(
      those.map(([, { accountId, day, text }]) => ({ a: accountId, d: day, t: text })),
    )
    const [table, column] = [plain(TABLES[kind]), plain(COLUMNS[kind])]
    const { rows } = await connection.run(sql`
      INSERT INTO ${table} AS t (account_id, hash, last_day, ${column})
        SELECT w.a, substring(sha256(convert_to(w.t, 'UTF8')) FOR 16), w.d, w.t
        FROM json_to_recordset(${json}::text::json) AS w (a text, d int4, t text)
        ON CONFLICT (account_id, hash) DO UPDATE SET last_day = greatest(t.last_day, excluded.last_day)
        RETURNING no, account_id, encode(hash, 'hex') AS hash, last_day`)
    for (const { no, accountId, hash, lastDay } of rows)
      known.set(keyOf(kind, String(accountId), String(hash)), { no: Number(no), day: Number(lastDay) })
  }

  return {
    async add(all) {
      if (known.size > REMEMBERED) known.clear()
      const fresh = new Map<string, Named>()
      for (const one of all) {
        const text = keptText(one.text)
        const key = keyOf(one.kind, one.accountId, hashOf(text))
        const day = Math.max(one.day, fresh.get(key)?.day ?? 0)
        const there = known.get(key)
        if (!there || there.day < day) fresh.set(key, { ...one, text, day })
      }
      await write('text', fresh)
      await write('results', fresh)
    },
    number(kind, accountId, text) {
      const found = known.get(keyOf(kind, accountId, hashOf(keptText(text))))
      if (!found) throw new Error('A text of DMARC reports has no number.')
      return found.no
    },
    forget: () => known.clear(),
  }
}
