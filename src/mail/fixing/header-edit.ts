import { createBoundaries } from '../reading/mime/boundaries.ts'
import { scanHeader } from '../reading/mime/header-section.ts'
import { asBuffer, LF, lineEnd } from '../reading/mime/octets.ts'

/** Characters of a line after which a field is folded (RFC 5322 2.1.1). */
const FOLD_AT = 78

/**
 * The message with a field of this value in place of every field of that name, or without any of them. The body and all
 * other fields keep their bytes. A new field becomes the last one.
 */
export function setField(raw: Uint8Array, name: string, value: string | undefined): Uint8Array {
  const buffer = asBuffer(raw)
  const { fields } = scanHeader(raw, 0, createBoundaries(), false)
  const isNamed = ({ start, nameEnd }: { start: number; nameEnd: number }) =>
    nameEnd - start === name.length &&
    buffer.toString('latin1', start, nameEnd).toLowerCase() === name.toLowerCase()
  const own = fields.filter(isNamed)
  const last = fields.at(-1)
  const place = own[0]?.start ?? (last ? lineEnd(buffer, last.end) : 0)
  const cuts = own.map(({ start, end }) => ({ start, end: lineEnd(buffer, end) }))
  const pieces: Uint8Array[] = []
  let kept = 0
  const keepTo = (end: number) => {
    pieces.push(raw.subarray(kept, end))
    kept = end
  }
  keepTo(place)
  if (value !== undefined) {
    if (place > 0 && raw[place - 1] !== LF) pieces.push(Buffer.from('\r\n'))
    pieces.push(Buffer.from(`${foldedField(name, value)}\r\n`))
  }
  for (const { start, end } of cuts) {
    keepTo(start)
    kept = end
  }
  keepTo(raw.length)
  return Buffer.concat(pieces)
}

/** `Name: value`, folded at white space where a line would be long (RFC 5322 2.2.3). */
export function foldedField(name: string, value: string): string {
  const lines: string[] = []
  const start = `${name}:`
  let line = start
  for (const word of value.split(/[ \t\r\n]+/).filter(Boolean)) {
    if (line !== start && line.length + 1 + word.length > FOLD_AT) {
      lines.push(line)
      line = ''
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\r\n')
}
