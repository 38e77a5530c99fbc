import { ACCOUNT_DEEDS, ACCOUNT_WORDS, NAME_LURES, SIGN_IN_WORDS } from '../../data/brand-words.ts'
import { organisationOf } from '../domains/sender-domain.ts'
import { type Brand, namesOf, writtenAsLabel } from './catalogue.ts'
import { foldedWords } from './fold.ts'

const MOST_CHARACTERS = 20_000
const MOST_PLACES = 50
/** So many words before and behind a name are about it. */
const AROUND = 10

const folded = (words: Iterable<string>, without: ReadonlySet<string>) =>
  new Set([...words].flatMap((word) => foldedWords(word)).filter((word) => !without.has(word)))

/** Words that letters about anything hold. */
const COMMON_DEEDS = new Set('log sign check review access change identifier acceder entrar'.split(' '))
const COMMON_THINGS = new Set(
  'information informations details profile id card data dati datos dados daten dane gegevens login payment'.split(
    ' ',
  ),
)
const DEEDS = folded([...SIGN_IN_WORDS, ...ACCOUNT_DEEDS], COMMON_DEEDS)
const ACCOUNTS = folded(ACCOUNT_WORDS, COMMON_THINGS)

/** A text asks to do something to an account, near the name of this brand. */
export function asksForAccountOf(brand: Brand, text: string): boolean {
  const words = foldedWords(text, MOST_CHARACTERS)
  const names = namesOf(brand).map((name) => foldedWords(name))
  const places = words.flatMap((_, at) => (names.some((name) => standsAt(words, at, name)) ? [at] : []))
  return places.slice(0, MOST_PLACES).some((at) => {
    const near = words.slice(Math.max(0, at - AROUND), at + AROUND + 1)
    return near.some((word) => DEEDS.has(word)) && near.some((word) => ACCOUNTS.has(word))
  })
}

function standsAt(words: readonly string[], at: number, name: readonly string[]): boolean {
  return name.length > 0 && name.every((word, i) => words[at + i] === word)
}

/** What the first label of an organisation's domain has of a brand's name. */
export type LabelShare = 'none' | 'name' | 'name and lure'

/** volksbank-musterstadt.example has the name; chase-secure.example puts words of signing in beside it. */
export function shareOfLabel(brand: Brand, domain: string): LabelShare {
  const label = organisationOf(domain)?.split('.')[0] ?? ''
  const rests = namesOf(brand)
    .flatMap(writtenAsLabel)
    .flatMap((name) => restOf(label, name))
  if (rests.some((rest) => rest.some((part) => NAME_LURES.has(part)))) return 'name and lure'
  return rests.length > 0 ? 'name' : 'none'
}

/** The name is one of the label's words, or the label begins or ends with it where the rest is a word to lure. */
function restOf(label: string, name: string): string[][] {
  if (`-${label}-`.includes(`-${name}-`)) return [`-${label}-`.replace(`-${name}-`, '-').split('-')]
  if (name.length < 4) return []
  const glued = label.startsWith(name)
    ? label.slice(name.length)
    : label.endsWith(name)
      ? label.slice(0, -name.length)
      : ''
  return glued.split('-').some((part) => NAME_LURES.has(part)) ? [glued.split('-')] : []
}
