import {
  ACCOUNT_DEEDS,
  ACCOUNT_WORDS,
  COMPANY_WORDS,
  LINK_FILLERS,
  SERVICE_WORDS,
  SIGN_IN_WORDS,
} from '../../data/brand-words.ts'
import { remembered } from '../remembered.ts'
import { BRANDS, type Brand } from './catalogue.ts'
import { foldedWords, lookOf } from './fold.ts'

/** How sure a name is by itself; `data/brands.json` says what each means. */
type Sureness = 'names' | 'shared' | 'words' | 'suffixed' | 'alone' | 'persons'
const SURENESSES: readonly Sureness[] = ['names', 'shared', 'words', 'suffixed', 'alone', 'persons']

interface Entry {
  brand: Brand
  sureness: Sureness
}

const MOST_WORDS = 14
/** Below this a look is too common. */
const LEAST_LOOK = 5

const BY_NAME = new Map<string, Entry>()
const BY_LOOK = new Map<string, Entry>()
for (const sureness of SURENESSES) {
  for (const brand of BRANDS) {
    for (const name of brand[sureness]) {
      const key = foldedWords(name).join(' ')
      if (!BY_NAME.has(key)) BY_NAME.set(key, { brand, sureness })
      const look = lookOf(key)
      // Whoever disguises a name that others have too means the brand.
      if (isDistinct(sureness) && look.length >= LEAST_LOOK) BY_LOOK.set(look, { brand, sureness: 'names' })
    }
  }
}

function isDistinct(sureness: Sureness): boolean {
  return sureness === 'names' || sureness === 'shared'
}

const LONGEST = Math.max(...[...BY_NAME.keys()].map((name) => name.split(' ').length))

/** A brand's name that a text holds, with the words around it. */
interface Found extends Entry {
  rest: string[]
}

/** A name that is a brand's, alone or as its service would write it. */
export interface NamedBrand {
  brand: Brand
  /** It may be a person's first name or surname. */
  mayBePerson: boolean
  /** An ordinary word, a name of people or of others too: by itself it claims nothing. */
  isShared: boolean
}

/** The brand whose name a display name is, with nothing beside it but words of service and of company. */
export const brandOfName: (name: string) => NamedBrand | undefined = remembered((name) => {
  const words = split(withoutGaps(foldedWords(name)), NAME_WORDS)
  if (words.length > MOST_WORDS) return undefined
  const found = spansOf(words, looksOf(name)).find(({ sureness, rest }) => isService(sureness, rest))
  if (!found) return undefined
  const isBare = found.rest.length === 0
  return {
    brand: found.brand,
    mayBePerson: isBare && found.sureness === 'persons',
    isShared: found.sureness !== 'names',
  }
})

/** P a y P a l */
function withoutGaps(words: string[]): string[] {
  return words.length >= LEAST_LOOK && words.every(({ length }) => length === 1) ? [words.join('')] : words
}

function isService(sureness: Sureness, rest: readonly string[]): boolean {
  if (isDistinct(sureness)) return rest.every((word) => NAME_WORDS.has(word) || /^\d+$/.test(word))
  if (rest.length === 0) return sureness !== 'suffixed'
  if (sureness === 'alone') return false
  return rest.some((word) => SERVICE.has(word)) && rest.every((word) => NAME_WORDS.has(word))
}

const folded = (words: Iterable<string>) => new Set([...words].flatMap((word) => foldedWords(word)))
const SERVICE = folded(SERVICE_WORDS)
const SIGN_IN = folded(SIGN_IN_WORDS)
const DEEDS = folded(ACCOUNT_DEEDS)
const ACCOUNTS = folded(ACCOUNT_WORDS)
const NAME_WORDS: ReadonlySet<string> = new Set([...SERVICE, ...folded(COMPANY_WORDS)])
const MINE = new Set([
  'my',
  'mein',
  'meine',
  'meinem',
  'mon',
  'ma',
  'mi',
  'mio',
  'meu',
  'minha',
  'mijn',
  'our',
])
const LOOKS = new Set(['check', 'review', 'prufen', 'pruefen'])
const LINK_WORDS: ReadonlySet<string> = new Set([...SIGN_IN, ...DEEDS, ...ACCOUNTS, ...folded(LINK_FILLERS)])

