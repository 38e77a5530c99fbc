/** A stretch of the message as text, one character per octet, so that nothing is lost. */
export function octets(raw: Uint8Array, start: number, end: number): string {
  return asBuffer(raw).toString('latin1', start, end)
}

/** The same bytes seen as a Buffer, not copied. */
export function asBuffer(raw: Uint8Array): Buffer {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
}

/** Text of one character per octet back to bytes. */
export function fromOctets(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

export const CR = 13
export const LF = 10
export const TAB = 9
export const SPACE = 32
export const HYPHEN = 45

/** So many octets are looked through one by one first: a native search costs as much to begin, and short lines are many. */
const NEAR = 32

/** The offset behind the line that holds `from`: behind its LF, or the end. */
export function lineEnd(buffer: Buffer, from: number): number {
  const near = Math.min(from + NEAR, buffer.length)
  for (let at = from; at < near; at += 1) if (buffer[at] === LF) return at + 1
  const at = buffer.indexOf(LF, near)
  return at === -1 ? buffer.length : at + 1
}

/** The beginning of the next line behind `from` that begins with two hyphens; undefined: there is none. */
export function nextHyphens(buffer: Buffer, from: number): number | undefined {
  const near = Math.min(from + NEAR, buffer.length)
  for (let at = from; at < near; at += 1) {
    if (buffer[at] === LF && buffer[at + 1] === HYPHEN && buffer[at + 2] === HYPHEN) return at + 1
  }
  const at = buffer.indexOf('\n--', near)
  return at === -1 ? undefined : at + 1
}

/** Where the line's content ends: its LF and every CR right before it left out (CR CR LF counts as one line end). */
export function contentEnd(raw: Uint8Array, start: number, next: number): number {
  let end = next
  if (end > start && raw[end - 1] === LF) end -= 1
  while (end > start && raw[end - 1] === CR) end -= 1
  return end
}

/** Without white space at either end; in steps, because a regular expression for the end is quadratic on inner spaces. */
export function trimWhite(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhite(text.charCodeAt(start))) start += 1
  while (end > start && isWhite(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isWhite(code: number): boolean {
  return code === 32 || code === 9
}
