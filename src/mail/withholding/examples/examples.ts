import { BIT, bitsOf } from '../../data/auth-words/concepts.ts'
import { RANK_WORDS } from '../../data/auth-words/rank-words.ts'
import { EXAMPLE_WORDS } from '../../data/example-words.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import type { Line } from '../text/lines.ts'
import { beginsPart, tellsPicture, withoutCalls } from './documents.ts'
import { isHeadline } from './headlines.ts'
import { endsInLead, withoutLed } from './led.ts'
import { isNamedBy } from './named.ts'
import { isNarrated } from './narration.ts'
import { withoutPrograms } from './programs.ts'
import { proseAround } from './prose.ts'
import { type Span, withoutSpans } from './quotations.ts'
import { LEAST_UNSPACED, NAMES, type Quoted as Passage, UNSPACED } from './quoted.ts'
import { besideOf, declares, isWarned } from './warned.ts'

const { example, judged, told, declared } = EXAMPLE_WORDS
const LEADS = createPhraseBook({ example })
const ANNOUNCING = createPhraseBook({ example, told })
const RANKING = createPhraseBook({ ranked: RANK_WORDS })
const JUDGING = createPhraseBook({ judged })
const TELLING = createPhraseBook({ told, declared })

/** A line that speaks of these and leads on leads to the code itself. */
const KEYS = bitsOf(['code', 'pass', 'digits', 'use'])
/** A line that leads on to any of what mail about accounts holds. */
const OF_MAIL = NAMES | KEYS | bitsOf(['acct', 'ask', 'link', 'click', 'temp'])
/** A quoted sentence, not a word in quotes: so many letters beside what may be a code. */
const LEAST_LETTERS = 8
const MOST_LEAD = 30
/** Sentences before and behind a quotation that may quote another. */
const AMONG = 30
const OF_ROW = 3
const LEAST_OTHERS = 2
const MOST_COMPARED = 30
/** So many lines of the body are announced by one that leads on. */
const ANNOUNCED = 4
/** Sentences before one that are looked at for what announces it, and for what names a link. */
const MOST_ROW = 200
const MOST_NAMED = 8
const MOST_ANNOUNCING = 60
/** What is shorter greets somebody. */
const LEAST_ANNOUNCING = 25
/** Sentences of one row that belong to the part it begins. */
const MOST_PART = 6
const LEADS_ON = /[:\uff1a]$/
const KEYISH = /\d/
const WITH_DIGITS = /\S{0,60}\d\S{0,60}/g

/** The text of a line without the codes and passwords that it tells of as examples; `spans` is what it quotes. */
export function withoutExamples(passage: Passage, index: number, spans: readonly Span[]): string {
  const { plain = '', anchors = [] } = passage.lines[index] ?? {}
  const mayHold = KEYISH.test(plain) || anchors.length > 0
  if (mayHold && (isOfDocument(passage, index) || isAnnounced(passage, index))) return ''
  const quoted = spans.filter((span) => isExample(passage, index, span))
  const rest = withoutSpans(withoutPrograms(plain), quoted)
  return mayHold ? withoutLed(withoutCalls(rest), passage.lines, index, passage.audience) : rest
}

/** A numbered part of a document, what a picture shows, or a password that a newsletter judges. */
function isOfDocument(passage: Passage, index: number): boolean {
  const { plain = '', row } = passage.lines[index] ?? {}
  const bits = () => passage.at(index)?.bits ?? 0
  if (tellsPicture(plain) && (bits() & (BIT.not | BIT.share)) === 0) return true
  let first = index
  while (first > 0 && index - first < MOST_PART && passage.lines[first - 1]?.row === row) first -= 1
  if (beginsPart(passage.lines[first]?.plain ?? '')) return true
  if (passage.audience !== 'answered' && (bits() & BIT.pass) !== 0 && RANKING.has(plain)) return true
  if (passage.audience !== 'many' || (bits() & BIT.pass) === 0) return false
  return rowOf(passage, index).some((other) => JUDGING.has(other))
}

