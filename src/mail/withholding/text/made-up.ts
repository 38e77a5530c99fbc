const LEAST = 6
const MOST = 40
const MOST_WORDS = 120
const ADDRESS = /:\/\/|^www\.|@[^@]{1,200}\.\p{L}{2,}$/iu
/** What passwords hold and words do not; what ends a sentence only within. */
const MARKS = /[#$%^&*+=~_]|[!?@](?=[\p{L}\d])/u
/** `userFiles=`: what a value is put into. */
const ASSIGNED = /^[A-Za-z_.]{2,40}=$/
const ENDS_IN_MARK = /[@#$%^&*+=~]$/
/** A part of a word between capitals: it can be said, or is an abbreviation. */
const PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu
const SAID =
  /[aeiouy\u00e4\u00f6\u00fc\u00e1\u00e9\u00ed\u00f3\u00fa\u00e0\u00e8\u00ec\u00f2\u00f9\u00e2\u00ea\u00ee\u00f4\u00fb\u00e5\u00e6\u00f8\u0153AEIOUY\u00c4\u00d6\u00dc\u00c9\u00c5\u00d8]|^Mc$|^\p{Lu}+$|^[ds]$/u

/** Without any of it there is no such word; of ASCII the same in plain ranges, which are looked through much faster. */
const MIXED = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\d/u
const MIXED_ASCII = /[a-z][A-Z]|[A-Z]{2}[a-z]|\d/
const IS_ASCII = /^[\x20-\x7e]*$/

/** A sentence holds a word nobody would write: a password, most likely. */
export function holdsMadeUp(plain: string): boolean {
  if (!(IS_ASCII.test(plain) ? MIXED_ASCII : MIXED).test(plain)) return false
  return plain
    .split(/[\s"'\u00ab\u00bb\u201c-\u201f\u2018\u2019\u300c\u300d()<>[\]]+/u, MOST_WORDS)
    .some(isMadeUp)
}

function isMadeUp(word: string): boolean {
  const bare = word.replace(/^[.,;:]+|[.,;:\u3002\uff0c]+$/gu, '')
  if (bare.length < LEAST || bare.length > MOST || ADDRESS.test(bare) || ASSIGNED.test(bare)) return false
  const core = bare.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  if (core.length < LEAST - 1 || /[^\p{L}\d!@#$%^&*+=~_?.-]/u.test(core)) return false
  const marked = MARKS.test(core) || ENDS_IN_MARK.test(bare)
  return /\d/.test(core) ? isMixed(core, marked, bare.endsWith('!')) : isScrambled(core, marked)
}

/** Digits among letters of both cases, or beside a mark; not those of a model or a size. */
function isMixed(core: string, marked: boolean, exclaimed: boolean): boolean {
  const [small, large] = [/\p{Ll}/u.test(core), /\p{Lu}/u.test(core)]
  if (core.includes('-') || core.includes('.')) return marked && small && large
  const letters = core.replace(/[^\p{L}]/gu, '')
  const turns = core.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  if (turns > 3) return letters.length > 3
  if (!small || !large) return false
  return marked || exclaimed || isScrambled(letters, false) || (turns > 1 && !isNamed(core))
}

/** `Fax2Mail`: parts that can be said, with a digit between. */
const isNamed = (core: string) => (core.match(PART) ?? []).every((part) => part.length > 2 && SAID.test(part))

/** Letters alone, with capitals where no word has them. */
function isScrambled(letters: string, marked: boolean): boolean {
  if (!/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(letters)) return false
  if (!/^[\p{Script=Latin}!@#$%^&*+=~_?]+$/u.test(letters)) return false
  const parts = letters.replace(/[^\p{L}]/gu, '').match(PART) ?? []
  const unsaid = parts.filter((part) => !SAID.test(part)).length
  const single = parts.filter((part) => part.length < 2).length
  const isShort = parts.length > 3 && letters.length <= parts.length * 2.5
  return unsaid > 0 || single > 1 || isShort || marked
}
