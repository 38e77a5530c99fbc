import { answerIn, isOneReply, withCode } from './answer.ts'
import { hostNamed } from './hosts.ts'
import { readLog } from './log-lines.ts'
import { letterIn, readMessage } from './message.ts'
import { readNotice, recipientNamed, saysFailed, saysTried, textLines } from './notice.ts'
import { MAX_TEXT, type RawBounce, type RawFailure } from './raw.ts'
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

/** As msmtp logs it: smtpstatus=554 smtpmsg='554-…\\n554 …' */
const LOGGED = /\bsmtpstatus=[45]\d\d smtpmsg='/g

/** As PHPMailer tells it: Detail: … SMTP code: 554 Additional SMTP info: 5.7.1 */
const PHPMAILER =
  /\bDetail: ([^\0]{1,1500}?)\s{0,3}SMTP code: ([45]\d\d)(?:\s{1,3}Additional SMTP info: ([45]\.\d{1,3}\.\d{1,3}))?/g

const withoutTuples = (written: string) => {
  const text = written.replace(
    PHPMAILER,
    (_whole, said: string, code: string, enhanced?: string) =>
      `\n${code} ${enhanced ? `${enhanced} ` : ''}${said.replace(/\s+/g, ' ')}`,
  )
  if (text.search(LOGGED) >= 0) return text.replace(LOGGED, '\n').replaceAll('\\n', '\n')
  return text.search(TUPLE) < 0 ? text : text.replace(TUPLE, '$1 ').replace(/\\r?\\n|\\n/g, ' ')
}

/** Text that was copied out of a page. */
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

const withoutEntities = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Links as forums and trackers keep them: [words](mailto:address), [address](https://…), <a href="mailto:…">. */
const MARKDOWN = /\[([^[\]\n]{0,400})\]\((mailto:)?([^()\s]{1,1000})\)/g
const ADDRESS = /^[^\s@<>]{1,128}@[^\s@<>]{1,255}$/

/** Marks of Markdown around words in one line: **550 5.7.1**, `451 4.7.0`, and the fences of blocks. Exim's ** stands apart from what follows. */
const BOLD = /(?<![\w*])\*\*(?=[^\s*])([^*\n]{0,400}[^\s*])\*\*(?![\w*])/g
const CODE_MARKS = /(?<![`\w])(`{1,2})([^`\n]{1,2000})\1(?!`)/g
const FENCE = /^[ \t>]{0,8}(?:```|~~~)[\w-]{0,20}[ \t]*$/gm

const withoutMarkdown = (text: string) =>
  text
    .replace(FENCE, '')
    .replace(BOLD, '$1')
    .replace(CODE_MARKS, '$2')
    .replace(MARKDOWN, (whole, words: string, mail: string | undefined, target: string) => {
      if (mail) return ADDRESS.test(words) || !ADDRESS.test(target) ? words : target
      return /^https?:/i.test(target) ? words : whole
    })

function readText(written: string): RawBounce {
  const text = withoutMarkdown(withoutEntities(withoutTuples(written)))
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
      failures: asTried(withCode(notice.failures, lines), text),
      prose: lines.join('\n'),
      ...(saysFailed(text) && { gaveUp: true as const }),
      ...(reportedBy !== undefined && { reportedBy }),
      ...(notice.more > 0 && { more: notice.more }),
    }
  }
  const answer = answerIn(lines)
  const remote = hostNamed(lines.join('\n').slice(0, 6_000))
  const isReply = isOneReply(lines) || lines.length < 4
  return {
    form: isReply ? 'reply' : 'free text',
    failures: asTried(
      [
        {
          answer,
          ...(isOneReply(lines) ? {} : recipientNamed(text)),
          ...(remote !== undefined && { remote }),
        },
      ],
      text,
    ),
    prose: lines.join('\n'),
    ...(saysFailed(text) && { gaveUp: true as const }),
    ...(reportedBy !== undefined && { reportedBy }),
  }
}

/** Nobody refused, and the notice says that it is tried again: a delay. */
function asTried(failures: readonly RawFailure[], text: string): RawFailure[] {
  if (!saysTried(text)) return [...failures]
  return failures.map((one) => (findCode(one.answer).sure > 0 ? one : { ...one, action: 'delayed' }))
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
