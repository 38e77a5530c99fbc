import type { Connection } from '../connection.ts'

const REMEMBERED = 100_000
/** What is longer is read again. */
const LONGEST_REMEMBERED = 2000

/** Texts by their numbers. */
export interface Texts {
  text(no: number): string
  results(no: number): string
}

export function createTexts({ driver }: Pick<Connection, 'driver'>): Texts {
  const reader = (table: string, column: string) => {
    const read = driver.prepare<[number], string>(`SELECT ${column} FROM ${table} WHERE no = ?`).pluck()
    const known = new Map<number, string>()
    return (no: number): string => {
      const there = known.get(no)
      if (there !== undefined) return there
      const text = read.get(no)
      if (text === undefined) throw new Error(`it names number ${no} of ${table}, which is not there`)
      if (known.size >= REMEMBERED) known.clear()
      if (text.length <= LONGEST_REMEMBERED) known.set(no, text)
      return text
    }
  }
  return { text: reader('dmarc_texts', 'text'), results: reader('dmarc_results', 'results') }
}
