import packet from 'dns-packet'
import type { RecordType } from '../ports.ts'
import { canonicalName } from './name.ts'

export const TYPE_CODES: Readonly<Record<RecordType, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  TLSA: 52,
  CAA: 257,
}

/** RFC 1035 4.1.1, RFC 6891 6.1.3. */
export const RCODE = {
  ok: 0,
  formErr: 1,
  servFail: 2,
  nxDomain: 3,
  notImp: 4,
  refused: 5,
  badVers: 16,
} as const

/** What fits without fragments nearly everywhere (DNS Flag Day 2020). */
const EDNS_PAYLOAD = 1232
const OPT_TYPE = 41
const IN = 1
const HEADER_OCTETS = 12
/** Of a question, behind its name. */
const QUESTION_OCTETS = 4
/** The root as owner, the payload as class, and nothing more (RFC 6891 6.1.2). */
const OPT = Buffer.from([0, 0, OPT_TYPE, EDNS_PAYLOAD >> 8, EDNS_PAYLOAD & 0xff, 0, 0, 0, 0, 0, 0])
/** Records of one section that are read: no honest answer comes near. */
const MOST_RECORDS = 512

export interface Question {
  id: number
  name: string
  type: RecordType
}

/** One record, its data not yet read. */
export interface ResourceRecord {
  owner: string
  type: number
  ttl: number
  /** The message up to the end of this record's data. */
  message: Buffer
  /** Where RDLENGTH stands. */
  dataAt: number
}

export interface DnsResponse {
  rcode: number
  truncated: boolean
  recursionAvailable: boolean
  authenticated: boolean
  answers: ResourceRecord[]
  authorities: ResourceRecord[]
}

/** Thrown for a message that cannot be read. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** A query that asks for recursion and for the AD bit (RFC 6840 5.7). */
export function encodeQuery({ id, name, type }: Question, edns: boolean): Buffer {
  const encoded = packet.name.encode(name)
  const query = Buffer.alloc(HEADER_OCTETS + encoded.length + QUESTION_OCTETS + (edns ? OPT.length : 0))
  query.writeUInt16BE(id, 0)
  query.writeUInt16BE(packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA, 2)
  query.writeUInt16BE(1, 4)
  query.writeUInt16BE(edns ? 1 : 0, 10)
  const end = HEADER_OCTETS + encoded.copy(query, HEADER_OCTETS)
  query.writeUInt16BE(TYPE_CODES[type], end)
  query.writeUInt16BE(IN, end + 2)
  if (edns) OPT.copy(query, end + QUESTION_OCTETS)
  return query
}

/** Reads the response to this question. Undefined: it answers something else. Throws MalformedMessage. */
export function decodeResponse(message: Buffer, question: Question): DnsResponse | undefined {
  if (message.length < HEADER_OCTETS || message.readUInt16BE(0) !== question.id) return undefined
  const flags = message.readUInt16BE(2)
  const isResponseToQuery = (flags & 0xf800) === 0x8000
  if (!isResponseToQuery) return undefined
  try {
    return readResponse(message, flags, question)
  } catch (cause) {
    if (cause instanceof MalformedMessage) throw cause
    throw new MalformedMessage('a part cannot be read', { cause })
  }
}

function readResponse(message: Buffer, flags: number, question: Question): DnsResponse | undefined {
  const cursor = { message, at: HEADER_OCTETS }
  const base = {
    rcode: flags & 0xf,
    truncated: (flags & 0x0200) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticated: (flags & 0x0020) !== 0,
  }
  // An error may leave the question out: some servers do so with what they cannot read.
  const bare = message.readUInt16BE(4) === 0 && base.rcode !== RCODE.ok && base.rcode !== RCODE.nxDomain
  if (bare) return { ...base, answers: [], authorities: [] }
  if (message.readUInt16BE(4) !== 1 || !echoes(cursor, question)) return undefined
  // What was cut off is asked for again over TCP: the rest may end in the middle of a record.
  if (base.truncated) return { ...base, answers: [], authorities: [] }
  const answers = readSection(cursor, message.readUInt16BE(6))
  const authorities = readSection(cursor, message.readUInt16BE(8))
  const additionals = readSection(cursor, message.readUInt16BE(10))
  const opt = additionals.find((record) => record.type === OPT_TYPE)
  const extended = opt ? (opt.ttl >>> 24) << 4 : 0
  return { ...base, rcode: base.rcode | extended, answers, authorities }
}

interface Cursor {
  message: Buffer
  at: number
}

function echoes(cursor: Cursor, question: Question): boolean {
  const name = readName(cursor)
  const type = cursor.message.readUInt16BE(cursor.at)
  const recordClass = cursor.message.readUInt16BE(cursor.at + 2)
  cursor.at += 4
  return name === canonicalName(question.name) && type === TYPE_CODES[question.type] && recordClass === IN
}

function readSection(cursor: Cursor, count: number): ResourceRecord[] {
  if (count > MOST_RECORDS) throw new MalformedMessage('too many records')
  const records: ResourceRecord[] = []
  for (let i = 0; i < count; i++) {
    const owner = readName(cursor)
    const { message, at } = cursor
    const type = message.readUInt16BE(at)
    const recordClass = message.readUInt16BE(at + 2)
    const ttl = message.readUInt32BE(at + 4)
    const dataAt = at + 8
    cursor.at = dataAt + 2 + message.readUInt16BE(dataAt)
    if (cursor.at > message.length) throw new MalformedMessage('a record is cut off')
    if (recordClass !== IN && type !== OPT_TYPE) continue
    records.push({ owner, type, ttl, message: message.subarray(0, cursor.at), dataAt })
  }
  return records
}

function readName(cursor: Cursor): string {
  const name = packet.name.decode(cursor.message, cursor.at)
  cursor.at += packet.name.decode.bytes
  return presentName(name)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x1f\x7f]/

/** Canonical, with control characters as \DDD (RFC 1035 5.1): names in answers are a stranger's text. */
export function presentName(name: string): string {
  const canonical = canonicalName(name)
  if (!CONTROLS.test(canonical)) return canonical
  let text = ''
  for (const character of canonical) {
    const code = character.charCodeAt(0)
    text += code < 0x20 || code === 0x7f ? `\\${String(code).padStart(3, '0')}` : character
  }
  return text
}
