import type { Sightings } from '../mime/fault.ts'
import { sight } from '../mime/header-section.ts'
import { CR, LF } from '../mime/octets.ts'

/** What can be seen of the bytes without knowing where the parts are. */
export interface LineFacts {
  crlf: number
  bareLf: Sightings
  bareCr: Sightings
  nul: Sightings
  longestLine: number
  over998: Sightings
  over78: Sightings
  eightBitBody: Sightings
}

/** One pass over the message. */
export function scanLines(raw: Uint8Array, bodyStart: number): LineFacts {
  const facts: LineFacts = {
    crlf: 0,
    bareLf: { count: 0 },
    bareCr: { count: 0 },
    nul: { count: 0 },
    longestLine: 0,
    over998: { count: 0 },
    over78: { count: 0 },
    eightBitBody: { count: 0 },
  }
  let lineStart = 0
  for (let i = 0; i < raw.length; i += 1) {
    const octet = raw[i] ?? 0
    if (octet === LF) {
      endLine(facts, raw, lineStart, i)
      lineStart = i + 1
    } else if (octet < 14) {
      takeControl(facts, raw, i)
    } else if (octet > 127 && i >= bodyStart) {
      sight(facts.eightBitBody, i)
    }
  }
  measure(facts, lineStart, raw.length)
  return facts
}

function takeControl(facts: LineFacts, raw: Uint8Array, at: number): void {
  if (raw[at] === 0) sight(facts.nul, at)
  else if (raw[at] === CR && raw[at + 1] !== LF) sight(facts.bareCr, at)
}

function endLine(facts: LineFacts, raw: Uint8Array, lineStart: number, at: number): void {
  const withCr = at > 0 && raw[at - 1] === CR
  if (withCr) facts.crlf += 1
  else sight(facts.bareLf, at)
  measure(facts, lineStart, withCr ? at - 1 : at)
}

/** RFC 5322 2.1.1: at most 998 octets without the line end, better at most 78. */
function measure(facts: LineFacts, start: number, end: number): void {
  const length = end - start
  if (length > facts.longestLine) facts.longestLine = length
  if (length > 998) sight(facts.over998, start)
  if (length > 78) sight(facts.over78, start)
}
