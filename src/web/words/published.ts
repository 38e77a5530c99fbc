const LONGEST = 2_000

/** What a page cannot show as it is: controls, and characters that turn or hide the text beside them (UAX #9). */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A text that somebody published, as a page shows it: what would turn it round or hide is written out. */
export function published(text: string): string {
  const shown = text.slice(0, LONGEST).replace(UNSHOWN, escaped)
  return text.length > LONGEST ? `${shown}…` : shown
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
