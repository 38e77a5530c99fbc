import { EXAMPLE_WORDS } from '../data/example-words.ts'
import { FORWARD_PREFIXES, REPLY_PREFIXES } from '../data/subject-prefixes.ts'
import { remembered } from '../reading/remembered.ts'

/** What forges, trackers and help desks put into subjects. */
export const TAGGED =
  /\[[\w.-]{1,60}\/[\w.-]{1,60}\]|\[[^\]\d]{0,40}#?[\d-]{3,20}\]|\(?#\d{1,9}\)?(?![\da-f])|\b[A-Z][A-Z\d]{1,9}-\d{1,6}\b|\bPR\b|!\d{2,6}\b/

/** `R:` and `I:`: a letter alone is no prefix elsewhere. */
const ITALIAN: ReadonlySet<string> = new Set(['r', 'i'])

/** The subject is that of an answer or of something passed on. */
export function isAnswer(subject: string): boolean {
  const prefix = /^\s*([^:\uff1a]{1,20})[:\uff1a]/.exec(subject.slice(0, 40))?.[1]?.toLowerCase()
  const word = prefix?.replace(/\s*[[(]?\d{1,3}[\])]?$/, '').trim() ?? ''
  return REPLY_PREFIXES.has(word) || FORWARD_PREFIXES.has(word) || ITALIAN.has(word)
}

const WORDS = Object.values(EXAMPLE_WORDS.instructions).flatMap((words) => words.split('|'))
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]/u
const INSTRUCTION = new RegExp(
  `^[^\\p{L}\\d]{0,4}(?:${WORDS.join('|')})(?!\\p{L})|${WORDS.filter((word) => UNSPACED.test(word)).join('|')}`,
  'iu',
)

/** The subject of instructions or of a story: "How to …". */
export const isInstruction = remembered((subject) => INSTRUCTION.test(subject.slice(0, 200)))
