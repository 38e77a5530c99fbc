/** A number for each language, from 0: points are added up by them, for every sentence of a message. */
const numbers = new Map<string, number>()
export const MOST_LANGUAGES = 128

/** The number of a language; a new one gets the next. */
export function numberOf(language: string): number {
  const known = numbers.get(language)
  if (known !== undefined) return known
  if (numbers.size >= MOST_LANGUAGES) throw new Error('There are too many languages.')
  numbers.set(language, numbers.size)
  return numbers.size - 1
}

/** Its words stand in mail of every language. */
export const EVERYWHERE = numberOf('en')
