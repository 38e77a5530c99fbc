const WORD = /\p{L}+/gu
/** Words of scripts that write no spaces, and some German ones, stand within others. */
const SPACES = ['[ .-]{0,2}', '[ .]?'] as const

/** Words that stand before a number, and how to find them with what follows. */
export interface LeadWords {
  /** Every way a word of a text may begin one of them: the whole word, or the first letters of it. */
  readonly whole: ReadonlySet<string>
  readonly begun: ReadonlySet<string>
  readonly shortest: number
  readonly longest: number
  /** Words that were looked up. */
  readonly known: Map<string, boolean>
  readonly source: string
  readonly glued: string
}

/** A list joined by `|`: whole words or begun ones (`*`), a point or a space where theirs is one; and those found anywhere. */
export function leadWords(words: string, glued: string): LeadWords {
  const all = words.split('|').flatMap(spelled)
  const whole = all.filter((word) => !word.includes('*')).flatMap(beginnings)
  const begun = all.filter((word) => word.includes('*')).map((word) => word.split(/[^\p{L}]/u, 1)[0] ?? '')
  const lengths = begun.map(({ length }) => length)
  const patterns = all.map((word) => word.replaceAll(' ', SPACES[0]).replace('*', '\\p{L}{0,12}'))
  return {
    whole: new Set(whole),
    begun: new Set(begun),
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
    known: new Map(),
    source: `(?:${patterns.join('|')})(?!\\p{L})`,
    glued: `(?:${glued.replaceAll('.', '\\.').replaceAll(' ', SPACES[1])})`,
  }
}

/** `licen[cs]e` is two words. */
function spelled(word: string): string[] {
  const choice = /\[(\p{L}+)\]/u.exec(word)
  return choice ? Array.from(choice[1] ?? '', (letter) => word.replace(choice[0], letter)) : [word]
}

/** `r c s` may be written in one, two or three words. */
function beginnings(word: string): string[] {
  const parts = word.match(WORD) ?? []
  return parts.map((_, index) => parts.slice(0, index + 1).join(''))
}

/** So many words are remembered, of so many letters. */
const MOST_KNOWN = 5_000
const MOST_REMEMBERED = 30

/** Where in a text one of the words may begin. */
export function* startsOf(words: LeadWords, text: string): Generator<number> {
  for (const { 0: word, index } of text.matchAll(WORD)) if (mayBegin(words, word)) yield index
}

function mayBegin({ whole, begun, shortest, longest, known }: LeadWords, word: string): boolean {
  const before = known.get(word)
  if (before !== undefined) return before
  const small = word.toLowerCase()
  let isOne = whole.has(small)
  for (let length = shortest; !isOne && length <= Math.min(longest, small.length); length += 1) {
    isOne = begun.has(small.slice(0, length))
  }
  if (known.size >= MOST_KNOWN) known.clear()
  if (word.length <= MOST_REMEMBERED) known.set(word, isOne)
  return isOne
}

/** Letters of scripts without capitals, in which the glued words are. */
const UNCASED = /\p{Lo}/u

/** Finds words with what stands behind them, and takes the number out; `tail` has one group, at its end. */
export class Finder {
  private readonly words: LeadWords
  private readonly whole: RegExp
  private readonly glued: RegExp

  private readonly what: 'number' | 'all'

  /** `what` goes: the number, or the words before it too, which may look like a code themselves. */
  constructor(words: LeadWords, tail: string, what: 'number' | 'all' = 'number') {
    this.words = words
    this.what = what
    this.whole = new RegExp(words.source + tail, 'iuy')
    this.glued = new RegExp(words.glued + tail, 'giu')
  }

  /** The text with blanks for the numbers that are taken. */
  without(text: string, isTaken: (number: string) => boolean = () => true): string {
    const found: { start: number; end: number; number: string }[] = []
    let behind = 0
    for (const start of startsOf(this.words, text)) {
      if (start < behind) continue
      this.whole.lastIndex = start
      const match = this.whole.exec(text)
      if (!match) continue
      behind = start + match[0].length
      found.push({ start, end: behind, number: match[1] ?? '' })
    }
    if (UNCASED.test(text)) {
      for (const { 0: all, 1: number = '', index } of text.matchAll(this.glued)) {
        found.push({ start: index, end: index + all.length, number })
      }
    }
    return found
      .filter(({ number }) => isTaken(number))
      .reduce(
        (rest, { start, end, number }) =>
          blanked(rest, this.what === 'all' ? start : end - number.length, end),
        text,
      )
  }
}

function blanked(text: string, from: number, end: number): string {
  return text.slice(0, from) + ' '.repeat(end - from) + text.slice(end)
}
