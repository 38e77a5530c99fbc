import { BIT } from '../../data/auth-words/concepts.ts'
import type { Reader } from '../segments.ts'
import type { Line } from '../text/lines.ts'
import type { Token } from '../tokens.ts'

/** What protocols, formats and devices are called, with an ending of the language's. */
const STANDARD =
  /^(?:[A-Z]{2,4}|[A-Z][a-z]{2,3})\d(?:-?\p{Ll}{1,3})?$|^tty[A-Z]\d$|^[A-Z]{2,8}(?:-[A-Z]{2,8})?v\d$|^(?:Ctrl|Alt|Shift|Cmd)-|^(?:ISO|RFC|UTF|IEC)-\d/u
/** A call whose result stands in the next line: `>>> totp.token()`. */
const CALLED = /^[>$\s]{0,6}[a-z_]{2,30}(?:\.[a-z_]{2,30}){1,4}\([^()]{0,60}\)$/
/** `6-digit`, `24-hour`. */
const COUNTED = /^\d{1,2}-\p{Ll}{4,}$/u
const CAPITALS = /^[A-Z]{4,12}$/

interface Around {
  readonly lines: readonly Line[]
  bitsAt(index: number): number
}

/**
 * `WPA2` where no code is spoken of, what a call returned, capitals before what they are the name of (`SECURITY:`,
 * `DEFAULT=/etc/default/bind`), or the very word for a password in capitals.
 */
export function isWord(around: Around, index: number, { text, alone }: Token, reader: Reader): boolean {
  if (COUNTED.test(text)) return true
  if (!alone) {
    return STANDARD.test(text) && [index, index - 1].every((at) => (around.bitsAt(at) & BIT.code) === 0)
  }
  if (/^\d+$/.test(text)) return CALLED.test(around.lines[index - 1]?.plain ?? '')
  if (!CAPITALS.test(text)) return false
  const plain = around.lines[index]?.plain ?? ''
  if (plain.trimEnd().endsWith(`${text}:`) || plain.includes(`${text}=`)) return true
  return (reader.read(text).bits & (BIT.pass | BIT.code)) !== 0
}
