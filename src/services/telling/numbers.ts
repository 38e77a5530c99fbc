const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Small numbers in words, larger ones in digits. */
export function count(n: number): string {
  return WORDS[n] ?? String(n)
}

/** With a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The form of a word that goes with `n`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many
}

/** 8.4, 10, 0.25: at least as many decimals as the score needs to be exact. */
export function points(n: number): string {
  return String(Math.round(Math.abs(n) * 100) / 100)
}

/** `a, b and c`. */
export function inARow(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
