import { keptText } from '../../keeping/kept-text.ts'
import type { Column, Row } from '../../keeping/move/rows.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** One statement for all rows: they come as JSON, bytes as hex. */
export function insertion(table: string, columns: readonly Column[], rows: readonly Row[]): Sql {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ type }, at) => written(type, `w.c${at}`)).join(', ')
  const read = columns.map(({ type }, at) => `c${at} ${asRead(type)}`).join(', ')
  const before = plain(`INSERT INTO "${table}" (${names}) SELECT ${values} FROM json_to_recordset(`)
  return sql`${before}${jsonOf(rows)}${plain(`::text::json) AS w (${read})`)}`
}

function jsonOf(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        row.map((value, at) => {
          if (value instanceof Uint8Array) return [`c${at}`, Buffer.from(value).toString('hex')]
          return [`c${at}`, typeof value === 'string' ? keptText(value) : value]
        }),
      ),
    ),
  )
}

const asRead = (type: string): string => (type === 'bytea' || type === 'tsvector' ? 'text' : type)

function written(type: string, value: string): string {
  if (type === 'bytea') return `decode(${value}, 'hex')`
  if (type === 'tsvector') return `array_to_tsvector(ARRAY(SELECT json_array_elements_text(${value}::json)))`
  return value
}
