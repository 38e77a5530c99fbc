import type { WithheldKind } from '../../../core/withholding.ts'
import { COEFFICIENTS, placeWeights, type Signal, type Signals, STEP } from './coefficients.ts'
import type { Places } from './places.ts'

/** Above its line a message is withheld. */
export function scoreOf(signals: Signals, places: Places): number {
  let points = 0
  for (const [signal, there] of Object.entries(signals)) points += (COEFFICIENTS[signal] ?? 0) * there
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

/** What a withheld message most likely holds, by the signals of its likeliest window. */
export function kindOf(signals: Signals): WithheldKind {
  const passwords = PASSWORDS.filter((signal) => signals[signal]).length
  if (passwords >= 2) return 'password_reset'
  if (!signals['by link']) return signals.credential ? 'password_reset' : 'verification_code'
  return passwords > 0 ? 'password_reset' : 'sign_in_link'
}

/** The window is that of a token which its words call a code of authentication. */
export function namesCode(signals: Signals): boolean {
  return Boolean(signals['by token'] && (signals['code strong'] || signals['code medium']))
}
