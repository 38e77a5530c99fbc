import { parseHtml } from '../../reading/markup/html.ts'
import type { MimePart, ParsedMessage } from '../../reading/message.ts'
import { decodeText } from '../../reading/mime/charset.ts'
import { decodeTransfer } from '../../reading/mime/transfer.ts'
import { parseMessage } from '../../reading/parse.ts'
import { shownText } from '../../reading/shown-text.ts'
import { withCode } from './answer.ts'
import { readNotice, recipientNamed, saysFailed, textLines } from './notice.ts'
import { MAX_TEXT, type RawBounce, type RawFailure } from './raw.ts'
import { readStatus, type StatusReport } from './status-report.ts'

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status'])
const RETURNED_TYPES = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
])
const MAX_NESTING = 3
/** Parts of one message that are looked at for a bounce within. */
const MAX_LOOKED_INTO = 8

/** Reads a bounce that is a message, or that a message carries (forwarded). Undefined: it is neither. */
export function readMessage(raw: Uint8Array, depth = 0): RawBounce | undefined {
  const message = parsed(raw)
  if (!message) return undefined
  const parts = leavesOf(message.root)
  const report = reportOf(raw, parts)
  if (report) return ofReport(raw, message, parts, report)
  if (looksReturned(message)) {
    const told = ofText(raw, message, parts)
    if (told) return told
  }
  return depth < MAX_NESTING ? forwarded(raw, parts, depth) : undefined
}

function parsed(raw: Uint8Array): ParsedMessage | undefined {
  try {
    return parseMessage(raw)
  } catch {
    return undefined
  }
}

function leavesOf(root: MimePart): MimePart[] {
  const leaves: MimePart[] = []
  const walk = (part: MimePart) => {
    if (part.children.length === 0) leaves.push(part)
    for (const child of part.children) walk(child)
  }
  walk(root)
  return leaves
}

function bytesOf(raw: Uint8Array, part: MimePart): Uint8Array {
  const body = raw.subarray(part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + 2 * MAX_TEXT))
  return decodeTransfer(body, part.transferEncoding).bytes.subarray(0, MAX_TEXT)
}

const textOf = (raw: Uint8Array, part: MimePart) =>
  decodeText(bytesOf(raw, part), part.parameters['charset'] ?? 'utf-8').text

function reportOf(raw: Uint8Array, parts: readonly MimePart[]): StatusReport | undefined {
  for (const part of parts.filter(({ contentType }) => STATUS_TYPES.has(contentType)).slice(0, 4)) {
    const report = readStatus(textOf(raw, part))
    if (report) return report
  }
  return undefined
}

function ofReport(
  raw: Uint8Array,
  message: ParsedMessage,
  parts: readonly MimePart[],
  report: StatusReport,
): RawBounce {
  const prose = proseOf(message)
  const notice = readNotice(prose)
  const original = originalOf(raw, parts)
  return {
    form: 'delivery status',
    ...(report.reportedBy !== undefined && { reportedBy: report.reportedBy }),
    ...(original && { original }),
    failures: report.failures.map((failure) => filled(failure, notice.failures)),
    ...(report.more > 0 && { more: report.more }),
    prose: textLines(prose).join('\n'),
  }
}

const CODE = /(?:^|\D)[45]\d\d(?:\D|$)/

/** What the report leaves out of an answer stands in the text for people. */
function filled(failure: RawFailure, told: readonly RawFailure[]): RawFailure {
  const same = told.find(({ recipient }) => recipient?.toLowerCase() === failure.recipient?.toLowerCase())
  const other = same ?? (told.length === 1 ? told[0] : undefined)
  if (!other) return failure
  const isPoor = failure.answer.trim() === '' || (!CODE.test(failure.answer) && CODE.test(other.answer))
  return {
    ...failure,
    ...(isPoor && { answer: other.answer }),
    ...(failure.remote === undefined && other.remote !== undefined && { remote: other.remote }),
  }
}

const SUBJECT =
  /undeliver|returned mail|delivery (?:status|failure|has failed|failed|problem|report|incomplete|delayed|notification)|mail delivery|failure notice|could not (?:be delivered|send)|non.?remis|unzustellbar|nicht zustellbar|zustell|rejected|no se puede entregar|no entregado|non recapitab|mancat[ao] (?:consegna|recapito)|onbestelbaar|niet[- ]bezorg|niedostarcz|nie mo[zż]na dostarczy|niet worden bezorgd|no se pudo entregar|imposs[ií]vel entregar|impossibile recapitare|kan niet bezorg|warning: message|postmaster|échec|nao foi possivel|não foi possível|não entregue|недоставлен|не доставлено/i
const DAEMON =
  /mailer-?daemon|postmaster|mail ?delivery|microsoft ?exchange|mdaemon|double-bounce|no-?reply-?bounce/i

/** Whether a message without a delivery status is one that a mail system wrote of mail it could not deliver. */
function looksReturned(message: ParsedMessage): boolean {
  const signs = signsOf(message)
  return signs.filter(Boolean).length >= 2 || signs[0] === true || signs[4] === true
}

