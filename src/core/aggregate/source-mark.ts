/** What people say of a source: its mail is theirs, or not. */
export const SOURCE_MARKS = ['mine', 'not_mine'] as const
export type SourceMark = (typeof SOURCE_MARKS)[number]

/** What people said of a source of a domain. At least one of name and mark is there. */
export interface KeptSourceMark {
  /** As the answers name the source: `sender:<id>`, `domain:<name>`, `as:<number>` or `ip:<address>`. */
  key: string
  name?: string
  mark?: SourceMark
  /** When that was said last, and by whom, as the audit log names them. */
  at: Date
  by: string
}

/** What is said anew of a source. Absent: it stays; null: it is taken back. */
export interface SourceMarkChange {
  key: string
  name?: string | null
  mark?: SourceMark | null
}

const LONGEST_KEY = 300
export const LONGEST_SOURCE_NAME = 80
const KEY = /^(?:sender|domain|as|ip):[\x21-\x7e]+$/
/** Controls, line ends, and characters that nobody sees or that turn the order of letters. Emoji are joined by U+200D. */
const NO_NAME = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u

/** Whether a text may be the key of a source. */
export const isSourceKey = (text: string): boolean => text.length <= LONGEST_KEY && KEY.test(text)

export const SOURCE_NAME_RULE = `A name has at most ${LONGEST_SOURCE_NAME} characters and no control characters.`

/** Whether a text may be the name that people give to a source. */
export function isSourceName(text: string): boolean {
  return text !== '' && text.trim() === text && [...text].length <= LONGEST_SOURCE_NAME && !NO_NAME.test(text)
}
