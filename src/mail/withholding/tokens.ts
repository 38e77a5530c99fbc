import { withoutImprint } from './imprint.ts'
import type { Segment } from './segments.ts'

/** What may be a code in a sentence. */
export interface Token {
  at: number
  end: number
  text: string
  /** 2: hardly anything else looks so. 1: it may be one. */
  strength: 1 | 2
  /** The sentence is nothing else. */
  alone: boolean
}

/** Addresses and identifiers of mail are no codes. */
const ADDRESS =
  /(?:https?:\/\/|www\.)\S{1,2000}|[^\s@<>]{1,64}@[^\s@<>]{1,255}|\b[\w-]{1,60}\.(?:com|org|net|example|io|de|eu)\b\S{0,300}/gi
const DATE =
  /\b\d{4}[./-]\d{1,2}[./-]\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}-\d{1,2}-\d{4}\b|\b\d{1,2}[./]\d{1,2}\.?(?![\d./])|\b\d{1,2}[:.]\d{2}(?::\d{2})?\b(?: ?[+-]\d{4}\b)?|\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const MONEY =
  /(?:[$\u20ac\u00a3\u00a5\u20b9\u20bd\u20ba\u20a9\u20b4\u20aa\u0e3f]|\b(?:usd|eur|gbp|rs|inr|kr|zl|chf|rp|rm|php))\.?\s{0,2}\d[\d.,' ]{0,14}|\b\d[\d.,']{0,14}\s{0,2}(?:[$\u20ac\u00a3\u00a5\u20b9\u20bd\u20ba\u20a9\u20b4\u20aa\u0e3f%\u5143\u5186]|\u5186|\uc6d0|\u0440\u0443\u0431|\u0433\u0440\u043d|z\u0142|k\u010d|lei|kr|usd|eur|euros?|evro|dollars?|pounds|francs|franken|pesos|reais|kronor|kroner|ft|tl)(?![\p{L}])|\b\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?\b|\b\d+[.,]\d{2}\b/giu
const PHONE =
  /\+\d[\d ()/-]{6,18}\d|\b0\d{2,4}[ /-]\d{3,}[\d -]{2,10}|\b0\d(?:[ .]\d\d){4}\b|(?<![\d-])(?:1-)?[2-9]\d\d-[2-9]\d\d-\d{4}(?![\d-])/g