/** What mail systems leave on what they write: the header of its own, the null sender, their names, subjects and types. */
function signsOf(message: ParsedMessage): boolean[] {
  const from = `${message.from[0]?.address ?? ''} ${message.from[0]?.name ?? ''}`
  const path = message.first('return-path')?.value.trim()
  return [
    message.first('x-failed-recipients') !== undefined,
    path === '<>',
    DAEMON.test(from),
    SUBJECT.test(message.subject.slice(0, 300)),
    reportType(message) === 'delivery-status',
    /auto-replied/i.test(message.first('auto-submitted')?.value ?? ''),
  ]
}

const reportType = (message: ParsedMessage) => message.root.parameters['report-type']?.toLowerCase()

/** Reports of other things: a complaint (RFC 5965), a receipt (RFC 8098). */
const OTHER_REPORTS = new Set(['feedback-report', 'disposition-notification'])

/** The words of a message that has no sign of a mail system's hand. Undefined: it has, or it is no message. */
export function letterIn(raw: Uint8Array): string | undefined {
  const message = parsed(raw)
  if (!message || message.from.length === 0) return undefined
  if (OTHER_REPORTS.has(reportType(message) ?? '')) return ''
  // Automatic answers come from people's mailboxes, too.
  return signsOf(message).slice(0, 5).includes(true) ? undefined : proseOf(message)
}

function proseOf(message: ParsedMessage): string {
  const html = message.text?.trim() ? undefined : message.html
  return shownText(message, html === undefined ? undefined : parseHtml(html.slice(0, MAX_TEXT)))
}

function ofText(raw: Uint8Array, message: ParsedMessage, parts: readonly MimePart[]): RawBounce | undefined {
  const prose = proseOf(message)
  const pasted = readStatus(prose)
  const notice = pasted ?? readNotice(prose)
  const failed = message
    .all('x-failed-recipients')
    .flatMap(({ value }) => value.split(/[\s,]+/))
    .filter((address) => address.includes('@'))
  const failures =
    notice.failures.length > 0 ? notice.failures : failed.map((recipient) => ({ recipient, answer: '' }))
  const text = textLines(prose).join('\n')
  const gaveUp = FAILED.test(message.subject.slice(0, 300)) || saysFailed(text)
  if (failures.length === 0 && !gaveUp && !CODE.test(text) && !looksUndelivered(text)) return undefined
  const original = originalOf(raw, parts)
  return {
    form: 'free text',
    ...(notice.reportedBy !== undefined && { reportedBy: notice.reportedBy }),
    ...(original && { original }),
    failures: failures.length === 0 ? inSentence(text) : withCode(failures.slice(0, 50), text.split('\n')),
    ...(gaveUp && { gaveUp: true as const }),
    ...(notice.more > 0 && { more: notice.more }),
    prose: text,
  }
}

/** The recipient that stands in a sentence alone; the answer is looked for in all of the text. */
function inSentence(text: string): RawFailure[] {
  const { recipient } = recipientNamed(text)
  return recipient === undefined ? [] : [{ recipient, answer: '' }]
}

/** Subjects of notices that are no longer of a delay. */
const FAILED =
  /^(?!.{0,200}(?:delay|warning|verzöger|retard|retras|ritard)).{0,200}(?:failure|failed|undeliver|returned mail|returning message|unzustellbar|nicht zustellbar|non.?remis|no entregado|non recapitab|rejected)/i

const looksUndelivered = (text: string) =>
  /(?:not|n't|unable to|failed to|couldn.t)\s.{0,40}deliver|undeliver|failed permanently|nicht zugestellt|pas pu être/i.test(
    text.slice(0, 20_000),
  )

function originalOf(raw: Uint8Array, parts: readonly MimePart[]): RawBounce['original'] {
  const part = parts.find(({ contentType }) => RETURNED_TYPES.has(contentType))
  const message = part && parsed(bytesOf(raw, part))
  if (!message) return undefined
  const messageId = message.first('message-id')?.value.trim().slice(0, 998)
  const from = message.from[0]?.address || message.first('from')?.value
  const original = {
    ...(messageId && { messageId }),
    ...(message.subject && { subject: message.subject.slice(0, 998) }),
    ...(from && { from: from.slice(0, 320) }),
  }
  return Object.keys(original).length > 0 ? original : undefined
}

/** A bounce that somebody forwarded as an attachment. */
function forwarded(raw: Uint8Array, parts: readonly MimePart[], depth: number): RawBounce | undefined {
  const carried = parts.filter(
    ({ contentType, filename }) =>
      contentType === 'message/rfc822' || contentType === 'message/global' || /\.eml$/i.test(filename ?? ''),
  )
  for (const part of carried.slice(0, MAX_LOOKED_INTO)) {
    const body = raw.subarray(part.bodyStart, part.bodyEnd)
    const inner = readMessage(decodeTransfer(body, part.transferEncoding).bytes, depth + 1)
    if (inner) return inner
  }
  return undefined
}