/** Quoted in a sentence that says what it is, among words that tell why it is quoted; or one of those that are compared or judged. */
function isExample(passage: Passage, index: number, span: Span): boolean {
  const lead = leadOf(passage, index, span)
  const isLed = LEADS.has(lead.slice(-MOST_LEAD))
  if (namesItself(passage, span)) {
    if (isLed || isWarned(passage, span.from) || isAmongOthers(passage, span)) return true
    return isNarrated(passage, span) || isOfEssay(passage, span)
  }
  if (isNamedBy(passage, lead, span.from)) return false
  return isLed || isCompared(passage, index, span, lead)
}

/** So many sentences of prose are an essay's or a manual's. */
const LEAST_ESSAY = 3
/** So many may hold what they announce. */
const LEAST_MANUAL = 2

/** Amid much prose, in a mail to one that nobody answers by: neither its sentence nor the next says to type it. */
function isOfEssay(passage: Passage, { from }: Span): boolean {
  if (passage.audience !== 'one' || proseAround(passage, from) < LEAST_ESSAY) return false
  return [from, from + 1].every((at) => (passage.spoken(passage.unquotedAt(at), at).bits & BIT.use) === 0)
}

/** What stands before a quotation in its line; of one that begins the line, the line before where that leads on. */
function leadOf(passage: Passage, index: number, { start, from }: Span): string {
  const line = passage.lines[from]
  const own = from === index ? (line?.plain.slice(0, start) ?? '') : (line?.plain ?? '')
  const bare = own.replace(/[^\p{L}\d:=]{1,20}$/u, '')
  if (/\p{L}{2}/u.test(bare)) return bare
  const before = passage.lines[from - 1]
  return before && LEADS_ON.test(before.plain) ? before.plain : ''
}

/** More than the code is quoted, and what is quoted says what it is. */
function namesItself(passage: Passage, { text, from }: Pick<Span, 'text' | 'from'>): boolean {
  const words = text.replace(WITH_DIGITS, ' ')
  const letters = words.match(/\p{L}/gu)?.length ?? 0
  const least = UNSPACED.test(words) ? LEAST_UNSPACED : LEAST_LETTERS
  return letters >= least && (passage.spoken(text, from).bits & NAMES) !== 0
}

/** Another sentence with a code is quoted near, or two that speak of one: who passes a code on quotes one. */
function isAmongOthers(passage: Passage, span: Span): boolean {
  let others = 0
  for (const other of quotedBeside(passage, span)) {
    if (other.text === span.text || !namesItself(passage, other)) continue
    others += KEYISH.test(other.text) ? LEAST_OTHERS : 1
    if (others >= LEAST_OTHERS) return true
  }
  return false
}

/** What is quoted near, each once where it begins; no more than a few are compared. */
function quotedBeside(passage: Passage, { from }: Span): Span[] {
  const found: Span[] = []
  for (let at = from - AMONG; at <= from + AMONG && found.length < MOST_COMPARED; at += 1) {
    found.push(...passage.quotedAt(at).filter((other) => other.from === at))
  }
  return found.slice(0, MOST_COMPARED)
}

/** Beside another in quotes, or said to be good or bad, or to be none. */
function isCompared(passage: Passage, index: number, span: Span, lead: string): boolean {
  if (hasAlike(passage, index, span)) return true
  const own = passage.unquotedAt(index)
  if (lead === '' && (passage.spoken(own, index).bits & BIT.not) !== 0) return true
  return rowOf(passage, span.from).some((plain) => JUDGING.has(plain))
}

/** Another that is quoted in the line; beside a word nobody would write only one with digits: else it is a name, and this its password. */
function hasAlike(passage: Passage, index: number, { text }: Span): boolean {
  const others = passage.quotedAt(index).filter((other) => other.text !== text)
  if (others.length === 0) return passage.quotedAt(index).length > 1
  return !isRandom(text) || others.some((other) => KEYISH.test(other.text))
}

/** Digits among letters, several times or with capitals within. */
function isRandom(text: string): boolean {
  if (!/^[A-Za-z\d]{7,40}$/.test(text) || !KEYISH.test(text)) return false
  const turns = text.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0
  return turns > 2 || (turns > 1 && /[A-Za-z][A-Z]|[a-z\d][A-Z]/.test(text) && /[a-z]/.test(text))
}

