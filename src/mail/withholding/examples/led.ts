import { EXAMPLE_WORDS } from '../../data/example-words.ts'
import { remembered } from '../../reading/remembered.ts'
import { holdsAny } from '../../reading/words/held-words.ts'
import { ADDRESS } from '../text/anchors.ts'
import type { Line } from '../text/lines.ts'
import type { Quoted } from './quoted.ts'

/** Longer ones first: `etwas wie` is more than `etwa`. */
const WORDS = Object.values(EXAMPLE_WORDS.led)
  .flatMap((words) => words.split('|'))
  .toSorted((one, other) => other.length - one.length)
const isShortened = (word: string) => word.endsWith('.')
const WITHIN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u
const GLUED = WORDS.filter((word) => WITHIN.test(word))
const LONG = WORDS.filter((word) => !isShortened(word))
const LEAD = new RegExp(`(?<![\\p{L}\\d])(?:${LONG.join('|')})(?!\\p{L})|${GLUED.join('|')}`, 'giu')
/** What was seen on a screen of the writer's, as an insertion: `a number, in our case 204 881,`. */
const ALL_SHOWN = Object.values(EXAMPLE_WORDS.shown).flatMap((words) => words.split('|'))
const holdsShown = holdsAny(ALL_SHOWN)
const SHOWN = new RegExp(
  `(?<=^[^\\p{L}\\d]{0,3}|[,;(\u2013\u2014\u3001\uff0c\u3002-]\\s{0,2})(?:${ALL_SHOWN.filter((word) => !WITHIN.test(word)).join('|')})(?!\\p{L}|\\s?:)|${ALL_SHOWN.filter((word) => WITHIN.test(word)).join('|')}`,
  'giu',
)
/** As they are written, with a space or without: `BV.` is a company, `bv.` is none. */
const SHORTENED = new RegExp(
  `(?<![\\p{L}\\d.])(?:${WORDS.filter(isShortened)
    .map((word) => word.replace(/\.(?=.)/g, '\\. ?').replace(/\.$/, '\\.'))
    .join('|')})`,
  'gu',
)
/** Behind the lead the value, with at most a word for it between: "such as Sun4ny!", "etwas wie Passwort: 8841". */
const VALUE = new RegExp(
  `^[,:\\s]{0,3}(?:\\p{L}{2,20}\\s?:?\\s)?["'\\u00ab\\u201c-\\u201e\\u2018\\u201a\\u300c\`*(]{0,2}(?:${ADDRESS}|(?=\\S{0,40}\\d)[^\\s,;()]{3,40}(?:[ \\u00b7-]\\d{1,4}(?![\\p{L}\\d])){0,5})`,
  'u',
)
/** Behind a colon everything up to the end of the sentence is the example. */
const WHOLE = /^\s?[:\uff1a].{0,200}/su
/** `, like 8hq2m-p90ds`; not `, wie besprochen: 482913`. */
const ALIKE = new RegExp(
  `(?<=[,;(]\\s?(?:${EXAMPLE_WORDS.likened})\\s["'\\u00ab\\u201c-\\u201e\`]?)(?=\\S{0,40}\\d)[^\\s,;()]{4,40}`,
  'giu',
)
/** `a structure like https://...`: nobody follows what something is likened to. */
const ALIKE_LINK = new RegExp(
  `(?<=\\p{L}\\s(?:${EXAMPLE_WORDS.likened})\\s["'\\u00ab\\u201c-\\u201e\`(<]{0,2})${ADDRESS}`,
  'giu',
)
/** In some languages the word stands behind: `A9F2-K3LMのような形`. */
const LIKENED =
  /(?<![\p{Script=Latin}\d-])(?=[A-Z\d-]{0,40}\d)[A-Za-z\d-]{4,40}(?=["'\u300d)]?\s?(?:\u306e\u3088\u3046\u306a|\u306e\u3088\u3046\u306b|\u307f\u305f\u3044\u306a|\u3068\u3044\u3063\u305f|\uc640 \uac19\uc740|\uacfc \uac19\uc740|\uac19\uc740 |gibi(?!\p{L})))/gu
/** In what goes to many: a message with these words is nobody's. */
const REPORTED =
  'with the text|with the words|mit dem text|mit dem wortlaut|avec le texte|con el texto|com o texto|con il testo|met de tekst|med texten|med teksten|o treści|s textem|с текстом|з текстом'.split(
    '|',
  )
const REPORT = new RegExp(`(?<!\\p{L})(?:${REPORTED.join('|')})(?!\\p{L})`, 'iu')
const MOST_LEAD = 40
const MOST_LEADS = 20

/** Every way of writing a shortened word: with or without blanks behind its points. */
function spellingsOf(word: string): string[] {
  const [first = '', ...others] = word.split(/(?<=\.)(?=.)/)
  return others.reduce((all, part) => all.flatMap((one) => [one + part, `${one} ${part}`]), [first])
}

const holdsLead = holdsAny([
  ...LONG,
  ...WORDS.filter(isShortened).flatMap(spellingsOf),
  ...ALL_SHOWN,
  ...REPORTED,
])

const ENDS_IN_LEAD = new RegExp(
  `(?:(?<![\\p{L}\\d])(?:${LONG.join('|')})|${GLUED.join('|')})[^\\p{L}\\d]{0,3}\\p{L}{0,5}[^\\p{L}\\d]{0,3}$`,
  'iu',
)

/** Most lines end as sentences do, which is known before anything else is looked at. */
const ENDS = /[.!?,;\u3002\u3001]$/

/** `It looks like this:`, `zum Beispiel so:`: what follows in the next rows is an example. */
export const endsInLead = (plain: string): boolean => !ENDS.test(plain) && leads(plain.slice(-MOST_LEAD))
const leads = remembered((last) => holdsLead(last) && ENDS_IN_LEAD.test(last))

/** Whether something in or before a line may take an example out of it: where it says no, `withoutLed` changes nothing. */
export function mayBeLed(lines: readonly Line[], index: number): boolean {
  return holdsLead(leadOf(lines, index) + (lines[index]?.plain ?? ''))
}

/** A sentence without the values and addresses that "for example" stands right before; the word may end the sentence before. */
export function withoutLed(
  plain: string,
  lines: readonly Line[],
  index: number,
  audience: Quoted['audience'],
): string {
  const told = audience === 'many' ? REPORT.exec(plain) : undefined
  if (told) return plain.slice(0, told.index)
  const before = leadOf(lines, index)
  let whole = before + plain
  let found = 0
  for (const { 0: lead, index: at } of leadsIn(whole, audience !== 'answered')) {
    found += 1
    if (found > MOST_LEADS) break
    const start = at + lead.length
    const tail = whole.slice(start, start + 200)
    const value = (WHOLE.exec(tail) ?? VALUE.exec(tail))?.[0]
    if (value) whole = whole.slice(0, start) + ' '.repeat(value.length) + whole.slice(start + value.length)
  }
  const blank = (value: string) => ' '.repeat(value.length)
  return whole.slice(before.length).replace(LIKENED, blank).replace(ALIKE, blank).replace(ALIKE_LINK, blank)
}

function* leadsIn(text: string, mayBeShown: boolean): Generator<RegExpExecArray> {
  yield* text.matchAll(LEAD)
  if (mayBeShown && holdsShown(text)) yield* text.matchAll(SHOWN)
  if (text.includes('.')) yield* text.matchAll(SHORTENED)
}

/** What a full stop of a shortened word parted from its sentence (`e.g. 4711`), or a colon at the end of the line before. */
function leadOf(lines: readonly Line[], index: number): string {
  const row = lines[index]?.row ?? -1
  const before = lines[index - 1]
  if (!before || before.row < row - 1) return ''
  if (before.row < row) return /[:\uff1a]$/.test(before.plain) ? before.plain.slice(-MOST_LEAD) : ''
  const second = lines[index - 2]
  const both = second?.row === row ? `${second.plain} ${before.plain}` : before.plain
  return `${both.slice(-MOST_LEAD)} `
}