/** The brand whose account the text of a link asks to get into, and of which it says nothing else. */
export const brandOfSignIn: (text: string) => Brand | undefined = remembered((text) => {
  const words = split(foldedWords(text), LINK_WORDS)
  if (words.length > MOST_WORDS || words.length < 2) return undefined
  return spansOf(words, looksOf(text)).find(
    ({ brand, sureness, rest }) =>
      sureness !== 'alone' && rest.every(isLinkWord) && asksToSignIn(rest) && !showsOwnPage(brand, rest),
  )?.brand
})

/** "Check my account on LinkedIn": people invite to pages of their own on a platform. */
function showsOwnPage({ platform }: Brand, rest: readonly string[]): boolean {
  const isMine = platform && rest.some((word) => MINE.has(word))
  return isMine && !rest.some((word) => (SIGN_IN.has(word) || DEEDS.has(word)) && !LOOKS.has(word))
}

/** A deadline is a number. */
function isLinkWord(word: string): boolean {
  return LINK_WORDS.has(word) || /^\d{1,3}$/.test(word)
}

/** The text is nothing but words that send a reader somewhere. */
export const isOnlySending: (text: string) => boolean = remembered((text) => {
  const words = split(foldedWords(text), LINK_WORDS)
  return words.length <= MOST_WORDS && words.every(isLinkWord)
})

function asksToSignIn(words: readonly string[]): boolean {
  if (words.some((word) => SIGN_IN.has(word))) return true
  return words.some((word) => DEEDS.has(word)) && words.some((word) => ACCOUNTS.has(word))
}

/** The text holds a word of getting into an account. */
export function speaksOfSignIn(text: string): boolean {
  return asksToSignIn(split(foldedWords(text, 500), LINK_WORDS))
}

/** The text names the brand somewhere. */
export function mentions(text: string, { names, shared, words, persons }: Brand): boolean {
  const all = ` ${foldedWords(text, 20_000).join(' ')} `
  return [...names, ...shared, ...words, ...persons].some((name) =>
    all.includes(` ${foldedWords(name).join(' ')} `),
  )
}

/** Every way to take some neighbouring words as a brand's name, the longest first. */
function spansOf(words: readonly string[], looks: readonly string[]): Found[] {
  const found: Found[] = []
  for (let length = Math.min(LONGEST, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const span = words.slice(from, from + length).join(' ')
      const look = looks.length === words.length ? looks.slice(from, from + length).join(' ') : lookOf(span)
      const entry = BY_NAME.get(span) ?? BY_LOOK.get(look)
      if (entry) found.push({ ...entry, rest: [...words.slice(0, from), ...words.slice(from + length)] })
    }
  }
  return found
}

/** The looks of the words as they are written: a capital I is shown like an l. */
function looksOf(text: string): string[] {
  return text
    .slice(0, 300)
    .split(/[^\p{L}\p{M}\p{N}&+]+/u)
    .filter((word) => word !== '')
    .map(lookOf)
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The same with the words they may be glued to, longest first. */
const GLUED = (all: ReadonlySet<string>) =>
  [...all].filter((word) => WITHOUT_SPACES.test(word)).toSorted((a, b) => b.length - a.length)
const GLUED_WORDS = new Map<ReadonlySet<string>, string[]>()

/** Parts the words that East Asian writing runs together, as far as they are known. */
function split(words: readonly string[], known: ReadonlySet<string>): string[] {
  const glued = GLUED_WORDS.get(known) ?? GLUED(known)
  GLUED_WORDS.set(known, glued)
  return words
    .slice(0, MOST_WORDS + 1)
    .flatMap((word) => (WITHOUT_SPACES.test(word) ? parts(word, glued) : [word]))
}

/** A brand's name in front, known words behind it, or the other way round. */
function parts(word: string, glued: readonly string[]): string[] {
  const [before, after]: [string[], string[]] = [[], []]
  let rest = word
  while (rest !== '' && !BY_NAME.has(rest) && before.length + after.length < MOST_WORDS) {
    const end = glued.find((one) => rest.endsWith(one))
    const start = end === undefined ? glued.find((one) => rest.startsWith(one)) : undefined
    if (end !== undefined) {
      after.unshift(end)
      rest = rest.slice(0, rest.length - end.length)
    } else if (start !== undefined) {
      before.push(start)
      rest = rest.slice(start.length)
    } else break
  }
  return [...before, ...(rest === '' ? [] : [rest]), ...after]
}
