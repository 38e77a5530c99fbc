/** A value as TOML, an environment variable or a flag can carry it. */
type Written = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

/** What is said of one option, whatever its type. */
export interface OptionFacts {
  /** What the option is for, in full sentences. */
  sentence: string
  /** As a person would write it. */
  default?: Written
  /** The default of an evaluation, where it differs. */
  evaluation?: Written
  /** It has no default and may stay away: what happens then. */
  optional?: string
  /** Its default follows from other options: how. */
  derived?: string
  /** It has no default and must be given (outside an evaluation). */
  required?: true
  /** What to show where there is no default to show. */
  example?: Written
  /** Never shown in full. */
  secret?: true
  /** A path: made absolute where it was written. */
  path?: true
  /** A running service takes a change of it over when it is told to reload (SIGHUP). */
  reload?: true
}

export type ReadResult<T> = { ok: true; value: T } | { ok: false; found: unknown; expected?: string }

/** How a written value becomes the value the program uses. */
export interface Kind<T> {
  /** What a value must be, to complete "expected …". */
  expects: string
  /** What is allowed, in short, where that is a range or a choice. */
  allowed?: string
  read(written: unknown): ReadResult<T>
  /** What an environment variable or a flag says, as TOML would say it; text that makes no sense stays text. */
  fromText(text: string): unknown
  /** A flag of this kind may stand without a value: --section.option is true. */
  bare?: true
}

export type Option<T, F extends OptionFacts = OptionFacts> = F & Kind<T>

export interface Section {
  sentence: string
  options: Readonly<Record<string, Option<unknown>>>
}

/** The options of a section as plain data: what is `optional` may be absent. */
export type ValuesOf<O> = {
  [K in keyof O as O[K] extends { optional: string } ? never : K]: ValueOf<O[K]>
} & {
  [K in keyof O as O[K] extends { optional: string } ? K : never]?: ValueOf<O[K]>
}

type ValueOf<O> = O extends Kind<infer T> ? T : never

/** How an option of the schema is written in the file: maxMessage is max_message. */
export function writtenName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
