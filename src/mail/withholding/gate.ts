import { BIT, bitsOf, OF_ACCOUNTS } from '../data/auth-words/concepts.ts'
import type { Carrier } from './looks/carrier.ts'
import type { Passage } from './passage.ts'
import type { Segment } from './segments.ts'

const OF_LINKS = bitsOf([...OF_ACCOUNTS, 'invite', 'notyou', 'ignore', 'expire']) & ~BIT.temp
const OF_TOKENS = bitsOf([...OF_ACCOUNTS, 'digits', 'use'])
/** These say so only in company. */
const HINTING = bitsOf(['list', 'pay', 'unit', 'mail', 'ask', 'click', 'link', 'invite'])
/** A subject that speaks of these speaks of every carrier below it. */
const OF_SUBJECTS = bitsOf(['code', 'auth', 'pass', 'sign', 'conf', 'confn', 'unlock', 'invite', 'reset'])

/** Offers are unlocked, and orders registered; the register that a sender stands in is nobody's account. */
const ALSO_OF_GOODS = bitsOf(['unlock', 'reset', 'temp', 'acct'])
const ALSO_OF_IMPRINTS = bitsOf(['auth', 'acct', 'reset', 'digits', 'list', 'mail', 'link', 'ask'])

/** What a sentence speaks of beside them it speaks of in any case. */
const ALSO_OF_OTHERS = ALSO_OF_GOODS | ALSO_OF_IMPRINTS

/** Sentences before and behind that may speak of a carrier. */
const BESIDE = 2

/** `4 8 2 9 0 1`: nothing but a code to be typed is written so. */
const SPREAD = /(?<![\p{L}\d.,])\d(?:[ \u00b7-]\d){3,7}(?![\p{L}\d.,]|[ \u00b7-]\d)/u

/** `4 8 2 9 0 1` with anything between: what is taken out of a line leaves blanks, and takes no digit's place. */
const MAY_BE_SPREAD = /\d.\d.\d.\d/su

/** What a carrier is judged by: links have words of their own. */
type Sort = 'link' | 'value'

/** Whether something may speak of carriers in a line, whatever they look like: where nothing does, `isSpokenOf` says so of each, but of a link that opens. */
export function mayBeSpokenOf(passage: Passage, index: number, sort: Sort): boolean {
  if ((passage.subject.bits & OF_SUBJECTS) !== 0) return true
  if (sort === 'value' && MAY_BE_SPREAD.test(passage.lines[index]?.plain ?? '')) return true
  return areSpokenOf(passage, index, sort)
}

/** Something beside a carrier's looks says that it opens an account: its sentence, those beside it, or the subject. */
export function isSpokenOf({ kind, passage, index, view }: Carrier, subject: Segment): boolean {
  if (kind === 'subject') return true
  if (kind === 'token' && SPREAD.test(passage.bareAt(index))) return true
  if (view?.opens) return true
  if (kind !== 'link' && isOfSender(passage, index)) return false
  if ((subject.bits & OF_SUBJECTS) !== 0 && !(kind === 'words' && isName(passage, index))) return true
  return areSpokenOf(passage, index, kind === 'link' ? 'link' : 'value')
}

/** A line or those beside it speak of what is in it. */
function areSpokenOf(passage: Passage, index: number, sort: Sort): boolean {
  const around = (bitsOfLine: (at: number) => number) =>
    speaks(
      sort,
      bitsAround(index, (at) => (passage.isApart(at, index) ? 0 : bitsOfLine(at))),
    )
  // What is found of a sentence holds what it speaks of, and costs less to know.
  if (!(around((at) => passage.heldAt(at)) && around((at) => passage.bitsAt(at)))) return false
  return (
    sort !== 'link' ||
    around((at) => passage.bitsAt(at) & ~ALSO_OF_OTHERS) ||
    around((at) => bitsBeside(passage, at))
  )
}

/** A line of letters that nothing leads up to: whoever signs a letter. */
function isName({ lines }: Passage, index: number): boolean {
  const plain = lines[index]?.plain ?? ''
  return (
    /^(?:\p{Lu}[\p{L}.'-]{0,24} ?){1,3}$/u.test(plain) && !/[:\uff1a]$/.test(lines[index - 1]?.plain ?? '')
  )
}

const OF_KEYS = bitsOf(['code', 'pass', 'temp', 'use'])
const OF_OWN = bitsOf(['code', 'pass', 'temp', 'use', 'conf', 'sign'])
/** A line of hardly more than a number is told by the lines around it. */
const FEW = 8

/** "We never ask for your code" tells none. */
function bitsOfKeys(passage: Passage, at: number): number {
  const bits = passage.at(at)?.bits ?? 0
  const warns = (bits & BIT.not) !== 0 && (bits & (BIT.ask | BIT.share | BIT.pass)) !== 0
  return warns ? bits & ~OF_KEYS : bits
}

const RIGHTS = /^(?:\u00a9|\(c\)|copyright)/i

/** What stands below whose words these are is the number of a form. */
function isBelowRights({ lines }: Passage, index: number): boolean {
  return [1, 2].some((above) => RIGHTS.test(lines[index - above]?.plain ?? ''))
}

/** A number of an imprint: in a line that names its sender, or in words right beside one; and nothing near speaks of a key. */
function isOfSender(passage: Passage, index: number): boolean {
  const own = passage.namesSender(index)
  const counts = (at: number) =>
    at === index ||
    (Math.abs(at - index) < BESIDE && !passage.isApart(at, index) && !(own && passage.namesSender(at)))
  const keys = bitsAround(index, (at) => (counts(at) ? bitsOfKeys(passage, at) : 0))
  if ((keys & OF_KEYS) !== 0) return false
  if (own || isBelowRights(passage, index)) return true
  const letters = passage.lines[index]?.plain.match(/\p{L}/gu)?.length ?? 0
  if (letters < FEW || ((passage.at(index)?.bits ?? 0) & OF_OWN) !== 0) return false
  return passage.namesSender(index - 1) || passage.namesSender(index + 1)
}

function bitsAround(index: number, bitsOfLine: (at: number) => number): number {
  let bits = 0
  for (let at = index - BESIDE; at <= index + BESIDE; at += 1) bits |= bitsOfLine(at)
  return bits
}

function speaks(sort: Sort, bits: number): boolean {
  if ((bits & (sort === 'link' ? OF_LINKS : OF_TOKENS)) !== 0) return true
  const hints = bits & HINTING
  return (hints & (hints - 1)) !== 0
}

/** What a sentence beside a link says of accounts. */
function bitsBeside(passage: Passage, at: number): number {
  const bits = passage.bitsAt(at)
  if ((bits & BIT.goods) !== 0 && ((passage.at(at)?.bits ?? 0) & BIT.goods) !== 0)
    return bits & ~ALSO_OF_GOODS
  return (bits & ALSO_OF_IMPRINTS) !== 0 && passage.isImprint(at) ? bits & ~ALSO_OF_IMPRINTS : bits
}
