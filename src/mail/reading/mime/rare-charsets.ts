import { LF, octets, SPACE } from './octets.ts'

/** Charsets of mail that TextDecoder lacks. `valid` is false where the bytes are not of that charset. */
interface RareText {
  text: string
  valid: boolean
}

const ESC = 0x1b
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f
const TILDE = 0x7e
const OPENS = 0x7b
const CLOSES = 0x7d

function decode(bytes: Uint8Array, name: string): RareText {
  const text = new TextDecoder(name).decode(bytes)
  return { text, valid: !text.includes('\ufffd') }
}

/** RFC 1557: Shift Out switches to KS C 5601 with the eighth bit left out, Shift In and a line end switch back. */
export function decodeIso2022Kr(bytes: Uint8Array): RareText {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let korean = false
  for (let i = 0; i < bytes.length; i += 1) {
    const octet = bytes[i] ?? 0
    if (octet === ESC && octets(bytes, i + 1, i + 4) === '$)C') {
      i += 3
      continue
    }
    if (octet === SHIFT_OUT || octet === SHIFT_IN || octet === LF) korean = octet === SHIFT_OUT
    if (octet === SHIFT_OUT || octet === SHIFT_IN) continue
    out[length] = korean && octet > SPACE ? octet | 0x80 : octet
    length += 1
  }
  return decode(out.subarray(0, length), 'euc-kr')
}

/** RFC 1843: `~{` switches to GB 2312 with the eighth bit left out, `~}` and a line end switch back, `~~` is a tilde. */
export function decodeHz(bytes: Uint8Array): RareText {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let chinese = false
  for (let i = 0; i < bytes.length; i += 1) {
    let octet = bytes[i] ?? 0
    const next = bytes[i + 1]
    if (octet === TILDE && (next === OPENS || next === CLOSES || next === LF)) {
      chinese = next === OPENS
      i += 1
      continue
    }
    if (octet === TILDE && next === TILDE && !chinese) i += 1
    if (octet === LF) chinese = false
    if (chinese && octet > SPACE) octet |= 0x80
    out[length] = octet
    length += 1
  }
  return decode(out.subarray(0, length), 'gbk')
}

/** RFC 2152: `+` begins base64 of UTF-16BE, `-` or any other foreign character ends it, `+-` is a plus. */
export function decodeUtf7(bytes: Uint8Array): RareText {
  const encoded = octets(bytes, 0, bytes.length)
  let valid = !/[\u0080-\u00ff]/.test(encoded)
  const text = encoded.replace(/\+([A-Za-z0-9+/]*)(-?)/g, (_, shifted: string, minus: string) => {
    if (shifted !== '') return utf16Be(shifted)
    if (minus === '') valid = false
    return '+'
  })
  return { text, valid }
}

function utf16Be(base64: string): string {
  const units = Buffer.from(base64, 'base64')
  return new TextDecoder('utf-16be').decode(units.subarray(0, units.length - (units.length % 2)))
}

/** UTF-32 in the given order, by its mark, or little-endian where the first character says so. */
export function decodeUtf32(bytes: Uint8Array, littleEndian?: boolean): RareText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const marked =
    bytes.length >= 4 && (view.getUint32(0, true) === 0xfeff || view.getUint32(0, false) === 0xfeff)
  const little = littleEndian ?? (bytes.length >= 4 && view.getUint32(0, true) <= 0x10ffff)
  const out: string[] = []
  let valid = bytes.length % 4 === 0
  for (let i = marked ? 4 : 0; i + 4 <= bytes.length; i += 4) {
    const point = view.getUint32(i, little)
    const legal = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    if (!legal) valid = false
    out.push(legal ? String.fromCodePoint(point) : '\ufffd')
  }
  return { text: out.join(''), valid }
}
