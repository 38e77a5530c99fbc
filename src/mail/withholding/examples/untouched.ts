import type { Line } from '../text/lines.ts'
import { mayBeCall } from './documents.ts'
import { mayBeLed } from './led.ts'
import { mayBeProgram } from './programs.ts'

/** A line that quotes nothing holds no example, unless all of it is one: a look that costs little. */
export function isUntouched(lines: readonly Line[], index: number): boolean {
  const { plain = '', anchors = [] } = lines[index] ?? {}
  if (mayBeProgram(plain)) return false
  if (!/\d/.test(plain) && anchors.length === 0) return true
  return !(mayBeCall(plain) || mayBeLed(lines, index))
}
