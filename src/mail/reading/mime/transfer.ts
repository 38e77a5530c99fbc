import { CR, LF, SPACE, TAB } from './octets.ts'

const EQUALS = 61

const FOREIGN = -1
const IGNORED = -2
const PAD = -3

const BASE64 = new Int8Array(256).fill(FOREIGN)
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  BASE64[letter.charCodeAt(0)] = value
}
for (const octet of [CR, LF, SPACE, TAB]) BASE64[octet] = IGNORED
BASE64[EQUALS] = PAD

const HEX = new Int8Array(256).fill(-1)
for (const [value, letter] of [...'0123456789ABCDEF'].entries()) {
  HEX[letter.charCodeAt(0)] = value
  HEX[letter.toLowerCase().charCodeAt(0)] = value
}

/** Bytes with what was wrong about their encoding. */
export interface Decoded {
  bytes: Uint8Array
  /** Octets that the encoding does not allow, escapes that are none, groups that end too early, data behind the end. */
  faults: number
}

/** RFC 2045 6.8, as lenient as mail readers: foreign octets are passed over, padding ends a group, and plain
 * text under padding or an empty line (a mailing list's footer) ends it all. */
export function decodeBase64(input: Uint8Array): Decoded {
  const bytes = new Uint8Array(Math.ceil((input.length * 3) / 4) + 3)
  const { length, faults } = readBase64(input, bytes)
  return { bytes: bytes.subarray(0, length), faults }
}

/** The faults that decoding would find; nothing is kept of what is decoded. */
export function base64Faults(input: Uint8Array): number {
  return readBase64(input, NOWHERE).faults
}

/** Octets that are written here go nowhere. */
const NOWHERE = new Uint8Array(0)

function readBase64(input: Uint8Array, bytes: Uint8Array): Base64State {
  const whole = readUpTo(input, input.length, bytes)
  if (whole.foreign === 0) return whole
  const end = endOfData(input)
  if (end === input.length) return whole
  const read = readUpTo(input, end, bytes)
  read.faults += 1
  return read
}

function readUpTo(input: Uint8Array, end: number, bytes: Uint8Array): Base64State {
  const state = { bytes, length: 0, faults: 0, foreign: 0, group: 0, digits: 0, padded: false }
  for (let i = 0; i < end; i += 1) {
    if (state.digits === 0 && !state.padded) i = takeGroups(state, input, i, end)
    if (i >= end) break
    const value = BASE64[input[i] ?? 0] ?? FOREIGN
    if (value >= 0) takeDigit(state, value)
    else if (value === FOREIGN) state.foreign += 1
    else if (value === PAD) takePadding(state)
  }
  state.faults += state.foreign + (state.digits > 0 ? 1 : 0)
  endGroup(state)
  return state
}

/** Takes groups of four digits with nothing between them; gives where something else begins. */
function takeGroups(state: Base64State, input: Uint8Array, from: number, end: number): number {
  const { bytes } = state
  let { length } = state
  let at = from
  for (; at + 4 <= end; at += 4) {
    const first = BASE64[input[at] ?? 0] ?? FOREIGN
    const second = BASE64[input[at + 1] ?? 0] ?? FOREIGN
    const third = BASE64[input[at + 2] ?? 0] ?? FOREIGN
    const fourth = BASE64[input[at + 3] ?? 0] ?? FOREIGN
    // What is no digit is below zero.
    if ((first | second | third | fourth) < 0) break
    bytes[length] = (first << 2) | (second >> 4)
    bytes[length + 1] = (second << 4) | (third >> 2)
    bytes[length + 2] = (third << 6) | fourth
    length += 3
  }
  state.length = length
  return at
}

