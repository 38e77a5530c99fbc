import {
  PHONE_WORDS,
  PHONE_WORDS_GLUED,
  REFERENCE_WORDS,
  REFERENCE_WORDS_GLUED,
  REGISTER_WORDS,
  REGISTER_WORDS_GLUED,
  STREET_WORDS,
  STREET_WORDS_GLUED,
} from '../data/imprint-words.ts'
import { bitsOf } from './concepts.ts'

/** A sentence that speaks of any of these may hold a code. */
const SPOKEN = bitsOf(['code', 'digits', 'pass', 'sign', 'conf', 'use', 'temp'])

/** Any of the words: whole or begun (`*`), a point or a space where theirs is one; the glued ones anywhere. */
function oneOf(words: string, glued: string): string {
  const whole = words
    .split('|')
    .map((word) => word.replaceAll(' ', '[ .-]{0,2}').replace('*', '\\p{L}{0,12}'))
  return `(?:(?<!\\p{L})(?:${whole.join('|')})(?!\\p{L})|${glued.replaceAll('.', '\\.').replaceAll(' ', '[ .]?')})`
}

const COUNT = '(?:(?:no|nr|nb|num|number|nummer|numer|n[º°o]|номер|№|id|番号|编号|编|번호)[^\\p{L}\\d]{0,4})?'
/** What may stand between a word and its number: marks alone, or other words too. */
const CLOSE = `[^\\p{L}\\d]{0,6}${COUNT}`
const LOOSE = '[^\\d]{0,36}'
const REACHED = '\\+?\\(?\\d[\\d ()/.+-]{2,22}'
const COUNTED = '(?:[\\p{Lu}\\d]{1,6}[ -]?){0,2}\\d[\\d./-]{2,20}(?![\\p{Script=Latin}\\d])'
/** `667127 numaralı`: the word stands behind. */
const COUNTED_BEFORE =
  /(?<![\p{L}\d])\d{4,10}(?='?(?:\s?numaralı|\s?nolu|\s?no'lu|\s?számú|\s?号|\s?號|\s?番|\s?번))/giu

interface Numbers {
  close: RegExp
  loose: RegExp
}
const numbers = (word: string, number: string, loose = LOOSE): Numbers => ({
  close: new RegExp(`${word}${CLOSE}(${number})`, 'giu'),
  loose: new RegExp(`${word}${loose}(${number})`, 'giu'),
})

const PHONES = numbers(oneOf(PHONE_WORDS, PHONE_WORDS_GLUED), REACHED)
const REGISTERED = numbers(oneOf(REGISTER_WORDS, REGISTER_WORDS_GLUED), COUNTED)
const REFERRED = numbers(oneOf(REFERENCE_WORDS, REFERENCE_WORDS_GLUED), COUNTED, CLOSE)
/** Words that end in one for a number: in scripts without spaces it belongs to them. */
const NUMBERED = new RegExp(
  `(?:${[REGISTER_WORDS_GLUED, REFERENCE_WORDS_GLUED].flatMap((words) => words.split('|').filter((word) => /[号番编編號]/.test(word))).join('|')})[^\\p{L}\\d]{0,6}(${COUNTED})`,
  'giu',
)
const STREET = new RegExp(oneOf(STREET_WORDS, STREET_WORDS_GLUED), 'iu')
/** A postal code between a comma and the place, or alone before it; behind a state; in the forms of single countries. */
const POSTAL = [
  /(?<=(?:^|,\s?|\|\s?|\u00b7\s?)(?:[A-Z]{1,3}[- ])?)\d{2,6}(?:[ -]\d{2,4})?(?:\s?[A-Z]{2})?(?=\s{1,2}\p{Lu}\p{L})/gu,
  /(?<=,\s{0,2})\d{4,6}(?=,\s?[\p{Lu}\p{Lo}])/gu,
  /(?<=,\s{1,2}[A-Z]{2}\s{1,2})\d{5}(?:-\d{4})?(?![\w-])/g,
  /(?<![\w-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} ?[A-Z]{2} (?=\p{Lu}\p{Ll}))(?![\w-])/gu,
]
const OF_STREET = /(?<![\w-])(?:[A-Z]{1,2}-)?\d{2,6}(?:[ -]\d{2,4})?(?![\w-])/g
/** `981 55 01 77`, `800-555-0177`: codes come in groups of one length, or are shorter. */
const GROUPS = /(?<![\p{L}\d])\d{1,5}(?:[ .-]\d{2,5}){2,5}(?![\p{L}\d])/gu
/** `77120 to 77199` */
const RANGE =
  /(?<![\p{L}\d])\d{3,9}(?: (?:-|to|till|until|through|bis|tot|t\/m|til|till|do|al?|à|au|até|hasta|fino a|до|по) )\d{3,9}(?![\p{L}\d])/giu
/** `INV-2026-06758` */
const OF_YEAR = /(?<![\p{L}\d-])[A-Z]{1,6}[-/](?:19|20)\d\d[-/]\d{2,9}(?![\p{L}\d-])/gu
/** A sign that a line holds a number that is long enough to be a code. */
const NUMBER = /\d(?:[ ()/.-]{0,2}\d){3}/

const blank = (found: string) => ' '.repeat(found.length)

/**
 * A sentence without the numbers by which a sender is reached or registered, and those that customers, contracts and places
 * have. `bits` is what the sentence speaks of: where that is codes or signing in, only what cannot be one goes. `lead` is the
 * line before it.
 */
export function withoutImprint(plain: string, bits: number, lead = ''): string {
  if (!NUMBER.test(plain)) return plain
  const isSpoken = (bits & SPOKEN) !== 0
  const label = lead.length <= 40 && /[:\uff1a]$/.test(lead) ? `${lead} ` : ''
  const whole = `${label}${plain}`
  const bare = isSpoken ? withoutPhones(whole) : withoutAny(whole)
  return bare.slice(label.length)
}

const last = (found: string, number: string) => found.slice(0, -number.length) + blank(number)

/** The word for a telephone and a number that is written like one's, and numbers whose word says whose they are. */
function withoutPhones(text: string): string {
  return text
    .replace(PHONES.close, (found, number: string) => {
      const isLikely = /^[+(0]/.test(number) || number.replace(/\D/g, '').length >= 9
      return isLikely ? last(found, number) : found
    })
    .replace(NUMBERED, last)
}

function withoutAny(text: string): string {
  const bare = [PHONES.loose, REGISTERED.loose, REFERRED.close].reduce(
    (rest, kind) => rest.replace(kind, last),
    text
      .replace(OF_YEAR, blank)
      .replace(COUNTED_BEFORE, blank)
      .replace(RANGE, (found) => (isRange(found) ? blank(found) : found))
      .replace(GROUPS, (found) => (isPhone(found) ? blank(found) : found)),
  )
  const placed = POSTAL.reduce((rest, kind) => rest.replace(kind, blank), bare)
  return STREET.test(placed) ? placed.replace(OF_STREET, blank) : placed
}

function isPhone(groups: string): boolean {
  const parts = groups.split(/\D/)
  return parts.join('').length >= 9 && parts.some(({ length }) => length !== parts[0]?.length)
}

/** From less to more. */
function isRange(found: string): boolean {
  const [first = 0, second = 0] = found.split(/\D+/).map(Number)
  return second > first
}
