import { type Option, type Section, writtenName } from './option.ts'
import { SCHEMA } from './schema.ts'
import { closest } from './suggest.ts'

/** One option with its place in the schema. */
export interface Entry {
  /** section.option, as it is written. */
  name: string
  section: string
  /** Its key in the schema and in Config. */
  key: string
  option: Option<unknown>
}

/** The sections in the order of the schema. */
export const SECTIONS: readonly (readonly [string, Section])[] = Object.entries(SCHEMA)

/** Every option, in the order of the schema. */
export const ENTRIES: readonly Entry[] = SECTIONS.flatMap(([section, { options }]) =>
  Object.entries(options).map(([key, option]) => ({
    name: `${section}.${writtenName(key)}`,
    section,
    key,
    option,
  })),
)

const BY_NAME: ReadonlyMap<string, Entry> = new Map(ENTRIES.map((entry) => [entry.name, entry]))

/** The option of a name such as smtp.max_message. */
export function entryOf(name: string): Entry | undefined {
  return BY_NAME.get(name)
}

/** Flags that are shorter than the option they set. */
export const FLAG_ALIASES: Readonly<Record<string, string>> = {
  data: 'store.directory',
  http: 'http.listen',
  smtp: 'smtp.listen',
  domain: 'smtp.domain',
  'base-url': 'site.base_url',
  'log-level': 'log.level',
}

/** The option that a flag sets, by its own name or by a shorter one. */
export function entryOfFlag(flag: string): Entry | undefined {
  return entryOf(Object.hasOwn(FLAG_ALIASES, flag) ? (FLAG_ALIASES[flag] ?? '') : flag)
}

/** The environment variable of an option: MAILGAUGE_SMTP_MAX_MESSAGE. */
export function variableOf(name: string): string {
  return `MAILGAUGE_${name.replace('.', '_').toUpperCase()}`
}

/** The end of a sentence that refuses an option: what may have been meant, also when the section is another one. */
export function orSimilar(name: string, show = (known: string) => known): string {
  const meant = closest(name, [...BY_NAME.keys()]) ?? inAnySection(name.slice(name.indexOf('.') + 1))
  return meant === undefined ? '.' : `, did you mean ${show(meant)}?`
}

function inAnySection(key: string): string | undefined {
  const names = [...BY_NAME.keys()]
  const keys = names.map((name) => name.slice(name.indexOf('.') + 1))
  return names[keys.indexOf(closest(key, keys) ?? '')]
}
