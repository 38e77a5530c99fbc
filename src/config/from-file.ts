import { dirname, parse as parsePath, relative } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { entryOf, orSimilar, SECTIONS } from './catalogue.ts'
import type { Gathered } from './given.ts'
import { lineFinder } from './lines.ts'
import { didYouMean } from './suggest.ts'

type Table = Readonly<Record<string, unknown>>

export interface FileContent extends Gathered {
  /** False when the text is no TOML: nothing is known of what it would have set. */
  legible: boolean
  /** The tables under [plans], unread. */
  plans: Table
  /** Says where a key stands, for problems: ` (mailgauge.toml, line 12)`. */
  where(...path: string[]): string
}

const LONGEST_FILE = 1024 * 1024

/** Reads a config file into its values; what it does not know is refused by name. */
export function fromFile(text: string, path: string, cwd: string): FileContent {
  const shortPath = shortened(path, cwd)
  const line = lineFinder(text)
  const where = (...keys: string[]) => {
    const found = line(keys)
    return found === undefined ? ` (${shortPath})` : ` (${shortPath}, line ${found})`
  }
  const content: FileContent = { given: [], problems: [], plans: {}, where, legible: true }
  const document = parsed(text, shortPath, content.problems)
  content.legible = content.problems.length === 0
  for (const [section, table] of Object.entries(document)) {
    if (section === 'plans') content.plans = tableOr(table, 'plans', content)
    else readSection(section, table, dirname(path), content)
  }
  return content
}

function parsed(text: string, path: string, problems: string[]): Table {
  if (text.length > LONGEST_FILE) {
    problems.push(`${path}: a config file is at most 1 MB.`)
    return {}
  }
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const reason = cause.message.split('\n')[0]?.replace('Invalid TOML document: ', '')
    problems.push(`${path}, line ${cause.line}, column ${cause.column}: ${reason}.`)
    return {}
  }
}

function readSection(section: string, table: unknown, folder: string, content: FileContent): void {
  const { given, problems, where } = content
  const known = SECTIONS.map(([name]) => name)
  if (!known.includes(section)) {
    const isTable = typeof table === 'object' && table !== null && !Array.isArray(table)
    problems.push(
      isTable
        ? `[${section}]${where(section)}: there is no such section${didYouMean(section, [...known, 'plans'], (name) => `[${name}]`)}`
        : `${section}${where(section)}: there is no such option outside a section${orSimilar(section)}`,
    )
    return
  }
  for (const [key, written] of Object.entries(tableOr(table, section, content))) {
    const name = `${section}.${key}`
    if (entryOf(name)) given.push({ name, written, from: place(where(section, key)), folder })
    else problems.push(`${name}${where(section, key)}: there is no such option${orSimilar(name)}`)
  }
}

function tableOr(table: unknown, name: string, { problems, where }: FileContent): Table {
  if (typeof table === 'object' && table !== null && !Array.isArray(table)) return table as Table
  problems.push(`${name}${where(name)}: expected a section [${name}], found a single value.`)
  return {}
}

/** A place without its brackets: `mailgauge.toml, line 12`. */
function place(where: string): string {
  return where.slice(2, -1)
}

function shortened(path: string, cwd: string): string {
  const short = relative(cwd, path)
  // A service runs in /, where everything is below: what it says is read elsewhere.
  return short === '' || short.startsWith('..') || parsePath(cwd).root === cwd ? path : short
}
