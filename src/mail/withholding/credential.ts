import { BIT, bitsOf } from '../data/auth-words/concepts.ts'
import { distance, has, near, type Segment } from './segments.ts'

const VALUE = /[:=]\s{0,4}([^\s:/*.\u2022]\S{3,60})\s{0,3}$/
/** A word nobody writes: letters with digits or marks in them. */
const MADE_UP = /^(?=\S*\p{L})(?=\S*[\d!@#$%^&*_?+~])\S{6,40}$/u

/** Behind the colon one word, and nothing more. */
const ONE_WORD = /^\s{0,8}[:\uff1a=]\s{0,4}[^\s:/]{4,40}\s{0,3}$/

/** The word for a password, a colon and one word, letters alone or not. */
export function namesPassword({ folded, hits }: Segment): boolean {
  return hits.some(({ bits, end }) => (bits & BIT.pass) !== 0 && ONE_WORD.test(folded.slice(end, end + 60)))
}

const BEHIND_COLON = /[:\uff1a=]\s{0,4}[^\s:/]{4,60}/u
/** A place in a sentence is known up to so many letters. */
export const ABOUT = 12
/** In quotes, joined by dashes, with capitals or digits within: a word that may be a password in its sentence. */
const MAY_TELL =
  /["\u00ab\u201c-\u201f\u300c'\u2018][^\s"\u00bb\u201c-\u201f\u300d]{5,40}["\u00bb\u201c-\u201f\u300d'\u2019]|(?<![\p{L}\d-])[\p{L}\d]{2,20}(?:-[\p{L}\d]{2,20}){2,8}(?![\p{L}\d-])|(?<![\p{L}\d])\p{Lu}?\p{Ll}{1,20}\p{Lu}[\p{L}\d]{1,20}/u

/** A sentence that speaks of a password may hold it; `named` is about where it does. */
export function mayTellPassword(plain: string, named: number): boolean {
  if (plain.length > 400) return false
  const behind = plain.slice(Math.max(0, named - ABOUT))
  return BEHIND_COLON.test(withoutAddresses(behind)) || MAY_TELL.test(withoutAddresses(plain))
}

const withoutAddresses = (plain: string) => plain.replace(/https?:\S{1,2000}/gi, ' ')

/** Behind the word for it, a colon or not, something nobody writes. */
const TOLD =
  /^[^\p{L}\d]{0,6}(?![a-z_]{2,20}=)(?:(?=[^\s]{0,40}\p{L})(?=[^\s]{0,40}\d)[^\s:/@\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6,40}|[\p{L}\d]{2,20}(?:-[\p{L}\d]{2,20}){2,8})(?=[\s.,;!?\p{Script=Han}]|$)/u
/** Rooms, files and networks have passwords too; a person's has a name to sign in by, or an account. */
const OF_PERSONS = BIT.acct | BIT.sign | BIT.mail | BIT.temp

/** A made-up word directly behind the word for a password, and an account or a name to sign in by beside it, whatever was ordered. */
export function tellsPassword(segments: readonly Segment[], index: number): boolean {
  const own = segments[index]
  if (!own || !has(own, 'pass')) return false
  const isTold = own.hits.some(
    ({ bits, end }) => (bits & BIT.pass) !== 0 && TOLD.test(own.folded.slice(end, end + 60)),
  )
  if (!isTold) return false
  const beside = segments.slice(Math.max(0, index - 1), index + 2)
  return beside.some((segment) => isOfPerson(segment) || segment.plain.includes('@'))
}

/** The number of a meeting is nobody's account. */
function isOfPerson(segment: Segment): boolean {
  return (segment.bits & OF_PERSONS) !== 0 && distance(segment, 'acct', 'goods') > CLOSE
}

const CLOSE = 3
const LEADS_ON = /[:\uff1a]\s{0,3}$/

/** The line before ends in the word for a password and a colon, and this one is one word. */
export function isNamedBefore(segments: readonly Segment[], index: number): boolean {
  const [before, own] = [segments[index - 1], segments[index]]
  if (!before || !own || !LEADS_ON.test(before.plain)) return false
  return namesPassword({ ...before, folded: `${before.folded.trimEnd()} ${own.folded.trim()}` })
}

/** A password in its sentence, or in the line below its name. */
export function holdsCredential(segments: readonly Segment[], index: number): boolean {
  if (isCredential(segments, index)) return true
  return LEADS_ON.test(segments[index - 1]?.plain ?? '') && isCredential(segments, index - 1)
}

/** A password behind its name, or a made-up word in a sentence about a temporary one. */
function isCredential(segments: readonly Segment[], index: number): boolean {
  const segment = segments[index]
  if (!segment || !has(segment, 'pass') || has(segment, 'goods') || segment.plain.length > 300) return false
  if (
    segments
      .slice(Math.max(0, index - 2), index + 3)
      .some((other) => has(other, 'goods') && other !== segment)
  )
    return false
  const value =
    VALUE.exec(segment.plain)?.[1] ??
    (/[:=]\s*$/.test(segment.plain) ? segments[index + 1]?.plain.trim() : undefined)
  if (value !== undefined && isValue(value)) return true
  if (!near(segment, 'temp', 'pass', 30)) return false
  return segment.plain
    .split(/[\s,;。、，\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u)
    .some((word) => MADE_UP.test(word.replace(/[.:]+$/, '')) && isValue(word))
}

function isValue(value: string): boolean {
  return (
    /^\S{4,40}$/.test(value) &&
    /[\d!@#$%^&*_?+-]|[a-z][A-Z]/.test(value) &&
    !/^https?:|@\S+\.|:\/\//i.test(value)
  )
}

const OF_LABELS = bitsOf(['code', 'auth', 'pass', 'temp'])
const LABELLED = /[:\uff1a=]\s{0,4}["']?[^\s:]{3,40}["']?\.?\s{0,4}$/

/** `Recovery code: 9505-8114`: a line that ends in one word behind what calls it a code or a password. */
export function isLabelled({ plain, bits }: Segment): boolean {
  return (bits & OF_LABELS) !== 0 && LABELLED.test(plain.slice(-60))
}
