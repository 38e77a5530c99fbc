/** What is shorter is no code, whatever of its line is taken out. */
const LEAST = 4
/** Digits further apart than so are no groups of one number. */
const MOST_BETWEEN = 3
const DASH = 0x2d

const NOTHING = 0
const IN_WORD = 1
const CAPITAL = 2
const DIGIT = 3
/** What each unit of ASCII may be in a token; of all others, each may be in a word of it. */
const SORTS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const letter = String.fromCharCode(unit)
  if (/\d/.test(letter)) return DIGIT
  if (/[A-Z]/.test(letter)) return CAPITAL
  return /[a-z-]/.test(letter) ? IN_WORD : NOTHING
})

/**
 * Whether a line may hold a token: one pass without an object. Where it says no, `tokensOf` and `codeInCapitals` find none in
 * the line, nor in what is left of it when quotations, examples and numbers of its sender are blanks.
 */
export function mayHoldToken(plain: string): boolean {
  let [near, last, capitals] = [0, -1, 0]
  let [length, dashes, digits] = [0, 0, 0]
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at)
    const sort = SORTS[unit] ?? IN_WORD
    const isWord = Number(sort !== NOTHING)
    capitals = (capitals + 1) * Number(sort === CAPITAL)
    length = (length + 1) * isWord
    dashes = (dashes + Number(unit === DASH)) * isWord
    digits = (digits + Number(sort === DIGIT)) * isWord
    if (sort === DIGIT) {
      near = at - last <= MOST_BETWEEN + 1 ? near + 1 : 1
      last = at
    }
    if (near >= LEAST || capitals >= LEAST || dashes > 1 || (digits > 0 && length >= LEAST)) return true
  }
  return false
}
