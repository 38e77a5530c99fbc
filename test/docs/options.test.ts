import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { ENTRIES, entryOf, SECTIONS, variableOf } from '../../src/config/catalogue.ts'
import { type Option, writtenName } from '../../src/config/option.ts'
import { PLAN_SCHEMA } from '../../src/config/plan-schema.ts'
import { load } from '../config/loading.ts'
import { blocksOf, DOCUMENTS, ROOT, type Span, spansOf, textOf } from './documents.ts'

const SECTION_NAMES = SECTIONS.map(([name]) => name)
const PLAN_KEYS = Object.keys(PLAN_SCHEMA).map(writtenName)
/** A file or an event, not an option: store.ts, dmarc.md, dmarc.report_received. */
const NO_OPTION =
  /\.(?:ts|tsx|md|csv|sql|json|toml|eml|gz|env|key|lock|report_received|source_new|source_regressed|rate_low|reports_missing|policy_changed)$/
const MENTION = new RegExp(`^(${SECTION_NAMES.join('|')})\\.([a-z][a-z_]*)(?: = (.+))?$`)

/** Options that a document names. */
const mentionsIn = (document: string) =>
  spansOf(document).flatMap((span) => {
    const [, section, key, value] = MENTION.exec(span.text) ?? []
    return section === undefined || NO_OPTION.test(span.text)
      ? []
      : [{ ...span, name: `${section}.${key}`, value }]
  })

/** What brackets right behind an option say: `tests.lifetime` (30 days). */
const bracketed = ({ behind }: Span) => /^ \(([^()`]+)\)/.exec(behind)?.[1]?.split(/[,;] /)[0]

/** A value as the option reads it; undefined where it is none. */
function readBy(option: Option<unknown>, text: string): unknown {
  const read = option.read(option.fromText(text.replace(/^"(.*)"$/, '$1')))
  return read.ok ? JSON.stringify(read.value) : undefined
}

function defaultFault({ name, ...span }: Span & { name: string }): string | undefined {
  const option = entryOf(name)?.option
  const said = bracketed({ ...span })
  if (!option || said === undefined) return undefined
  const value = readBy(option, said)
  if (value === undefined) return /^\d/.test(said) ? `${said} is no value of ${name}` : undefined
  const standard = option.default === undefined ? undefined : option.read(option.default)
  if (!standard?.ok) return undefined
  return JSON.stringify(standard.value) === value ? undefined : `${name} is ${option.default}, not ${said}`
}

const sources = ['src', 'test', 'bench', 'scripts', 'clients', 'packaging'].flatMap((folder) => [
  ...new Glob(`${folder}/**/*.{ts,tsx,mjs,yml,yaml,sh,service,env}`).scanSync({ cwd: ROOT, onlyFiles: true }),
])
/** Of the CI of whoever reads docs/ci.md. */
const OF_OTHERS = ['MAILGAUGE_BINARY', 'MAILGAUGE_SHA256']

const inSources = (word: RegExp) => sources.some((file) => word.test(readFileSync(join(ROOT, file), 'utf8')))

describe.each(DOCUMENTS)('%s', (document) => {
  test('every option it names is one, and its value can be', () => {
    const faults = mentionsIn(document).flatMap(({ name, line, value }) => {
      const option = entryOf(name)?.option
      const at = `${document}:${line}`
      if (!option) return [`${at}: there is no ${name}`]
      return value === undefined || readBy(option, value) !== undefined
        ? []
        : [`${at}: ${name} is never ${value}`]
    })
    expect(faults).toEqual([])
  })

  test('a value in brackets behind an option is its default', () => {
    const faults = mentionsIn(document).flatMap((span) => {
      const fault = defaultFault(span)
      return fault === undefined ? [] : [`${document}:${span.line}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  test('every section it names is one', () => {
    const named = spansOf(document).flatMap(
      ({ text }) => /^\[([a-z]+)(?:\.[a-z<>-]+)?\]/.exec(text)?.[1] ?? [],
    )
    expect(named.filter((name) => name !== 'plans' && !SECTION_NAMES.includes(name))).toEqual([])
  })

  test('every configuration in it is taken as it stands', () => {
    const faults = blocksOf(document)
      .filter(({ language }) => language === 'toml')
      .flatMap(({ text, line }) => {
        const flags = /^domain = /m.test(text) ? [] : ['smtp.domain=test.example.org']
        const loaded = load({ file: text, flags })
        return loaded.ok ? [] : [`${document}:${line}`, ...loaded.problems]
      })
    expect(faults).toEqual([])
  })

  test('every variable it names is read', () => {
    const known = ENTRIES.flatMap(({ name }) => [variableOf(name), `${variableOf(name)}_FILE`])
    known.push(...OF_OTHERS)
    const named = new Set(textOf(document).match(/\bMAILGAUGE_[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g) ?? [])
    const unknown = [...named].filter(
      (name) => !known.includes(name) && !inSources(new RegExp(`['"\\\`.{ ]${name}\\b`)),
    )
    expect(unknown).toEqual([])
    const forTests = new Set(textOf(document).match(/\b[A-Z][A-Z_]{2,}(?==\S+ (?:[A-Z_]+=\S+ )*bun )/g) ?? [])
    expect([...forTests].filter((name) => !inSources(new RegExp(`['"\\\`.]${name}\\b`)))).toEqual([])
  })
})

test('keys of plans stand in docs/configuration.md, and options are found in sentences', () => {
  for (const key of PLAN_KEYS) expect(textOf('docs/configuration.md')).toContain(`\`${key}\``)
  const span = { document: '', line: 1, text: 'tests.lifetime', behind: ' (31 days), or' }
  expect(defaultFault({ ...span, name: 'tests.lifetime' })).toContain('not 31 days')
  expect(defaultFault({ ...span, name: 'tests.lifetime', behind: ' (30 days)' })).toBeUndefined()
})