/** The sentences of the line of the body that one stands in, those nearest to it, without what they quote. */
function rowOf(passage: Passage, index: number): string[] {
  const row = passage.lines[index]?.row
  const near: number[] = []
  for (let at = index - OF_ROW; at <= index + OF_ROW; at += 1) {
    if (passage.lines[at]?.row === row) near.push(at)
  }
  return near.map((at) => passage.unquotedAt(at))
}

/** A line behind one that announces what a message said, where fraud is written about. */
function isAnnounced(passage: Passage, index: number): boolean {
  const line = passage.lines[index]
  if (!line) return false
  for (let at = index - 1; at >= Math.max(0, index - MOST_ROW); at -= 1) {
    const before = passage.lines[at]
    if (!before || before.row < line.row - ANNOUNCED || before.row < 0) return false
    if (before.row === line.row || !leadsOn(passage, at, line)) continue
    return announces(passage, at, line) && names(passage, at, index) && isToldOf(passage, at)
  }
  return false
}

function leadsOn(passage: Passage, index: number, line: Line): boolean {
  const plain = passage.lines[index]?.plain ?? ''
  return LEADS_ON.test(plain) || endsInLead(plain) || isHeadingOf(passage, index, line)
}

/** `What a real one looks like`: below the subject of an article a short row without a full stop that says so and stands right above. */
function isHeadingOf(passage: Passage, index: number, { row }: Line): boolean {
  const heading = passage.lines[index]
  if (!heading || heading.row !== row - 1 || heading.anchors.length > 0) return false
  if (passage.audience === 'answered' || !isHeadline(passage.subject.plain)) return false
  if (passage.lines[index - 1]?.row === heading.row) return false
  const { plain } = heading
  const isHeading =
    plain.length >= LEAST_ANNOUNCING - 10 && plain.length <= MOST_ANNOUNCING && !/[.,;\d]/.test(plain)
  return isHeading && LEADS.has(plain)
}

/** Who passes a code on may ask whether it is fraud: that does not make it one. */
function isToldOf(passage: Passage, index: number): boolean {
  if (passage.audience !== 'answered' && isWarned(passage, index)) return true
  if (passage.audience === 'one' && proseAround(passage, index) >= LEAST_MANUAL && showsForm(passage, index))
    return true
  return besideOf(passage, index).some(({ plain }) => declares(plain))
}

/** The line says what it holds; where it holds a link, also a line between it and the one that announces it. */
function names(passage: Passage, from: number, index: number): boolean {
  const least = passage.lines[index]?.anchors.length ? Math.max(from + 1, index - MOST_NAMED) : index
  for (let at = index; at >= least; at -= 1) {
    if (namesItself(passage, { text: passage.lines[at]?.plain ?? '', from: at })) return true
  }
  return false
}

/** "A mail like this:" */
function showsForm(passage: Passage, index: number): boolean {
  const own = passage.unquotedAt(index)
  return endsInLead(own) || TELLING.has(own.slice(-MOST_ANNOUNCING))
}

const CLOCK = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/
const DAY = /(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}(?!\d)/

/** `On 3 Nov 2026 at 10:14, Anna wrote:` begins a thread, and announces nothing of what is told here. */
const isAttribution = (plain: string) => CLOCK.test(plain) && DAY.test(plain)

/**
 * "This is what it looked like:", or a sentence that speaks of no account; never one of the code that it leads to. A link
 * is announced in so many words, and so is what somebody passes on.
 */
function announces(passage: Passage, index: number, { anchors }: Line): boolean {
  const plain = passage.lines[index]?.plain ?? ''
  if (isAttribution(plain)) return false
  if (anchors.length > 0 && passage.audience !== 'many') return TELLING.has(plain) || endsInLead(plain)
  const own = passage.unquotedAt(index)
  const bits = own === plain ? (passage.at(index)?.bits ?? 0) : passage.spoken(own, index).bits
  if (((bits & KEYS) === 0 && ANNOUNCING.has(own.slice(-MOST_ANNOUNCING))) || endsInLead(own)) return true
  return own.length >= LEAST_ANNOUNCING && (bits & OF_MAIL) === 0 && passage.audience !== 'answered'
}
