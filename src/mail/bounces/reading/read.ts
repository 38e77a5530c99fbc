import { hostNamed } from './hosts.ts'
import { readLog } from './log-lines.ts'
import { letterIn, readMessage } from './message.ts'
import { readNotice, textLines } from './notice.ts'
import { MAX_TEXT, type RawBounce } from './raw.ts'
import { findCode } from './reply.ts'
import { readStatus } from './status-report.ts'

/** Reads a message, or what somebody pasted: a bounce, a part of one, an answer, lines of a log. */
export function readBounce(input: Uint8Array | string): RawBounce {
  const text = typeof input === 'string' ? input.slice(0, MAX_TEXT) : decoded(input)
  const source = text.replace(/^[\s\ufeff]+/, '')
  const isMessage = HEADER.test(source.slice(0, 4_000))
  if (typeof input === 'string' && !isMessage) return readText(text)
  const raw = typeof input === 'string' ? new TextEncoder().encode(source) : input
  const message = readMessage(raw)
  if (message) return message
  const letter = isMessage ? letterIn(raw) : undefined
  return letter === undefined ? readText(text) : readLetter(letter)
}

/** A letter of a person that quotes an answer; numbers and names alone are none. */
function readLetter(words: string): RawBounce {
  const read = readText(words)
  const failures = read.failures.filter(
    ({ recipient, remote, answer }) =>
      findCode(answer.slice(0, 4_000)).sure >= ((recipient ?? remote) ? 1 : 2) && !NUMBER.test(answer),
  )
  if (failures.length === 0) return { form: 'free text', failures: [] }
  return { ...read, failures }
}

/** A line that begins with three digits, and no code of RFC 3463 behind them: a price, a room. */
const NUMBER = /^\s*[45]\d\d (?![45]\.\d)/

/** The text begins as a message does: with fields, one of them of mail. */
const HEADER =
  /^(?:>?From \S[^\n]{0,200}\n)?(?:[\w-]{1,60}:[^\n]{0,998}\r?\n(?:[ \t][^\n]{0,998}\r?\n){0,40}){0,30}(?:received|return-path|mime-version|message-id|content-type|delivered-to|from|subject|date):\s?/i

const decoded = (octets: Uint8Array) => new TextDecoder().decode(octets.subarray(0, MAX_TEXT))

/** As Python shows an answer: (554, b'5.7.1 …\\n…'). */
const TUPLE = /\(([45]\d\d), b?['"]/g

const withoutTuples = (text: string) =>
  text.search(TUPLE) < 0 ? text : text.replace(TUPLE, '$1 ').replace(/\\r?\\n|\\n/g, ' ')

function readText(written: string): RawBounce {
  const text = withoutTuples(written)
  const status = readStatus(text)
  if (status) return ofStatus(text, status)
  const log = readLog(text)
  if (log) return { form: 'reply', failures: log.failures, ...(log.more > 0 && { more: log.more }) }
  const lines = textLines(text)
  const notice = isOneReply(lines) ? undefined : readNotice(text)
  const reportedBy = notice?.reportedBy
  if (notice && notice.failures.length > 0) {
    return {
      form: 'free text',
      failures: notice.failures,
      prose: lines.join('\n'),
      ...(reportedBy !== undefined && { reportedBy }),
      ...(notice.more > 0 && { more: notice.more }),
    }
  }
  const answer = answerIn(lines)
  const remote = hostNamed(lines.join('\n').slice(0, 6_000))
  return {
    form: isOneReply(lines) || lines.length < 4 ? 'reply' : 'free text',
    failures: [{ answer, ...(remote !== undefined && { remote }) }],
    prose: lines.join('\n'),
    ...(reportedBy !== undefined && { reportedBy }),
  }
}

/** The fields of a delivery status were pasted, perhaps with the text for people above them. */
function ofStatus(text: string, status: NonNullable<ReturnType<typeof readStatus>>): RawBounce {
  const told = readNotice(text).failures
  const failures = status.failures.map((failure) => {
    const other = told.find(({ recipient }) => recipient?.toLowerCase() === failure.recipient?.toLowerCase())
    return failure.answer === '' && other ? { ...other, ...failure, answer: other.answer } : failure
  })
  return {
    form: 'delivery status',
    failures,
    prose: textLines(text)
      .slice(0, Math.max(0, firstField(text)))
      .join('\n'),
    ...(status.reportedBy !== undefined && { reportedBy: status.reportedBy }),
    ...(status.more > 0 && { more: status.more }),
  }
}

/** The line where the fields of the report begin: their names are no words of a receiver. */
const firstField = (text: string) => textLines(text).findIndex((line) => FIELD.test(line.slice(0, 40)))
const FIELD =
  /^\s{0,8}(?:reporting-mta|original-recipient|final-recipient|action|status|diagnostic-code|remote-mta|arrival-date|received-from-mta|last-attempt-date|x-postfix-\w[\w-]{0,20}):/i

const REPLY_LINE = /^[\s>'"]{0,8}(?:<<<\s)?(?:smtp;\s?)?[45]\d\d(?:[ #-]|$)/i

/** Only an answer, over one line or several. */
function isOneReply(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  return REPLY_LINE.test(first.slice(0, 60))
}

const NOT_ANSWER =
  /^\s{0,8}(?:>>>|(?:2[0-5]\d|3[35]4)[ -]|C: |(?:EHLO|HELO|MAIL FROM|RCPT TO|DATA|QUIT|RSET)\b)/i

/** The lines of the first answer that refuses, in a transcript or among prose. */
export function answerIn(lines: readonly string[]): string {
  const at = lineOfAnswer(lines)
  if (at < 0) return lines.join('\n').slice(0, 4_000)
  const taken: string[] = []
  for (const line of lines.slice(at, at + 40)) {
    if (taken.length > 0 && (line.trim() === '' || NOT_ANSWER.test(line.slice(0, 40)))) break
    taken.push(line.slice(0, 4_000))
  }
  return taken.join('\n').slice(0, 4_000)
}

/** The line where the answer begins: one that starts with its code, or the surest; one that says something before one that does not. */
function lineOfAnswer(lines: readonly string[]): number {
  const sure = (line: string) =>
    REPLY_LINE.test(line.slice(0, 60)) ? 3 : findCode(line.slice(0, 2_000).trim()).sure
  const graded = lines.map((line, at) => ({ at, sure: sure(line), isBare: BARE.test(line.slice(0, 200)) }))
  for (const grade of [3, 2, 1]) {
    const some = graded.filter((one) => one.sure === grade)
    const found = some.find(({ isBare }) => !isBare)
    if (found) return found.at
  }
  return graded.find((one) => one.sure > 0)?.at ?? -1
}

/** A code, and hardly a word behind it: Status code: 550 5.7.1_ETR. */
const BARE = /(?:^|[\s:])[45]\d\d[ -]{1,2}(?:[45]\.\d{1,3}\.\d{1,3})?\S{0,12}\s*$/
