import { appendFileSync } from 'node:fs'
import Sqlite from '#sqlite'

/** The file to which every statement is written that is prepared in this thread, a line of JSON each. */
export const STATEMENTS = 'MAILGAUGE_TEST_STATEMENTS'

const original = Sqlite.prototype.prepare
const seen = new Set<string>()

Sqlite.prototype.prepare = function prepare(this: Sqlite.Database, sql: string) {
  const file = process.env[STATEMENTS]
  if (file && !seen.has(sql)) {
    seen.add(sql)
    appendFileSync(file, `${JSON.stringify(sql)}\n`)
  }
  return original.call(this, sql)
} as typeof original
