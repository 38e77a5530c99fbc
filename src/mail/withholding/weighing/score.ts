import type { WithheldKind } from '../../../core/withholding.ts'
import type { Places } from './places.ts'
import { COEFFICIENTS, placeWeights, type Signal, type Signals, STEP } from './points.ts'

/** Above its line a message is withheld. */
export function pointsOf(signs: Signals, places: Places): number {
  let points = 0
  for (const [sign, there] of Object.entries(signs)) points += (COEFFICIENTS[sign] ?? 0) * there
  const weights = placeWeights()
  let steps = 0
  for (const [place, amount] of places) steps += (weights[place] ?? 0) * amount
  return points + steps * STEP
}

const PASSWORDS: readonly Signal[] = [
  'subject password',
  'text password',
  'lead password',
  'beside password',
  'anchor password',
  'subject temporary',
  'text temporary',
  'lead temporary',
  'beside temporary',
  'credential',
]

/** What a withheld message most likely holds, by the signs of its likeliest window. */
export function kindOf(signs: Signals): WithheldKind {
  const passwords = PASSWORDS.filter((sign) => signs[sign]).length
  if (passwords >= 2) return 'password_reset'
  if (!signs['by link']) return signs.credential ? 'password_reset' : 'verification_code'
  return passwords > 0 ? 'password_reset' : 'sign_in_link'
}

/** The window is that of a token which its words call a code of authentication. */
export function namesCode(signs: Signals): boolean {
  return Boolean(signs['by token'] && (signs['code strong'] || signs['code medium']))
}
