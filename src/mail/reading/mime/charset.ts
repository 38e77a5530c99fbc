import { isUtf8 } from 'node:buffer'
import { CHARSET_ALIASES, CHARSET_HINTS } from '../../data/charset-aliases.ts'
import { CODE_PAGES } from '../../data/code-pages.ts'
import { asBuffer } from './octets.ts'
import { decodeHz, decodeIso2022Kr, decodeUtf7, decodeUtf32 } from './rare-charsets.ts'

type Decode = (bytes: Uint8Array) => { text: string; valid: boolean }

const RARE: Readonly<Record<string, Decode>> = {
  'utf-7': decodeUtf7,
  'hz-gb-2312': decodeHz,
  'iso-2022-kr': decodeIso2022Kr,
  'utf-32': (bytes) => decodeUtf32(bytes),
  'utf-32le': (bytes) => decodeUtf32(bytes, true),
  'utf-32be': (bytes) => decodeUtf32(bytes, false),
}

export interface DecodedText {
  text: string
  /** The charset that was used in the end. */
  charset: string
  /** unknown: nobody can decode that label; invalid: the bytes are not of the charset that was declared;
   * mistaken: they are, yet all of them are well-formed UTF-8 of more than one octet a character. */
  problem?: 'unknown' | 'invalid' | 'mistaken'
}

/** How octets are read in a charset that TextDecoder has. */
interface Reading {
  /** Undefined: they are not of it. */
  strict(bytes: Uint8Array, name: string): string | undefined
  lenient(bytes: Uint8Array, name: string): string
}

const WHOLE: Reading = { strict: tryDecode, lenient }
/** To know the charset alone: the text of a large part is not kept. */
const IN_PASSING: Reading = {
  strict: (bytes, name) => (isOf(bytes, name) ? '' : undefined),
  lenient: () => '',
}

/** Decodes bytes by their declared charset, by what they look like where it is missing, unknown or plainly wrong. Never throws. */
export function decodeText(bytes: Uint8Array, declared = ''): DecodedText {
  return readText(bytes, declared, WHOLE)
}

/** By which charset they are decoded, and what is wrong with what was declared. */
export function charsetOf(bytes: Uint8Array, declared = ''): Omit<DecodedText, 'text'> {
  const { text: _, ...found } = readText(bytes, declared, IN_PASSING)
  return found
}

function readText(bytes: Uint8Array, declared: string, reading: Reading): DecodedText {
  const marked = byteOrderMark(bytes)
  const label = normalise(declared)
  if (label === '') return detect(bytes, marked, reading)
  const rare = ownOf(RARE, label)
  if (rare) {
    const { text, valid } = rare(bytes)
    return { text, charset: label, ...(!valid && { problem: 'invalid' }) }
  }
  const page = ownOf(CODE_PAGES, label)
  if (page) return { text: decodeCodePage(bytes, page), charset: label }
  const name = whatwgName(label)
  if (name === undefined) return { ...detectWithHint(bytes, marked, label, reading), problem: 'unknown' }
  if (name === 'utf-16le' || name === 'utf-16be') return decodeUtf16(bytes, marked, label, reading)
  if (isAscii(label)) return decodeAsAscii(bytes, reading)
  return decodeKnown(bytes, name, reading)
}

/** A label that is none may still tell what was meant; UTF-8 is told by its octets. */
function detectWithHint(
  bytes: Uint8Array,
  marked: string | undefined,
  label: string,
  reading: Reading,
): DecodedText {
  const found = detect(bytes, marked, reading)
  const hint = ownOf(CHARSET_HINTS, label.replace(/_?charset$/, ''))
  if (hint === undefined || isSevenBit(bytes) || found.charset === 'utf-8') return found
  return { text: reading.lenient(bytes, hint), charset: hint }
}

/** Decodes with a charset that TextDecoder has. */
function decodeKnown(bytes: Uint8Array, name: string, { strict: read, lenient }: Reading): DecodedText {
  const strict = read(bytes, name)
  if (strict !== undefined) {
    const mistaken = SINGLE_BYTE.test(name) && bytes.length > 0 && isMultibyteUtf8(bytes)
    return { text: strict, charset: name, ...(mistaken && { problem: 'mistaken' }) }
  }
  if (name === 'utf-8' && !isMostlyUtf8(bytes)) {
    return { text: lenient(bytes, 'windows-1252'), charset: 'windows-1252', problem: 'invalid' }
  }
  return { text: lenient(bytes, name), charset: name, problem: 'invalid' }
}

const SINGLE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh|x-mac|ibm866)/

/** Declared as US-ASCII: anything above is undeclared, and read as mail readers do. */
function decodeAsAscii(bytes: Uint8Array, reading: Reading): DecodedText {
  const found = detect(bytes, undefined, reading)
  return isAscii(found.charset) ? found : { ...found, problem: 'invalid' }
}

function detect(bytes: Uint8Array, marked: string | undefined, { strict, lenient }: Reading): DecodedText {
  if (marked) return { text: lenient(bytes, marked), charset: marked }
  if (isSevenBit(bytes)) {
    // ISO-2022-JP without a label is plain 7-bit text full of its escape sequences.
    const octets = asBuffer(bytes)
    if (octets.includes('\u001b$B') || octets.includes('\u001b$@'))
      return { text: lenient(bytes, 'iso-2022-jp'), charset: 'iso-2022-jp' }
    return { text: lenient(bytes, 'utf-8'), charset: 'us-ascii' }
  }
  const text = strict(bytes, 'utf-8')
  if (text !== undefined) return { text, charset: 'utf-8' }
  const charset = isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252'
  return { text: lenient(bytes, charset), charset }
}

