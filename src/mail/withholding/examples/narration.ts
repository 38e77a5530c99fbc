import { BIT } from '../../data/auth-words/concepts.ts'
import { isHeadline } from './headlines.ts'
import type { Span } from './quotations.ts'
import { LEAST_UNSPACED, NAMES, type Quoted, UNSPACED } from './quoted.ts'

/** Sentences around a quotation that may tell a story, and how many have to, of how many letters. */
const OF_STORY = 4
const LEAST_TOLD = 4
const LEAST_STORY = 15
/** Rows beside the one it stands in: a paragraph that was broken for width. */
const OF_PARAGRAPH = 2

/**
 * A story is told around a quotation: who passes a code on says little more, and what to do with it. Of what goes to many a
 * word before or behind is enough; of a mail to one the subject must not speak of codes, unless it is a headline.
 */
export function isNarrated(passage: Quoted, { from }: Span): boolean {
  const isToMany = passage.audience === 'many'
  if (passage.audience === 'answered' || (!isToMany && announcesCode(passage))) return false
  const row = passage.lines[from]?.row ?? 0
  let told = 0
  for (let at = from - OF_STORY; at <= from + OF_STORY; at += 1) {
    const line = passage.lines[at]
    if (!line || Math.abs(line.row - row) > OF_PARAGRAPH) continue
    const plain = passage.unquotedAt(at)
    if ((passage.spoken(plain, at).bits & BIT.use) !== 0) return false
    if (isSentence(plain)) told += 1
  }
  return told >= (isToMany ? 1 : LEAST_TOLD)
}

const announcesCode = ({ subject }: Quoted) => (subject.bits & NAMES) !== 0 && !isHeadline(subject.plain)

function isSentence(plain: string): boolean {
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  return letters >= (UNSPACED.test(plain) ? LEAST_UNSPACED : LEAST_STORY)
}
