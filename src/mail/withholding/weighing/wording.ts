import type { Segment } from '../segments.ts'
import type { Window } from '../window.ts'
import { BEGIN, hashed, type Places, placeOf, placeOfHash } from './places.ts'

const SHARE = { own: 0.2, label: 0.25, subject: 0.2, near: 0.12, path: 0.3 }
const MOST = { own: 300, near: 160, subject: 200, label: 100 }
/** Letters of a word that its endings leave alone. */
const STEM = 5
const ADDRESS = /\S{1,64}@\S{1,255}/g
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Places of the words of sentences that were read before: neighbours share them. */
export type KnownWords = Map<string, Map<string, readonly number[]>>

/** The words around a carrier and which follow each other. */
export function addWording(places: Places, window: Window, known: KnownWords): void {
  const { head, own, before, behind, label, carrier } = window
  const add = (mark: string, { folded }: Segment, most: number, share: number) => {
    for (const place of knownPlaces(known, mark, folded, most)) places.set(place, share)
  }
  add('s', head, MOST.subject, SHARE.subject)
  add('c', own, MOST.own, SHARE.own)
  for (const segment of before) add('n', segment, MOST.near, SHARE.near)
  for (const segment of behind) add('n', segment, MOST.near, SHARE.near)
  add('a', label, MOST.label, SHARE.label)
  for (const word of carrier.view?.words ?? []) places.set(placeOf(`u${word}`), SHARE.path)
}

function knownPlaces(known: KnownWords, mark: string, folded: string, most: number): readonly number[] {
  const ofMark = known.get(mark) ?? new Map<string, readonly number[]>()
  known.set(mark, ofMark)
  const before = ofMark.get(folded)
  if (before) return before
  const found = placesOfWords(hashed(BEGIN, mark), folded, most)
  ofMark.set(folded, found)
  return found
}

/** Each word, the stem of one that has endings, and the stems of two that follow each other. */
function placesOfWords(mark: number, folded: string, most: number): number[] {
  const words = splitWords(folded.slice(0, most).replace(ADDRESS, ' '))
  const found: number[] = []
  for (const [index, word] of words.entries()) {
    const stem = Math.min(STEM, word.length)
    const next = words[index + 1]
    found.push(placeOfHash(hashed(mark, word)))
    if (stem < word.length) found.push(placeOfHash(hashed(hashed(mark, '~'), word, stem)))
    if (next !== undefined) {
      const both = hashed(hashed(hashed(mark, word, stem), ' '), next, Math.min(STEM, next.length))
      found.push(placeOfHash(both))
    }
  }
  return found
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
