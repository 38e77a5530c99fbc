import type { BoundaryHit, OpenBoundaries } from './boundaries.ts'
import type { Sightings } from './fault.ts'
import { asBuffer, contentEnd, lineEnd, SPACE, TAB } from './octets.ts'

/** Where one field stands in the message. */
export interface FieldSpan {
  start: number
  /** Behind the last letter of the name. */
  nameEnd: number
  colon: number
  /** Behind the last octet of the last line's content. */
  end: number
}

/** The header section of the message or of a part. */
export interface HeaderSection {
  fields: FieldSpan[]
  /** Fields seen, also those beyond the bound on `fields`. */
  count: number
  /** Behind the last header line; the empty line begins here. */
  end: number
  bodyStart: number
  /** An empty line ended it. */
  closed: boolean
  /** A boundary line ended it. */
  hit?: BoundaryHit
  notFields: Sightings
  blankFolds: Sightings
  spacedColons: Sightings
}

/** Fields beyond this many are counted and not read. */
export const MAX_FIELDS = 20_000

/** Reads header lines from `start`. A part (not the message) without a single field begins with its body. */
export function scanHeader(
  raw: Uint8Array,
  start: number,
  open: OpenBoundaries,
  isPart: boolean,
): HeaderSection {
  const buffer = asBuffer(raw)
  const section: HeaderSection = {
    fields: [],
    count: 0,
    end: start,
    bodyStart: raw.length,
    closed: false,
    notFields: { count: 0 },
    blankFolds: { count: 0 },
    spacedColons: { count: 0 },
  }
  let last: FieldSpan | undefined
  let at = start
  while (at < raw.length) {
    const next = lineEnd(buffer, at)
    const end = contentEnd(raw, at, next)
    if (end === at) return { ...section, closed: true, bodyStart: next }
    const hit = open.match(buffer, at)
    if (hit) return { ...section, hit, bodyStart: at }
    last = takeLine(section, raw, at, end, last)
    if (isPart && section.count === 0) return { ...section, bodyStart: at }
    section.end = end
    at = next
  }
  return unclosed(section)
}

/** Takes one line into the section; gives the field that a folded line behind it would continue. */
function takeLine(
  section: HeaderSection,
  raw: Uint8Array,
  at: number,
  end: number,
  last: FieldSpan | undefined,
): FieldSpan | undefined {
  const folded = raw[at] === SPACE || raw[at] === TAB
  if (folded && isBlank(raw, at, end)) sight(section.blankFolds, at)
  if (folded && last) {
    last.end = end
    return last
  }
  const field = folded ? undefined : fieldAt(raw, at, end)
  if (!field) {
    sight(section.notFields, at)
    return undefined
  }
  section.count += 1
  if (section.fields.length < MAX_FIELDS) section.fields.push(field)
  if (field.nameEnd !== field.colon) sight(section.spacedColons, field.start)
  return field
}

/** Without an empty line the body begins at the first line that is no field, as mail readers assume. */
function unclosed(section: HeaderSection): HeaderSection {
  const body = section.notFields.firstAt
  const first = section.fields[0]
  if (body === undefined || first === undefined || body < first.start) return section
  return { ...section, fields: section.fields.filter((field) => field.start < body), bodyStart: body }
}

/** RFC 5322 2.2: printable ASCII up to a colon; white space before the colon is obsolete (4.5). */
function fieldAt(raw: Uint8Array, start: number, end: number): FieldSpan | undefined {
  let nameEnd = start
  while (nameEnd < end && isNameOctet(raw[nameEnd] ?? 0)) nameEnd += 1
  let colon = nameEnd
  while (colon < end && (raw[colon] === SPACE || raw[colon] === TAB)) colon += 1
  return nameEnd > start && raw[colon] === COLON ? { start, nameEnd, colon, end } : undefined
}

const COLON = 58

function isNameOctet(octet: number): boolean {
  return octet > 32 && octet < 127 && octet !== COLON
}

function isBlank(raw: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (raw[i] !== SPACE && raw[i] !== TAB) return false
  return true
}

/** Counts one more and keeps the first place. */
export function sight(sightings: Sightings, at: number, times = 1): void {
  if (sightings.count === 0) sightings.firstAt = at
  sightings.count += times
}