const NUMBERED =
  /(?:#|\u2116|(?<!\p{L})n\.o|(?<!\p{L})(?:no|nr|nro|num|n\u00ba|n\u00b0|n|\u010d|\u010d\u00eds|br|\u03b1\u03c1|sz|ref|inv)[.:]{1,2})\s{0,2}(?=[\w-]{0,30}\d)[\w-]{1,30}/giu
/** Numbers of registers that companies are in. */
const REGISTERED =
  /(?<![\p{L}\d])(?:cif|nif|uen|crd|krs|nip|regon|hr[ab]|vat|siren|siret|abn|cnpj|cpf|nipc|rea|kvk|cvr|i\u010do|di\u010d|cui|oib|iban|bic|isin|nmls|\u0438\u043d\u043d|\u043e\u0433\u0440\u043d|\u0454\u0434\u0440\u043f\u043e\u0443|\u0435\u0438\u043a|\u03b1\u03c6\u03bc)[.:]?\s{1,2}[A-Z]{0,3}-?\d[\w ./-]{3,24}/giu
/** Parts of one number, years from one to another, amounts of anything. */
const COUNTED =
  /(?<![\w/])\d{2,6}\/\d{2,9}(?![\w/])|(?<!\d)(?:1[5-9]|20)\d\d ?- ?(?:1[5-9]|20)\d\d(?!\d)|(?<!\d)\d[\d.,' ]{0,14}\s?(?:kwh|kw|mah|km|km2|cm|mm|kg|gb|mb|tb|[mg]bit|[mg]bps|m\u00b2|m2|m3|m\u00b3|\u33a5|\u0433\u0440\u043d|k\u010d|z\u0142|kr|lei|ft)(?!\p{L})/giu
/** An address of the Internet, a time, a day: as a word of its own, or with an ending of the language's. */
const MOMENT =
  /(?<![^\s(["'\u201e\u201c])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}|\d{1,2}[:.]\d{2}(?::\d{2})?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})(?![\w!@#$%^&*+=~])/gi
/** Digits of a register: more than anybody types. */
export const LONG_NUMBER = /(?<!\d)\d{17,}/g
const WORD = /[\p{Script=Latin}\d]{1,40}(?:-[\p{Script=Latin}\d]{1,40}){0,8}/gu
const SPACED = /(?<![\p{L}\d])\d{1,4}(?:[ \u00b7\u2022-]{1,3}\d{1,4}){1,9}(?![\p{L}\d])/gu

/** What is taken out before codes are looked for; all but the first have digits. */
const WITHOUT_CODES = [ADDRESS, LONG_NUMBER, REGISTERED, DATE, MONEY, COUNTED, PHONE, NUMBERED]

/** A sentence names an amount of money. */
export function holdsMoney(plain: string): boolean {
  return /\d/.test(plain) && plain.search(MONEY) >= 0
}

const blank = (found: string) => ' '.repeat(found.length)

/** A line without the times, days and addresses of the Internet that notices tell. */
export function withoutMoments(plain: string): string {
  return /\d/.test(plain) ? plain.replace(MOMENT, blank) : plain
}

/** Codes that stand in a sentence, in order of appearance, at most 20. */
export function tokensIn({ plain, bits }: Pick<Segment, 'plain' | 'bits'>): Token[] {
  return tokensOf(withoutImprint(plain, bits))
}

/** Codes in a sentence without what names a sender. */
export function tokensOf(plain: string): Token[] {
  const kinds = /\d/.test(plain) ? WITHOUT_CODES : WITHOUT_CODES.slice(0, 1)
  const bare = kinds.reduce((text, kind) => text.replace(kind, blank), plain)
  const content = bare.replace(/[^\p{L}\p{N}]/gu, '')
  const tokens: Token[] = []
  const note = (at: number, word: string, strength: number) => {
    const alone = word.replace(/[^\p{L}\p{N}]/gu, '').length === content.length
    const raised = alone && strength > 0 ? 2 : strength
    if (raised < 1 || tokens.length >= 20) return
    tokens.push({ at, end: at + word.length, text: word, strength: raised >= 2 ? 2 : 1, alone })
  }
  for (const { 0: group, index } of bare.matchAll(SPACED)) note(index, group, strengthOfGroup(group))
  for (const { 0: word, index } of bare.matchAll(WORD)) {
    const alone = word.replaceAll('-', '').length === content.length
    note(index, word, strengthOf(word, alone, index === 0))
  }
  return tokens.toSorted((a, b) => a.at - b.at)
}

/** `482 913`, `4 8 2 9 1 3`, `12-34-56`. */
function strengthOfGroup(group: string): number {
  const parts = group.split(/[^\d]+/)
  const digits = parts.join('').length
  if (digits < 4 || digits > 12 || isAnyNumber(group)) return 0
  const equal = parts.every((part) => part.length === parts[0]?.length)
  return equal || digits === 6 ? 2 : 1
}

function strengthOf(word: string, alone: boolean, first: boolean): number {
  const letters = word.replaceAll('-', '')
  if (/^\d+$/.test(letters)) return word.includes('-') ? 0 : strengthOfDigits(letters, first)
  if (letters.length < 4 || letters.length > 24) return 0
  if (/\d/.test(letters)) return strengthOfMixed(word, letters)
  if (!alone) return 0
  // Letters only: a line of its own in capitals, or in groups.
  return /^[A-Z]{4,12}$/.test(letters) || /-.{1,40}-/.test(word) ? 0.5 : 0
}

/** Whoever writes `000 000` or `123 456` means any code. */
export const isAnyNumber = (digits: string) =>
  !/[1-9]/.test(digits) || COUNTING.includes(digits.replace(/\D/g, ''))
const COUNTING = ['123456', '1234567', '12345678', '123456789', '1234567890', '654321', '123123']

function strengthOfDigits(digits: string, first: boolean): number {
  if (isAnyNumber(digits)) return 0
  if (digits.length >= 5 && digits.length <= 8) return 2
  if (digits.length === 4) return /^(?:19|20)\d\d$/.test(digits) && !first ? 0 : 1
  return digits.length === 9 || digits.length === 10 ? 1 : 0
}

function strengthOfMixed(word: string, letters: string): number {
  if (/^[A-Za-z]{1,2}-\d{4,8}$/.test(word)) return 2
  if (/^[A-Za-z]{3,}-\d+(?:-\d+)?$/.test(word)) return 0.5
  if (letters.length > 16) return 0
  const lower = /^[a-z\d]+$/.test(letters)
  if (lower && /^(?:[a-z]+\d{1,2}|\d{1,4}[a-z]{1,3})$/.test(letters)) return 0
  if (letters.length < 5 || lower) return 1
  return 2
}
