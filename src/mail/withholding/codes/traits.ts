/** The line may hold a token: where it may not, none is found in it, nor in what is left of it when some of it is blanks. */
export const TOKEN = 1
/** A word of it has capitals behind small letters, or digits and letters: one that is made up has. */
export const MIXED = 2
/** It has a colon or an equals sign, quotes, two dashes, or a capital behind a small letter: a password is told so. */
export const TELLING = 4
export const DIGITS = 8

/** What is shorter is no code, whatever of its line is taken out. */
const LEAST = 4
/** Digits further apart than so are no groups of one number. */
const MOST_BETWEEN = 3

const UNKNOWN = 0
const OTHER = 1
const SPACE = 2
const DIGIT = 3
const SMALL = 4
const CAPITAL = 5
const LETTER = 6
const DASH = 7
const SIGN = 8
/** A half of a pair may be a letter of any kind. */
const HALF = 9

/** The sort of each UTF-16 unit, looked up once. */
const SORTS = new Uint8Array(65_536)
const BY_PATTERN: readonly (readonly [pattern: RegExp, sort: number])[] = [
  [/\s/, SPACE],
  [/\d/, DIGIT],
  [/\p{Ll}/u, SMALL],
  [/\p{Lu}/u, CAPITAL],
  [/[\ud800-\udfff]/, HALF],
  [/[\p{L}\p{M}]/u, LETTER],
  [/-/, DASH],
  [/[:=\uff1a"'\u00ab\u2018\u201c-\u201f\u300c]/, SIGN],
]

function sortOf(unit: number): number {
  const letter = String.fromCharCode(unit)
  const sort = BY_PATTERN.find(([pattern]) => pattern.test(letter))?.[1] ?? OTHER
  SORTS[unit] = sort
  return sort
}

/** A sentence of small letters, as most are: nothing of what is looked for. */
const USUAL = /^[A-Z]?[a-z ,.;!?()]*$/

/** What a line may hold, as bits: one pass without an object. No bit is missing that is due. */
export function traitsOf(plain: string): number {
  if (USUAL.test(plain)) return 0
  const word = new Word()
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at)
    const known = SORTS[unit] as number
    word.add(known === UNKNOWN ? sortOf(unit) : known, at, unit < 0x80)
  }
  return word.traits
}

/** What is known of the letters up to a place. */
class Word {
  traits = 0
  /** Digits in a row of groups, and where the last one was. */
  private near = 0
  private last = -1
  private dashes = 0
  private before = OTHER
  private capitals = 0
  /** Of what stands between blanks, and of the letters, digits and dashes in a row. */
  private hasLetter = false
  private hasDigit = false
  private length = 0
  private joined = 0
  private digits = 0

  add(sort: number, at: number, isAscii: boolean): void {
    if (sort === SPACE) this.hasLetter = this.hasDigit = false
    this.addToRow(sort, isAscii)
    if (sort === DIGIT) this.addDigit(at)
    else if (sort >= SMALL && sort <= LETTER) this.addLetter(sort)
    else if (sort === SIGN) this.traits |= TELLING
    else if (sort === HALF) this.traits |= TOKEN | MIXED | TELLING
    if (sort !== CAPITAL) this.capitals = 0
    this.before = sort
  }

  private addToRow(sort: number, isAscii: boolean): void {
    if (isAscii && (sort <= SPACE || sort === SIGN)) {
      this.length = this.joined = this.digits = 0
      return
    }
    this.length += 1
    if (sort === DIGIT) this.digits += 1
    if (sort === DASH) {
      this.joined += 1
      this.dashes += 1
    }
    if (this.joined > 1 || (this.digits > 0 && this.length >= LEAST)) this.traits |= TOKEN
    if (this.dashes > 1) this.traits |= TELLING
  }

  private addDigit(at: number): void {
    this.traits |= this.hasLetter ? DIGITS | MIXED : DIGITS
    this.hasDigit = true
    this.near = at - this.last <= MOST_BETWEEN + 1 ? this.near + 1 : 1
    this.last = at
    if (this.near >= LEAST) this.traits |= TOKEN
  }

  private addLetter(sort: number): void {
    this.hasLetter = true
    if (this.hasDigit) this.traits |= MIXED
    if (sort === CAPITAL) {
      this.capitals += 1
      if (this.before === SMALL) this.traits |= MIXED | TELLING
      if (this.capitals >= LEAST) this.traits |= TOKEN
    } else if (sort === SMALL && this.capitals > 1) this.traits |= MIXED
  }
}
