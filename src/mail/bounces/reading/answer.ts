import type { RawFailure } from './raw.ts'
import { findCode } from './reply.ts'

const REPLY_LINE = /^[\s>'"]{0,8}(?:<<<\s)?(?:smtp;\s?)?[45]\d\d(?:[ #-]|$)/i

/** Only an answer, over one line or several. */
export function isOneReply(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  return REPLY_LINE.test(first.slice(0, 60))
}

const NOT_ANSWER =
  /^\s{0,8}(?:>>>|(?:2[0-5]\d|3[35]4)[ -]|C: |(?:EHLO|HELO|MAIL FROM|RCPT TO|DATA|QUIT|RSET)\b)/i

/** The lines of the first answer that refuses, in a transcript or among prose. */
export function answerIn(lines: readonly string[]): string {
  const at = firstOf(lines, lineOfAnswer(lines))
  if (at < 0) return lines.join('\n').slice(0, 4_000)
  const taken: string[] = []
  const following = lines.slice(at, at + MAX_ANSWER_LINES)
  for (const [index, line] of following.entries()) {
    if (line.trim() === '' && goesOn(taken.at(-1), following.slice(index + 1))) continue
    if (taken.length > 0 && (line.trim() === '' || NOT_ANSWER.test(line.slice(0, 40)))) break
    taken.push(line.slice(0, 4_000))
  }
  const isLone = taken.length === 1 && LONE.test(taken[0]?.slice(0, 40) ?? '')
  const words = isLone ? paragraphBehind(lines.slice(at + 1)) : []
  return [...taken, ...words].join('\n').slice(0, 4_000)
}

/** The line before, where the first of several lines of this answer stands behind other words: host mx.example.org: 550-5.7.1 … */
function firstOf(lines: readonly string[], at: number): number {
  const code = /^\s{0,8}([45]\d\d)[- ]/.exec(lines[at] ?? '')?.[1]
  const before = lines[at - 1]?.slice(0, 1_000) ?? ''
  return code !== undefined && new RegExp(`[:\\s]${code}-\\S`).test(before) ? at - 1 : at
}

/** A code that stands alone in its line: its words are in the next paragraph. */
const LONE = /^\W{0,8}[45]\d\d(?:[ -]#?[45]\.\d{1,3}\.\d{1,3})?\W{0,8}$/
/** What no words of an answer begin with: fields, links, words of a transcript. */
const NO_WORDS = /^\W{0,8}(?:[a-z-]{2,30}: ?\S|https?:)/i

/** The paragraph behind a lone code, unless it is something else. */
function paragraphBehind(lines: readonly string[]): string[] {
  const first = lines.slice(0, 3).findIndex((line) => line.trim() !== '')
  if (first < 0) return []
  const end = lines.findIndex((line, at) => at > first && line.trim() === '')
  const words = lines.slice(first, end < 0 ? first + 6 : Math.min(end, first + 6))
  const isOther = words.some(
    (line) => NO_WORDS.test(line) || NOT_ANSWER.test(line.slice(0, 40)) || REPLY_LINE.test(line.slice(0, 60)),
  )
  return isOther ? [] : words.map((line) => line.slice(0, 1_000))
}

const MAX_ANSWER_LINES = 40
/** 550-5.7.26 …: another line follows that begins with the same code. */
const UNFINISHED = /^\s{0,8}([45]\d\d)-/

/** Whether an empty line stands within an answer, as programs write that double its line ends. */
function goesOn(before: string | undefined, following: readonly string[]): boolean {
  const code = UNFINISHED.exec(before?.slice(0, 40) ?? '')?.[1]
  const next = following.find((line) => line.trim() !== '')
  return code !== undefined && next?.trimStart().startsWith(code) === true
}

/** An answer without a code, of the one recipient that a notice names: the code may stand further down. */
export function withCode(failures: readonly RawFailure[], lines: readonly string[]): RawFailure[] {
  const [failure] = failures
  if (!failure || failures.length > 1 || failure.answer.trim() === '') return [...failures]
  if (findCode(failure.answer).sure > 0) return [{ ...failure, answer: wholeReason(failure.answer, lines) }]
  const found = answerIn(lines)
  return findCode(found.trimStart()).sure < 2
    ? [failure]
    : [{ ...failure, answer: `${failure.answer}\n${found}` }]
}

/** Sendmail names the first line of an answer that has several; all of them stand in its transcript. */
const FIRST_OF_SEVERAL = /\(reason: ([45]\d\d)-/

function wholeReason(answer: string, lines: readonly string[]): string {
  const code = FIRST_OF_SEVERAL.exec(answer)?.[1]
  if (code === undefined) return answer
  const said = lines.filter((line) => line.startsWith(`<<< ${code}`)).slice(0, MAX_ANSWER_LINES)
  return said.length > 1 ? said.join('\n').slice(0, 4_000) : answer
}

/** The line where the answer begins: one that starts with its code, or the surest; one that says something before one that does not. */
function lineOfAnswer(lines: readonly string[]): number {
  const sure = (line: string) =>
    REPLY_LINE.test(line.slice(0, 60)) ? 3 : findCode(line.slice(0, 2_000).trim()).sure
  const graded = lines.map((line, at) => ({ at, sure: sure(line), isBare: BARE.test(line.slice(0, 200)) }))
  const began = lines.findLastIndex((line) => TRANSACTION.test(line.slice(0, 60)))
  for (const grade of [3, 2, 1]) {
    const some = graded.filter((one) => one.sure === grade && !one.isBare)
    const found = (grade === 3 ? some.find(({ at }) => at > began) : undefined) ?? some[0]
    if (found) return found.at
  }
  return graded.find((one) => one.sure > 0)?.at ?? -1
}

/** A transcript that begins a transaction anew: what was refused before did not end it. */
const TRANSACTION = /^[\s>'"]{0,8}(?:C: |-> )?MAIL FROM:/i

/** A code, and hardly a word behind it: Status code: 550 5.7.1_ETR. */
const BARE = /(?:^|[\s:])[45]\d\d[ -]{1,2}(?:[45]\.\d{1,3}\.\d{1,3})?\S{0,12}\s*$/