/** Where a line begins that is no base64 and comes after padding or an empty line; else the end. */
function endOfData(input: Uint8Array): number {
  let lineStart = 0
  let isClosed = false
  let hasBegun = false
  let last = IGNORED
  for (let i = 0; i < input.length; i += 1) {
    const octet = input[i] ?? 0
    const value = BASE64[octet] ?? FOREIGN
    if (value === FOREIGN && isClosed) return lineStart
    if (value !== IGNORED) last = value
    if (octet !== LF) continue
    if (last === IGNORED) isClosed ||= hasBegun
    else {
      isClosed = last === PAD
      hasBegun = true
    }
    last = IGNORED
    lineStart = i + 1
  }
  return input.length
}

interface Base64State extends Decoded {
  length: number
  /** Octets that are none of base64. */
  foreign: number
  /** The bits of the group of four digits that is being read. */
  group: number
  digits: number
  padded: boolean
}

function takeDigit(state: Base64State, value: number): void {
  state.group = (state.group << 6) | value
  state.digits += 1
  if (state.digits < 4) return
  state.bytes[state.length] = state.group >> 16
  state.bytes[state.length + 1] = state.group >> 8
  state.bytes[state.length + 2] = state.group
  state.length += 3
  state.digits = 0
  state.group = 0
  if (state.padded) state.faults += 1
}

function takePadding(state: Base64State): void {
  state.padded = true
  if (state.digits === 1) state.faults += 1
  endGroup(state)
}

/** Writes what an incomplete group of digits holds. */
function endGroup(state: Base64State): void {
  const { bytes, group, digits } = state
  if (digits === 2) {
    bytes[state.length] = group >> 4
  } else if (digits === 3) {
    bytes[state.length] = group >> 10
    bytes[state.length + 1] = group >> 2
  }
  state.length += Math.max(0, digits - 1)
  state.digits = 0
  state.group = 0
}

/** RFC 2045 6.7: what is no escape stays as it is, soft line ends and white space before a line end go. */
export function decodeQuotedPrintable(input: Uint8Array): Decoded {
  const bytes = new Uint8Array(input.length)
  let length = 0
  let faults = 0
  /** White space before this offset was encoded and stays. */
  let encoded = 0
  let i = 0
  while (i < input.length) {
    const octet = input[i] ?? 0
    if (octet === EQUALS) {
      const value = escapeAt(input, i + 1)
      const next = value >= 0 ? i + 3 : softLineEnd(input, i + 1)
      if (value >= 0) {
        bytes[length] = value
        length += 1
      }
      if (next > 0) {
        encoded = length
        i = next
        continue
      }
      faults += 1
    }
    if (octet === LF) length = withoutTrailingSpace(bytes, length, encoded)
    bytes[length] = octet
    length += 1
    i += 1
  }
  return { bytes: bytes.subarray(0, length), faults }
}

/** The octet that two hexadecimal digits name, -1 if they are none. */
function escapeAt(input: Uint8Array, at: number): number {
  const high = HEX[input[at] ?? 0] ?? -1
  const low = HEX[input[at + 1] ?? 0] ?? -1
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** The offset behind a soft line end that begins at `from`, 0 if there is none. */
function softLineEnd(input: Uint8Array, from: number): number {
  let i = from
  while (i < input.length && i - from < 1000 && (input[i] === SPACE || input[i] === TAB)) i += 1
  while (i < input.length && i - from < 1000 && input[i] === CR) i += 1
  if (i >= input.length) return i
  return input[i] === LF ? i + 1 : 0
}

/** White space at the end of a line was added on the way (RFC 2045 6.7 rule 3). */
function withoutTrailingSpace(bytes: Uint8Array, length: number, encoded: number): number {
  const carriage = length > encoded && bytes[length - 1] === CR
  const line = carriage ? length - 1 : length
  let end = line
  while (end > encoded && (bytes[end - 1] === SPACE || bytes[end - 1] === TAB)) end -= 1
  if (!carriage || end === line) return carriage ? length : end
  bytes[end] = CR
  return end + 1
}

/** Undoes the transfer encoding; an unknown one is taken for none. */
export function decodeTransfer(input: Uint8Array, encoding: string): Decoded {
  if (encoding === 'base64') return decodeBase64(input)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(input)
  return { bytes: input, faults: 0 }
}
