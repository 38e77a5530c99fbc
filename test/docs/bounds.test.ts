import { expect, test } from 'bun:test'
import { entryOf } from '../../src/config/catalogue.ts'
import { DEFAULT_SMTP_LIMITS } from '../../src/smtp/limits.ts'
import { constantOf } from './constants.ts'
import { proseOf } from './documents.ts'

interface Row {
  what: string
  most: string
  setBy: string[]
}

/** The rows of the table under a heading of SECURITY.md. */
function rowsOf(heading: string): Row[] {
  const lines = proseOf('SECURITY.md').map(({ text }) => text)
  const from = lines.indexOf(`## ${heading}`)
  const to = lines.findIndex((line, at) => at > from && line.startsWith('## '))
  return lines.slice(from, to).flatMap((line) => {
    const [, what = '', most = '', setBy = ''] = line.split('|').map((cell) => cell.trim())
    const names = [...setBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return names.length > 0 ? [{ what, most, setBy: names }] : []
  })
}

const UNITS: Record<string, number> = {
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  s: 1000,
  minute: 60_000,
  minutes: 60_000,
  hours: 3_600_000,
}

/** What a cell says, in bytes, milliseconds or a plain number. */
function numberIn(cell: string): number {
  const [, digits, unit = ''] = /^(\d+) ?([A-Za-z]*)$/.exec(cell) ?? []
  return Number(digits) * (unit === '' ? 1 : (UNITS[unit] ?? Number.NaN))
}

/** What the source says; of shares, all of them together. */
function numberOf(file: string, name: string): number {
  const value = constantOf(file, name)
  const number = typeof value === 'object' ? Object.values(value ?? {}).reduce((a, b) => a + b, 0) : value
  return Number(number) * (name.endsWith('_SECONDS') ? 1000 : 1)
}

const ROWS = rowsOf('Bounds')

test.each(ROWS.map((row) => [row.what, row] as const))('%s', (_what, { most, setBy }) => {
  const [source = '', constant] = setBy
  if (constant !== undefined) {
    expect({ [constant]: numberIn(most) }).toEqual({ [constant]: numberOf(source, constant) })
    return
  }
  const option = entryOf(source)?.option
  const said = option?.read(option.fromText(most))
  expect({ [source]: said }).toEqual({ [source]: option?.read(option.default) })
})

test('the table is read, and every bound of the SMTP listener that the configuration sets is in it', () => {
  expect(ROWS.length).toBeGreaterThan(50)
  const named = ROWS.flatMap(({ setBy }) => setBy)
  for (const option of ['smtp.max_message', 'store.max_bytes', 'analysis.time_limit'])
    expect(named).toContain(option)
  expect(constantOf('src/smtp/limits.ts', 'DEFAULT_SMTP_LIMITS')).toEqual(DEFAULT_SMTP_LIMITS)
})
