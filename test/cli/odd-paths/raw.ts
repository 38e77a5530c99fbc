import { constants } from 'node:os'

/** Words in capitals that begin with E and are no codes. */
const WORDS: ReadonlySet<string> = new Set([
  'END',
  'EXPIRES',
  'EHLO',
  'EXISTS',
  'ERROR',
  'ENDED',
  'EVENT',
  'EMAIL',
  'EVERY',
])

const CODE = /\bE[A-Z]{2,}\b/g
const RAW = /\bSQLITE_\w*|^\s+at .{1,200}:\d+:\d+|\bundefined\b|\[object|\bNaN\b/gm

/** What no person should be shown: codes of the system, places in the program, values that are none. */
export function rawIn(text: string): string[] {
  const codes = (text.match(CODE) ?? []).filter((word) => word in constants.errno || !WORDS.has(word))
  return [...codes, ...(text.match(RAW) ?? [])]
}
