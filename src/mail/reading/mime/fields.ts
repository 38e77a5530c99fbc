import type { HeaderField } from '../message.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import type { FieldSpan } from './header-section.ts'
import { octets, trimWhite } from './octets.ts'

/** Bounds on what is read of header sections; one budget is shared by the message and all its parts. */
export const MAX_FIELD_BYTES = 512 * 1024
export const MAX_HEADER_BYTES = 4 * 1024 * 1024

export interface HeaderBudget {
  left: number
  /** Fields that were cut or not read at all. */
  cut: number
}

/** Makes fields of spans, within the budget. */
export function readFields(
  raw: Uint8Array,
  spans: readonly FieldSpan[],
  budget: HeaderBudget,
): HeaderField[] {
  const fields: HeaderField[] = []
  for (const span of spans) {
    const size = span.end - span.start
    const room = Math.min(size, MAX_FIELD_BYTES, budget.left)
    if (room < size) budget.cut += 1
    if (room <= span.colon - span.start) continue
    budget.left -= room
    fields.push(fieldOf(raw, span, span.start + room))
  }
  return fields
}

function fieldOf(raw: Uint8Array, span: FieldSpan, end: number): HeaderField {
  const name = octets(raw, span.start, span.nameEnd)
  const text = octets(raw, span.start, end)
  return { name, key: name.toLowerCase(), raw: text, value: decodeEncodedWords(bodyOf(text)).text }
}

/** What stands behind the colon, unfolded (RFC 5322 2.2.3), one character per octet. */
export function rawValue(field: HeaderField): string {
  return bodyOf(field.raw)
}

function bodyOf(text: string): string {
  const value = text.slice(text.indexOf(':') + 1)
  const unfolded = /[\r\n\0]/.test(value) ? value.replace(/[\r\n\0]/g, '') : value
  return trimWhite(unfolded)
}
