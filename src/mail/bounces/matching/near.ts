import type { BounceRow } from '../../data/bounces/row.ts'

/** Words of which one of each kind has to stand near the other. */
export interface Near {
  about: RegExp
  said: RegExp
}

/** Letters between a word and what is said of it. */
const MAX_APART = 48
/** Places that are looked at in one answer. */
const MAX_PLACES = 40
/** Scripts that write without blanks between words. */
const WITHOUT_BLANKS = /[\u3040-\u30ff\u3400-\u9fff]/

/** The words of a row as they are looked for in lower case. */
export function nearOf({ about, said }: NonNullable<BounceRow['near']>): Near {
  return { about: anyOf(about), said: anyOf(said) }
}

/** A form that finds any of these words in lower case. */
export function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map(formOf).join('|'), 'gu')
}

function formOf(word: string): string {
  const plain = word.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '\\p{L}{0,12}')
  return WITHOUT_BLANKS.test(word) ? plain : `(?<![\\p{L}\\d])(?:${plain})(?![\\p{L}\\d])`
}

interface Place {
  start: number
  end: number
}

function placesOf(form: RegExp, text: string): Place[] {
  const places: Place[] = []
  for (const found of text.matchAll(form)) {
    places.push({ start: found.index, end: found.index + found[0].length })
    if (places.length === MAX_PLACES) break
  }
  return places
}

/** How many letters of a text speak of both, 0 if they stand apart or in two sentences. */
export function lettersNear({ about, said }: Near, lower: string): number {
  const subjects = placesOf(about, lower)
  if (subjects.length === 0) return 0
  const sayings = placesOf(said, lower)
  let best = 0
  for (const one of subjects) {
    for (const other of sayings) {
      const [from, to] = one.start < other.start ? [one, other] : [other, one]
      const between = lower.slice(from.end, to.start)
      if (to.start < from.end || between.length > MAX_APART || /[.;!?]\s/.test(between)) continue
      best = Math.max(best, one.end - one.start + other.end - other.start)
    }
  }
  return best
}
