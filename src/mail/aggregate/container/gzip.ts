import { crcOf, u16, u32 } from './bytes.ts'
import { couldBeReport, inflate } from './inflate.ts'

export interface Gunzipped {
  chunks: Uint8Array[]
  size: number
  /** FNAME, as octets. */
  name?: string
  warnings: string[]
  stopped?: 'too_large' | 'not_a_report' | 'damaged'
}

/** More members than this are taken for trailing garbage: an empty one costs its sender 20 octets. */
const MAX_MEMBERS = 600
const TRAILER = 8

/** RFC 1952, with what reporters make of it: several members, garbage behind the last, a wrong CRC, an end that is missing. */
export async function gunzip(bytes: Uint8Array, max: number): Promise<Gunzipped> {
  const result: Gunzipped = { chunks: [], size: 0, warnings: [] }
  let at: number | undefined = 0
  for (let member = 0; at !== undefined && member < MAX_MEMBERS; member += 1) {
    const header = headerAt(bytes, at)
    if (!header && member === 0) result.stopped = 'damaged'
    at = header && (await takeMember(result, bytes, header, max))
  }
  return result
}

/** Takes the member behind a header; gives where the next one begins. */
async function takeMember(
  result: Gunzipped,
  bytes: Uint8Array,
  header: MemberHeader,
  max: number,
): Promise<number | undefined> {
  // A member behind the first begins anywhere in the text.
  const accepts = result.size === 0 ? couldBeReport : () => true
  const part = await inflate(bytes.subarray(header.end), max - result.size, accepts)
  if (header.name) result.name ??= header.name
  result.size += part.size
  result.chunks.push(...part.chunks)
  const end = header.end + part.consumed
  const isCut = part.stopped === 'damaged' || end + TRAILER > bytes.length
  if (part.stopped !== undefined || isCut) {
    if (!isCut || result.size === 0) result.stopped = part.stopped ?? 'damaged'
    else warn(result, 'truncated')
    return undefined
  }
  const isWhole = u32(bytes, end) === crcOf(part.chunks) && u32(bytes, end + 4) === part.size % 2 ** 32
  if (!isWhole) warn(result, 'crc_mismatch')
  return end + TRAILER
}

function warn(result: Gunzipped, warning: string): void {
  if (!result.warnings.includes(warning)) result.warnings.push(warning)
}

const FHCRC = 2
const FEXTRA = 4
const FNAME = 8
const FCOMMENT = 16

interface MemberHeader {
  /** Behind it. */
  end: number
  name?: string
}

/** Undefined: no member begins here. */
function headerAt(bytes: Uint8Array, start: number): MemberHeader | undefined {
  if (bytes[start] !== 0x1f || bytes[start + 1] !== 0x8b || bytes[start + 2] !== 8) return undefined
  const flags = bytes[start + 3] ?? 0
  let at = start + 10
  if (flags & FEXTRA) at += 2 + u16(bytes, at)
  const nameEnd = flags & FNAME ? bytes.indexOf(0, at) : at
  if (nameEnd < 0) return undefined
  const name = Buffer.from(bytes.subarray(at, Math.min(nameEnd, at + 1024))).toString('latin1')
  if (flags & FNAME) at = nameEnd + 1
  if (flags & FCOMMENT) {
    at = bytes.indexOf(0, at) + 1
    if (at === 0) return undefined
  }
  if (flags & FHCRC) at += 2
  return at >= bytes.length ? undefined : { end: at, ...(name && { name }) }
}
