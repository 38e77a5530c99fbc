import type { HeaderField, MimePart } from '../reading/message.ts'
import { decodeTransfer } from '../reading/mime/transfer.ts'
import { buildTree } from '../reading/mime/tree.ts'

/** Octets of a report's fields, and of the header of the message that it is about, that are looked at. */
const MOST_FIELDS = 64 * 1024
const MOST_HEADER = 256 * 1024

/** Header fields by name, lower case. */
export class Fields {
  readonly #fields: readonly HeaderField[]

  constructor(fields: readonly HeaderField[]) {
    this.#fields = fields
  }

  /** The first of that name, trimmed; '' where there is none. */
  first(key: string): string {
    return this.#fields.find((field) => field.key === key)?.value.trim() ?? ''
  }

  all(key: string): string[] {
    return this.#fields.filter((field) => field.key === key).map(({ value }) => value.trim())
  }

  has(key: string): boolean {
    return this.#fields.some((field) => field.key === key)
  }
}

/** What a mail to a complaints address is made of. */
export interface ComplaintParts {
  top: Fields
  /** The fields of message/feedback-report. */
  report?: Fields
  /** The header of the message that it is about. */
  original?: Fields
}

const ORIGINALS = new Set([
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'message/global-headers',
  'text/rfc822-headers',
  'text/rfc822-header',
])
/** A block of fields with its type among them, whatever the part is called. */
const OPENS_REPORT =
  /^(?:[\w-]{1,60}:[^\r\n]{0,998}\r?\n(?:[ \t][^\r\n]{0,998}\r?\n){0,20}){0,20}Feedback-Type[ \t]{0,8}:/i

/** Takes a mail apart, by how its parts are declared and by how they begin. */
export function partsOfComplaint(raw: Uint8Array): ComplaintParts {
  const nodes = buildTree(raw).nodes.map(({ part }) => part)
  const top = new Fields(nodes[0]?.headers ?? [])
  const leaves = nodes.filter(({ children }) => children.length === 0)
  const report =
    leaves.find(({ contentType }) => contentType === 'message/feedback-report') ??
    leaves.find((part) => opensReport(raw, part))
  const original = leaves.find((part) => part !== report && ORIGINALS.has(part.contentType))
  return {
    top,
    ...(report && { report: fieldsOf(raw, report, MOST_FIELDS) }),
    ...(original && { original: fieldsOf(raw, original, MOST_HEADER) }),
  }
}

function opensReport(raw: Uint8Array, part: MimePart): boolean {
  if (!/^(?:text\/plain|application\/octet-stream|message\/)/.test(part.contentType)) return false
  return OPENS_REPORT.test(
    Buffer.from(octetsOf(raw, part, 2048))
      .toString('latin1')
      .trimStart(),
  )
}

/** The beginning of a part as a block of header fields. */
function fieldsOf(raw: Uint8Array, part: MimePart, most: number): Fields {
  const bytes = octetsOf(raw, part, most)
  return new Fields(buildTree(bytes.subarray(blankBefore(bytes))).nodes[0]?.part.headers ?? [])
}

function octetsOf(raw: Uint8Array, part: MimePart, most: number): Uint8Array {
  // Three octets are at most nine in a transfer encoding.
  const input = raw.subarray(part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + most * 3))
  return decodeTransfer(input, part.transferEncoding).bytes.subarray(0, most)
}

function blankBefore(bytes: Uint8Array): number {
  let at = 0
  while (bytes[at] === 13 || bytes[at] === 10) at += 1
  return at
}
