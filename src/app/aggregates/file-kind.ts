import { messageOf, whyNoMessage } from '../file-message.ts'

/** A mail, with CRLF and without what mbox files add; or a report file, whose octets say more than its name. */
export type OpenedReportFile = { kind: 'mail'; raw: Uint8Array } | { kind: 'file' }

/** What a file is read as. */
export function openReportFile(bytes: Uint8Array): OpenedReportFile {
  if (beginsLikeReport(bytes) || whyNoMessage(bytes) !== undefined) return { kind: 'file' }
  return { kind: 'mail', raw: messageOf(bytes) }
}

/** Whether a file that begins so may hold reports, or mail with reports. */
export function mayHoldReports(start: Uint8Array): boolean {
  return beginsLikeReport(start) || whyNoMessage(start) === undefined
}

const GZIP = [0x1f, 0x8b]
const ZIP = [0x50, 0x4b]
const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const TEXT_START = 1_024
const TEXT = /^\s*[<{[]/
const WEB_PAGE = /^\s*<(?:!doctype\s+)?html/i

function beginsLikeReport(bytes: Uint8Array): boolean {
  if (beginsWith(bytes, GZIP) || beginsWith(bytes, ZIP)) return true
  const mark = MARKS.find((one) => beginsWith(bytes, one))?.length ?? 0
  // The zero octets are those of UTF-16.
  const text = Buffer.from(bytes.subarray(mark, mark + TEXT_START))
    .toString('latin1')
    .replaceAll('\0', '')
  return TEXT.test(text) && !WEB_PAGE.test(text)
}

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((octet, at) => bytes[at] === octet)
