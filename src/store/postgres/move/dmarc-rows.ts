import type { Column, Row, Value } from '../../keeping/move/rows.ts'
import { WITH_TEXTS } from '../../keeping/move/tables.ts'
import type { Interning, Named, TextKind } from './interning.ts'

/** Which columns hold texts, which is the account, and by which day texts are kept. */
interface Shape {
  texts: Readonly<Record<string, TextKind>>
  day: string
}

const TEXT = 'text'

const SHAPES: Readonly<Record<string, Shape>> = {
  dmarc_reports: {
    texts: { reporter: TEXT, reporter_name: TEXT, policy_domain: TEXT, policy: TEXT, sender: TEXT },
    day: 'day',
  },
  dmarc_slices: { texts: { reporter: TEXT, sender: TEXT }, day: 'day' },
  dmarc_records: {
    texts: { header_from: TEXT, envelope_from: TEXT, envelope_to: TEXT, results: 'results' },
    day: 'day',
  },
  dmarc_seen: { texts: {}, day: 'last_day' },
}

const [STRIDE, NAME] = [4, 1] as const

/** Whether rows of a table come with texts that get numbers of their own. */
export const hasTexts = (table: string): boolean => table in SHAPES

/** Gives texts numbers; the rows as they are written, and their columns. The account is in none of them but those of reports. */
export async function withNumbers(
  table: string,
  rows: readonly Row[],
  interning: Interning,
): Promise<{ columns: Column[]; rows: Row[] }> {
  const names = WITH_TEXTS[table] ?? []
  const shape = SHAPES[table] ?? { texts: {}, day: 'day' }
  const at = (name: string) => names.indexOf(name)
  const [accountAt, dayAt, traitsAt] = [at('account_id'), at(shape.day), at('traits')]
  const accountOf = (row: Row) => String(row[accountAt])
  const traitsOf = (row: Row) => JSON.parse(String(row[traitsAt])) as (string | number)[]
  const inTraits = (row: Row) =>
    traitsAt < 0 ? [] : traitsOf(row).filter((_, place) => place % STRIDE === NAME)

  function namedIn(row: Row): Named[] {
    const [accountId, day] = [accountOf(row), Number(row[dayAt])]
    const own = Object.entries(shape.texts).flatMap(([name, kind]) => {
      const text = row[at(name)]
      return typeof text === 'string' ? [{ kind, accountId, text, day }] : []
    })
    return [
      ...own,
      ...inTraits(row).map((text): Named => ({ kind: TEXT, accountId, text: String(text), day })),
    ]
  }

  function numbered(row: Row): Row {
    const accountId = accountOf(row)
    const number = (kind: TextKind, text: Value | undefined) =>
      typeof text === 'string' ? interning.number(kind, accountId, text) : null
    return names.map((name, place): Value => {
      const value = row[place] ?? null
      const kind = shape.texts[name]
      if (kind !== undefined) return number(kind, value)
      if (name !== 'traits') return value
      return JSON.stringify(
        traitsOf(row).map((one, index) => (index % STRIDE === NAME ? number(TEXT, String(one)) : one)),
      )
    })
  }

  await interning.add(rows.flatMap(namedIn))
  const isOwn = (name: string) => name !== 'account_id' || table === 'dmarc_reports'
  const pick = <T>(all: readonly T[]) => all.filter((_, place) => isOwn(names[place] ?? ''))
  return {
    columns: pick(names).map((name) => ({ name, type: typeOf(name, shape) })),
    rows: rows.map((row) => pick(numbered(row))),
  }
}

const BYTES = new Set(['key_hash', 'content_hash', 'leaving_for'])
const WORDS = new Set(['uid', 'account_id', 'file_id', 'replaced_file', 'head', 'traits'])

function typeOf(name: string, { texts }: Shape): string {
  if (name in texts) return 'bigint'
  if (BYTES.has(name)) return 'bytea'
  return WORDS.has(name) ? 'text' : 'bigint'
}
