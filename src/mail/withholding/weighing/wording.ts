import type { Segment } from '../segments.ts'
import type { Window } from '../window.ts'
import { type Places, placeOf } from './places.ts'

const SHARE = { own: 0.2, label: 0.25, subject: 0.2, near: 0.12, path: 0.3 }
const MOST = { own: 300, near: 160, subject: 200, label: 100 }
/** Letters of a word that its endings leave alone. */
const STEM = 5
const ADDRESS = /\S{1,64}@\S{1,255}/g
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Places of the words of sentences that were read before: neighbours share them. */
export type KnownWords = Map<string, readonly number[]>

/** The words around a carrier and which follow each other. */
export function addWording(places: Places, window: Window, known: KnownWords): void {
  const { head, own, before, behind, label, carrier } = window
  const add = (mark: string, { folded }: Segment, most: number, share: number) => {
    const key = mark + folded
    const found = known.get(key) ?? Array.from(wordFeatures(mark, folded, most), placeOf)
    known.set(key, found)
    for (const place of found) places.set(place, share)
  }
  add('s', head, MOST.subject, SHARE.subject)
  add('c', own, MOST.own, SHARE.own)
  for (const segment of before) add('n', segment, MOST.near, SHARE.near)
  for (const segment of behind) add('n', segment, MOST.near, SHARE.near)
  add('a', label, MOST.label, SHARE.label)
  for (const word of carrier.view?.words ?? []) places.set(placeOf(`u${word}`), SHARE.path)
}

function* wordFeatures(mark: string, folded: string, most: number): Generator<string> {
  const words = splitWords(folded.slice(0, most).replace(ADDRESS, ' '))
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
