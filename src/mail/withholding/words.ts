import type { AuthWords } from '../data/auth-words/concepts.ts'
import { DEEDS } from '../data/auth-words/deeds.ts'
import { EAST_ASIA } from '../data/auth-words/east-asia.ts'
import { EASTERN } from '../data/auth-words/eastern.ts'
import { ENGLISH } from '../data/auth-words/english.ts'
import { GERMANIC } from '../data/auth-words/germanic.ts'
import { NEAR_EAST_AND_INDIA } from '../data/auth-words/near-east-and-india.ts'
import { NORTHERN } from '../data/auth-words/northern.ts'
import { OTHER_EUROPEAN } from '../data/auth-words/other-european.ts'
import { ROMANCE } from '../data/auth-words/romance.ts'
import { WEST_SLAVIC } from '../data/auth-words/slavic.ts'
import { SOUTH_EAST } from '../data/auth-words/south-east.ts'
import { createMatcher, type Matcher } from './matcher.ts'

const BY_LANGUAGE: Readonly<Record<string, AuthWords>> = {
  ...ENGLISH,
  ...GERMANIC,
  ...ROMANCE,
  ...WEST_SLAVIC,
  ...EASTERN,
  ...NORTHERN,
  ...OTHER_EUROPEAN,
  ...NEAR_EAST_AND_INDIA,
  ...EAST_ASIA,
  ...SOUTH_EAST,
}

let matcher: Matcher | undefined

/** The words of all languages at once: a message may mix them. Prepared at the first message. */
export function authWords(): Matcher {
  matcher ??= createMatcher([
    ...Object.entries(BY_LANGUAGE),
    ...Object.values(DEEDS).map((words) => ['', words] as const),
    ['sr', inCyrillic(BY_LANGUAGE['hr'] ?? {})],
  ])
  return matcher
}

const CYRILLIC: Readonly<Record<string, string>> = {
  dž: 'џ',
  lj: 'љ',
  nj: 'њ',
  a: 'а',
  b: 'б',
  c: 'ц',
  č: 'ч',
  ć: 'ћ',
  d: 'д',
  đ: 'ђ',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'ј',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  r: 'р',
  s: 'с',
  š: 'ш',
  t: 'т',
  u: 'у',
  v: 'в',
  z: 'з',
  ž: 'ж',
  ô: 'о',
} // prettier-ignore

/** Serbian is written in both alphabets, letter for letter. */
function inCyrillic(words: AuthWords): AuthWords {
  const entries = Object.entries(words).map(([concept, list]) => [
    concept,
    list.replace(/dž|lj|nj|\p{L}/gu, (letter) => CYRILLIC[letter] ?? letter),
  ])
  return Object.fromEntries(entries)
}
