const LONGEST = 2_000

/** What a page cannot show as it is: controls, and characters that turn or hide the text beside them (UAX #9). */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A text that somebody published, as a page shows it: what would turn it round or hide is written out. */
export function published(text: string): string {
  const shown = text.slice(0, LONGEST).replace(UNSHOWN, escaped)
  return text.length > LONGEST ? `${shown}…` : shown
}

const MOST_LINES = 40

/** A text of several lines, as a page shows it: each of them so. */
export function publishedLines(text: string): string {
  const lines = text.slice(0, LONGEST).split(/\r?\n/)
  const shown = lines.slice(0, MOST_LINES).map((line) => published(line))
  return [...shown, ...(text.length > LONGEST || lines.length > MOST_LINES ? ['…'] : [])].join('\n')
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