function decodeUtf16(
  bytes: Uint8Array,
  marked: string | undefined,
  label: string,
  { strict, lenient }: Reading,
): DecodedText {
  const charset = marked?.startsWith('utf-16')
    ? marked
    : label.endsWith('be')
      ? 'utf-16be'
      : utf16Order(bytes, label)
  const text = strict(bytes, charset)
  return text === undefined
    ? { text: lenient(bytes, charset), charset, problem: 'invalid' }
    : { text, charset }
}

/** Without a mark RFC 2781 4.3 says big-endian, practice says little: the side of the zero octets decides. */
function utf16Order(bytes: Uint8Array, label: string): string {
  if (label.endsWith('le')) return 'utf-16le'
  let even = 0
  let odd = 0
  for (let i = 0; i + 1 < bytes.length && i < 4096; i += 2) {
    if (bytes[i] === 0) even += 1
    if (bytes[i + 1] === 0) odd += 1
  }
  return even > odd ? 'utf-16be' : 'utf-16le'
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** The label as the tables have it: lower case, without quotes, vendor prefixes and language tags. */
function normalise(declared: string): string {
  const label = declared
    .slice(0, 64)
    .toLowerCase()
    .replace(/^[\s"'_]+|[\s"';,]+$/g, '')
    .replace(/\*.*$/, '')
  const alias = aliasOf(label)
  if (alias !== undefined || whatwgName(label) !== undefined) return alias ?? label
  const bare = label.replace(/^(?:x-ms-|x-|cs)/, '').replace(/^(?:windows|ibm|ms|cp)-?(\d{3,5})$/, 'cp$1')
  return aliasOf(bare) ?? bare
}

function aliasOf(label: string): string | undefined {
  const known = ownOf(RARE, label) !== undefined || ownOf(CODE_PAGES, label) !== undefined
  return ownOf(CHARSET_ALIASES, label) ?? (known ? label : undefined)
}

/** A label may be `constructor`, which every object has. */
function ownOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Whether any decoder here knows the label. */
export function isKnownCharset(declared: string): boolean {
  const label = normalise(declared)
  return aliasOf(label) !== undefined || whatwgName(label) !== undefined
}

/** The WHATWG standard reads US-ASCII as windows-1252; mail readers look at the bytes instead. */
const ASCII_LABELS = new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968', 'iso-ir-6', 'iso646-us'])

function isAscii(label: string): boolean {
  return ASCII_LABELS.has(label)
}

function whatwgName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function lenient(bytes: Uint8Array, name: string): string {
  return new TextDecoder(name).decode(readable(bytes, name))
}

function tryDecode(bytes: Uint8Array, name: string): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true }).decode(readable(bytes, name))
  } catch {
    return undefined
  }
}

const PIECE = 1024 * 1024

/** Whether they could be decoded, piece by piece. */
function isOf(bytes: Uint8Array, name: string): boolean {
  if (name === 'utf-8') return isUtf8(bytes)
  const octets = readable(bytes, name)
  try {
    const decoder = new TextDecoder(name, { fatal: true })
    for (let at = 0; at < octets.length; at += PIECE) {
      decoder.decode(octets.subarray(at, at + PIECE), { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The WHATWG decoder takes two escape sequences in a row for an attack; mail software writes them at every joint. */
function readable(bytes: Uint8Array, name: string): Uint8Array {
  if (name !== 'iso-2022-jp') return bytes
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const pieces = text.split('\u001b')
  const kept = pieces.filter((piece, i) => i === 0 || i === pieces.length - 1 || !BARE_ESCAPE.test(piece))
  return Buffer.from(kept.join('\u001b'), 'latin1')
}

/** What follows ESC where nothing is written before the next one. */
const BARE_ESCAPE = /^(?:\([BIJ]|\$[@B])$/

function decodeCodePage(bytes: Uint8Array, page: string): string {
  const units = new Uint16Array(bytes.length)
  for (let i = 0; i < bytes.length; i += 1) {
    const octet = bytes[i] ?? 0
    units[i] = octet < 128 ? octet : page.charCodeAt(octet - 128)
  }
  return new TextDecoder('utf-16le').decode(units)
}

/** No octet above 127. */
export function isSevenBit(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if ((bytes[i] ?? 0) > 127) return false
  return true
}

/** Some octets above 127, and all of them well-formed UTF-8. */
export function isMultibyteUtf8(bytes: Uint8Array): boolean {
  return !isSevenBit(bytes) && isUtf8(bytes)
}

/** More well-formed UTF-8 sequences of several octets than octets above 127 outside of them: two octets of Latin-1 or
 * of an East Asian charset may look like one by chance. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let sequences = 0
  let others = 0
  for (let i = 0; i < bytes.length; i += 1) {
    if ((bytes[i] ?? 0) < 128) continue
    const expected = continuations(bytes[i] ?? 0)
    let seen = 0
    while (seen < expected && ((bytes[i + seen + 1] ?? 0) & 0xc0) === 0x80) seen += 1
    if (expected > 0 && seen === expected) {
      sequences += 1
      i += seen
    } else others += 1
  }
  return sequences > others
}

/** How many octets follow this one in UTF-8, 0 if it begins no sequence. */
function continuations(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
}
