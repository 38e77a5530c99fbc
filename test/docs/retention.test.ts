import { expect, test } from 'bun:test'
import { constantOf } from './constants.ts'
import { proseOf } from './documents.ts'

/** What is not an option, by the words of its row in docs/operating.md: a number of days, and where the program has it. */
const FIXED: readonly (readonly [row: string, says: RegExp, file: string, constant: string])[] = [
  ['addresses of tests', /^(\d+) days/, 'src/services/retention.ts', 'FORMER_ADDRESS_DAYS'],
  ['changes of the DNS', /^(\d+) days/, 'src/services/domains/health/changes.ts', 'KEPT_DAYS'],
]

const rows = proseOf('docs/operating.md').flatMap(({ text }) => {
  const [, what, long] = text.split('|').map((cell) => cell.trim())
  return what !== undefined && long !== undefined ? [{ what, long }] : []
})

test.each(FIXED)('%s', (row, says, file, constant) => {
  const found = rows.find(({ what }) => what.startsWith(row))
  expect(Number(says.exec(found?.long ?? '')?.[1])).toBe(Number(constantOf(file, constant)))
})
