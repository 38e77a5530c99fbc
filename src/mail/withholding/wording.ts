import type { Read } from './evidence.ts'
import { foldedOf, plainOf } from './letters.ts'
import { addFeatures, type Places } from './places.ts'

const MOST_SUBJECT = 300
const LEAD = 1_200
const MOST_OF_ANCHORS = 400
/** Letters of a word that its endings leave alone. */
const STEM = 5
const MOST_OF_ONE = 2
const ANCHOR_SHARE = 0.7
const ADDRESS = /https?:\/\/\S{1,2000}|\S{1,64}@\S{1,255}/gi
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** The words of a message and which follow each other, as far as a reader sees them at a glance. */
export function addWording(places: Places, { subject, body, anchors }: Read): void {
  addFeatures(places, wordFeatures('s', subject, MOST_SUBJECT), MOST_OF_ONE, 1)
  addFeatures(places, wordFeatures('b', body, LEAD), MOST_OF_ONE, 1)
  addFeatures(places, wordFeatures('a', anchors.join(' . '), MOST_OF_ANCHORS), MOST_OF_ONE, ANCHOR_SHARE)
}

function* wordFeatures(mark: string, text: string, most: number): Generator<string> {
  const folded = foldedOf(plainOf(text.slice(0, most * 2)).replace(ADDRESS, ' ')).slice(0, most)
  const words = splitWords(folded)
  for (const [index, word] of words.entries()) {
    const stem = word.slice(0, STEM)
    const next = words[index + 1]
    yield `${mark}${word}`
    if (stem !== word) yield `${mark}~${stem}`
    if (next !== undefined) yield `${mark}${stem} ${next.slice(0, STEM)}`
  }
}

/** Numbers by how many digits they have; scripts without spaces in pairs of characters. */
function splitWords(folded: string): string[] {
  const words: string[] = []
  for (const [word] of folded.matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    if (/^\d/.test(word)) words.push(`0${Math.min(word.length, 9)}`)
    else if (UNSPACED.test(word)) {
      const characters = Array.from(word)
      for (let at = 0; at < characters.length; at += 1) words.push(characters.slice(at, at + 2).join(''))
    } else words.push(word)
  }
  return words
}
