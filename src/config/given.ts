/** A value that somebody gave, before it is judged. */
export interface Given {
  /** section.option */
  name: string
  written: unknown
  /** Where it was given, for people. */
  from: string
  /** The folder relative paths count from. */
  folder: string
  /** It came from a file of its own, which may be a secret: not shown in problems. */
  hidden?: true
}

/** What a source gave, and what is wrong with it, in words. */
export interface Gathered {
  given: Given[]
  problems: string[]
}

/** A wrong value as a problem shows it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
