/** Texts of strangers, out of machine-written reports: what may be kept of them. */

/** Control, and what turns the direction of text or separates lines unseen. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const LINE_ENDS = /[\t\n\r]+/g

export const MOST_TEXT = 1024

/** At most so many characters, trimmed, on one line, without any that control. */
export function tidyText(text: string, most = MOST_TEXT): string {
  if (PLAIN.test(text)) return text.length <= most ? text : text.slice(0, most).trimEnd()
  // Cut before it is looked through: it may be long.
  const some = text
    .slice(0, most * 4)
    .replace(LINE_ENDS, ' ')
    .replace(UNSEEN, '')
  return some.trim().slice(0, most).trim().toWellFormed()
}

/** A file's name without the folders before it. */
export function tidyName(name: string): string {
  const written = name.slice(0, 1024)
  return tidyText(written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1), 255)
}
