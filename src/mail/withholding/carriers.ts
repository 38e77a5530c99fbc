import { BIT, bitsOf } from '../data/auth-words/concepts.ts'
import { saysUnsubscribe } from '../reading/links/unsubscribe-link.ts'
import { linksOf } from './carriers/links.ts'
import { DIGITS, MIXED, TELLING, TOKEN, traitsOf } from './codes/traits.ts'
import { ABOUT, mayTellPassword } from './credential.ts'
import { proseAround } from './examples/prose.ts'
import { UNSPACED } from './examples/quoted.ts'
import { mayBeSpokenOf } from './gate.ts'
import type { Carrier } from './looks/carrier.ts'
import type { Passage } from './passage.ts'
import { isFrameLabel } from './text/frames.ts'
import { holdsMadeUp } from './text/made-up.ts'
import { isAnyNumber, LONG_NUMBER, withoutMoments } from './tokens.ts'

/** A value behind a colon, or a line of one word: what a password looks like. */
const VALUE = /[:\uff1a=]\s{0,4}["'\u00ab\u201c\u2018]?[^\s:]\S{2,59}["'\u00bb\u201d\u2019]?[.!]?$/
const ALONE = /^[\p{L}\d][^\s:]{2,39}[^\s:,\uff0c\u3001]$/u
const MAILBOX = /[^\s@<>]{1,64}@[^\s@<>]{1,255}\.[\p{L}\d-]{2,63}(?![^\s<>),.;])/gu
const OF_MAILBOX = /[:\uff1a]\s{0,4}[^\s@<>]{1,64}@[^\s@<>]{1,255}$/
/** A word of letters, digits and marks. */
const MADE_UP =
  /(?<![^\s"'(\u00ab\u201c\u201e\u300c:\uff1a=])(?!\d{1,2}-\p{Ll}{4,20}(?![\p{L}\d])|[\p{Script=Han}\p{L}\d]{0,20}\d{1,2}[\p{Script=Han}]{2})(?=[^\s]{0,40}\d)(?=[^\s]{0,40}\p{L})[\p{L}\d!@#$%^&*_?+~=.-]{5,40}(?![^\s"'),.;!\u00bb\u201d\u300d\u3002\uff0c])/u
/** The next line is what this one speaks of. */
const LEADS_ON = /[:\uff1a]$/
const MOST_WORDS = 6
/** What is left of a line of a program: `password=    ,`. */
const ASSIGNS_NOTHING = /=["'\s,;()[\]]{0,80}$/
/** What is longer is a sentence. */
const MOST_LETTERS = 60
/** What was taken out of a longer line leaves no word alone in it. */
const MOST_TAKEN = 120
/** What sentences have and passphrases do not. */
const PUNCTUATED = /[=,;.!?\u2026"\u201c-\u201e\u00ab\u00bb\u3001\u3002\uff0c()]/

/** Everything in a body that could be a secret and may be spoken of, in order of appearance; `senders` are the names of who sent it. */
export function carriersOf(passage: Passage, senders: ReadonlySet<string>): Carrier[] {
  const carriers: Carrier[] = []
  for (const index of passage.lines.keys()) {
    const isLikely = mayHoldValue(passage, index) && mayBeSpokenOf(passage, index, 'value')
    const value = isLikely ? valueAt(passage, index) : undefined
    if (value) carriers.push(value)
    if ((passage.lines[index]?.anchors.length ?? 0) > 0) carriers.push(...linksOf(passage, index, senders))
  }
  return carriers
}

/** Whether `valueAt` may find something: most lines hold nothing like it, which is known before anything else is read. */
function mayHoldValue(passage: Passage, index: number): boolean {
  const plain = passage.lines[index]?.plain ?? ''
  const traits = traitsOf(plain)
  if ((traits & TOKEN) !== 0) return true
  if (mayHoldWords(plain, traits) && holdsWords(plain, passage.lines[index - 1]?.plain)) return true
  const mayTell = (traits & TELLING) !== 0 && (mayTellPassword(plain, 0) || plain.includes('//'))
  return (mayTell && (passage.heldAt(index) & BIT.pass) !== 0) || !passage.isWhole(index)
}

/** A long line of words alone holds none; of one with digits or an address some may be left out, so that it is short. */
function mayHoldWords(plain: string, traits: number): boolean {
  return plain.length <= MOST_LETTERS || (traits & (MIXED | TELLING | DIGITS)) !== 0 || plain.includes('@')
}

/** What of a line may be a code, a password or words that are one. */
function valueAt(passage: Passage, index: number): Carrier | undefined {
  const tokens = passage.tokensAt(index)
  if (tokens.length > 0) {
    const sure = tokens.some(({ strength }) => strength === 2)
    return { kind: sure ? 'token' : 'perhaps', passage, index }
  }
  if (isEntry(passage, index) || namesWord(passage, index)) return undefined
  const before = passage.lines[index - 1]?.plain
  const isWords = holdsWords(passage.bareAt(index), before) && !isLabelOfNumber(passage, index)
  if (!(isWords && !isProseAt(passage, index)) && !tellsPasswordAt(passage, index)) return undefined
  return { kind: 'words', passage, index }
}

const LAST = /[:\uff1a=]\s{0,4}(\p{L}{4,20})[.)]?$/u

const OF_VALUES = bitsOf(['pass', 'code', 'temp'])

/** `password = passwort`: the word for it in its own place; or `User: tbaker` right above an address: a name. */
function namesWord(passage: Passage, index: number): boolean {
  const plain = passage.bareAt(index).trimEnd()
  const last = LAST.exec(plain.slice(-30))?.[1]
  if (last === undefined || /\d/.test(plain)) return false
  if ((passage.spoken(last, index).bits & BIT.pass) !== 0) return true
  const isName = /^[a-z]{3,20}$/.test(last) && (passage.heldAt(index) & OF_VALUES) === 0
  return isName && OF_MAILBOX.test(passage.lines[index + 1]?.plain ?? '')
}

/** So many sentences of prose are an article's. */
const LEAST_PROSE = 3

/** A number of things, an abbreviation. */
const SMALL = /(?<!\d)\d{1,2}(?!\d)|(?<![A-Z])[A-Z]{2,4}(?![A-Z])/g

/** In a script without spaces a sentence looks like one word; in an article it is one of many, and holds no value. */
function isProseAt(passage: Passage, index: number): boolean {
  const { plain = '' } = passage.lines[index] ?? {}
  if (!UNSPACED.test(plain) || !/\u3002$/.test(plain) || /[a-z\d:\uff1a]/i.test(plain.replace(SMALL, '')))
    return false
  return proseAround(passage, index) >= LEAST_PROSE
}

/** `Operation 20441882.`: without the number of an imprint, words alone are left. */
function isLabelOfNumber(passage: Passage, index: number): boolean {
  return passage.isImprint(index) && !/[\d:\uff1a=]/.test(passage.bareAt(index))
}

/** A sentence with the word for a password that may hold one; what stands behind a colon before the word is none. */
function tellsPasswordAt(passage: Passage, index: number): boolean {
  if ((passage.heldAt(index) & BIT.pass) === 0) return false
  const { folded = '', hits = [] } = passage.at(index) ?? {}
  const plain = passage.bareAt(index)
  const first = hits.find(({ bits }) => (bits & BIT.pass) !== 0)
  // Behind a colon the word itself is no password.
  const from = !first ? 0 : LEADS_ON.test(folded.slice(0, first.at).trimEnd()) ? first.end + ABOUT : first.at
  return mayTellPassword(plain, Math.floor((from * plain.length) / Math.max(1, folded.length)))
}

/** A line that is the label of a link such as footers hold, and nothing else. */
function isEntry({ lines }: Passage, index: number): boolean {
  const { plain = '', anchors = [] } = lines[index] ?? {}
  if (anchors.length !== 1 || anchors[0]?.text !== plain) return false
  return saysUnsubscribe(plain) || isFrameLabel(plain)
}

function holdsWords(line: string, before: string | undefined): boolean {
  const addressed = line.includes('@') ? line.replace(MAILBOX, '') : line
  const hasDigits = /\d/.test(addressed)
  const plain = (hasDigits ? withoutMoments(addressed.replace(LONG_NUMBER, ' ')) : addressed).trim()
  if (!/[\p{L}\d]/u.test(plain) || (/^[\d\s-]+$/.test(plain) && isAnyNumber(plain))) return false
  if ((traitsOf(plain) & MIXED) !== 0 && ((hasDigits && MADE_UP.test(plain)) || holdsMadeUp(plain)))
    return true
  if (/https?:\/\//i.test(plain)) return false
  if (VALUE.test(plain.slice(-80))) return true
  if (plain.length > MOST_LETTERS || line.length > MOST_TAKEN) return false
  return ALONE.test(plain) || (before !== undefined && LEADS_ON.test(before) && isValue(plain))
}

/** One word, or a phrase of a few; not what somebody wrote. */
function isValue(plain: string): boolean {
  const words = plain.split(/\s+/).length
  if (ASSIGNS_NOTHING.test(plain)) return false
  return words <= 2 || (words <= MOST_WORDS && !PUNCTUATED.test(plain))
}
