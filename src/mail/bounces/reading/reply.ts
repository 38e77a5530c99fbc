/** A receiver's answer in its parts (RFC 5321 4.2, RFC 3463). */
export interface Reply {
  code?: number
  enhanced?: string
  /** What it said, on one line, without what a mail system wrote around it. */
  text: string
}

/** Characters of one reply that are looked at. */
export const MAX_REPLY = 4_000

/** Codes that servers answer with; elsewhere than at the beginning three digits may be anything, and 465 is a port. */
const CODE = '(?!465)(?:4[2-7]\\d|5[0-79]\\d)'
const ENHANCED = '[45]\\.\\d{1,3}\\.\\d{1,3}'

const AT_START = new RegExp(`^(${CODE})(?=[\\s#:;,.-]|$)`)
const WITH_STATUS = new RegExp(`(?:^|[\\s:;>"'(<=#])(${CODE})[- ]{1,3}#?\\(?${ENHANCED}(?!\\.?\\d)`)
const IN_TEXT = new RegExp(`(?:^|[\\s:;>"'(<=#])(${CODE})(?=[ -]\\S|$)`)
const STATUS = new RegExp(`(?:^|[^\\d.])(${ENHANCED})(?!\\.?\\d)`)
/** A line of an answer, also as Sendmail and transcripts quote it. */
const LINE = new RegExp(`(?:^|\\n)[\\s<>'"|-]{0,12}(?:S: |smtp;\\s{0,3})?(${CODE})(?=[ #-]\\S|$)`, 'i')
const WRAPPER = /^(?:smtp|lmtp|x-[\w-]{1,30}|dns|unix)\s{0,3};\s{0,3}/i
const BLANKS = /\s+/g

/** Where a reply begins in a text, and how sure that is: 0 is no code at all. */
export function findCode(text: string): { at: number; sure: number } {
  const start = AT_START.exec(text)
  if (start) return { at: 0, sure: 3 }
  const full = WITH_STATUS.exec(text)
  if (full) return { at: full.index + full[0].indexOf(full[1] ?? ''), sure: 2 }
  const loose = IN_TEXT.exec(text)
  if (loose) return { at: loose.index + loose[0].lastIndexOf(loose[1] ?? ''), sure: 1 }
  return { at: -1, sure: 0 }
}

/** Takes a reply apart. The text may span lines, and repeat its code at each of them (550-5.7.1 …). */
export function parseReply(written: string): Reply {
  const lines = lastAnswer(written.slice(0, MAX_REPLY))
  const start = lineWithCode(lines)
  const whole = oneLine(lines)
  const full = WITH_STATUS.exec(whole)
  const byLine = start === undefined ? undefined : oneLine(lines.slice(start))
  const byStatus = full ? whole.slice(full.index + full[0].indexOf(full[1] ?? '')) : undefined
  const loose = byLine ?? byStatus ?? looseReply(whole)
  // Whichever begins first: a wrapped line may begin with the code again.
  const reply = byLine && byStatus && byStatus.length > byLine.length ? byStatus : loose
  const text = withoutTail(reply ?? whole)
  const code = reply === undefined ? undefined : Number(reply.slice(0, 3))
  const joined = code === undefined ? text : withoutRepeats(text, code)
  const enhanced = STATUS.exec(joined)?.[1] ?? STATUS.exec(whole)?.[1]
  return {
    ...(code !== undefined && { code }),
    ...(enhanced !== undefined && { enhanced }),
    text: (enhanced === undefined ? joined : saidOnce(joined, enhanced)).trim(),
  }
}

/** Where programs leave the code out, each line of an answer may still begin with its enhanced status code. */
function saidOnce(text: string, enhanced: string): string {
  const first = text.indexOf(enhanced) + enhanced.length
  return text.slice(0, first) + text.slice(first).replaceAll(` ${enhanced} `, ' ')
}

const REASON = /\(reason: ([45]\d\d)[ -]/

/** Sendmail names the answer that counts, above a transcript that holds those of other servers, too. */
function lastAnswer(text: string): string {
  const code = REASON.exec(text)?.[1]
  return code === undefined
    ? text
    : text.replace(new RegExp(`^[ \\t]{0,8}<<< (?!${code})\\d{3}.*$`, 'gm'), '')
}

const oneLine = (text: string) => text.replace(BLANKS, ' ').trim().replace(WRAPPER, '')

/** Where the first line begins that starts with a code. */
function lineWithCode(text: string): number | undefined {
  const found = LINE.exec(text)
  if (!found) return undefined
  const at = found.index + found[0].lastIndexOf(found[1] ?? '')
  const [opening = '', said = ''] =
    new RegExp(`[:\\s](${found[1]}-\\S[^\\n]{0,1000}\\n[^\\n]{0,12})$`).exec(
      text.slice(Math.max(0, at - 1_100), at),
    ) ?? []
  // The first line of several may stand behind other words: Remote host said: 550-…
  return opening === '' ? at : at - said.length
}

function looseReply(text: string): string | undefined {
  const { at } = findCode(text)
  return at < 0 ? undefined : text.slice(at)
}

/** What mail systems write behind an answer. */
const TAILS: readonly RegExp[] = [
  /\s?\(in reply to .{0,60}$/i,
  /\sGiving up on .{0,100}$/,
  /\sI'm not going to try again.{0,200}$/,
  /\s?#(?:SMTP)?#\s*$/,
]

function withoutTail(text: string): string {
  const cut = TAILS.reduce((left, tail) => left.replace(tail, ''), text).trim()
  return /^[^'"(]*['")]$/.test(cut.slice(-400)) ? cut.slice(0, -1) : cut
}

/** The lines of a multi-line reply as one: only the first keeps its code. */
function withoutRepeats(reply: string, code: number): string {
  const again = new RegExp(`[\\s/\\\\]{0,3}\\b${code}(?:-|[ ](?=${ENHANCED}|#))(?:${ENHANCED}\\s?)?`, 'g')
  const last = new RegExp(`\\s${code} (?=\\S)`, 'g')
  const head = reply.slice(0, 3)
  const rest = reply.slice(3)
  const isMany = rest.startsWith('-')
  const first = isMany ? ` ${rest.slice(1)}` : rest
  const joined = first.replace(again, ' ')
  return `${head}${isMany ? joined.replace(last, ' ') : joined}`.replace(BLANKS, ' ')
}
