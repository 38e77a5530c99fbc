const LONGEST = 2_000

/** What a page cannot show as it is: controls, and characters that turn or hide the text beside them (UAX #9). */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A text that somebody published, as a page shows it: what would turn it round or hide is written out. */
export function published(text: string): string {
  const shown = text.slice(0, LONGEST).replace(UNSHOWN, escaped)
  return text.length > LONGEST ? `${shown}…` : shown
}

const MOST_LINES = 1_000

/** The same of a text of several lines. */
export function publishedLines(text: string): string {
  const lines = text.split(/\r?\n/, MOST_LINES + 1)
  const shown = lines.slice(0, MOST_LINES).map(published)
  return [...shown, ...(lines.length > MOST_LINES ? ['…'] : [])].join('\n')
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
