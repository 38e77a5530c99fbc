import type { WithheldKind } from '../../core/withholding.ts'
import type { Places } from './places.ts'
import { POINTS, placeWeights, type Sign, type Signs, STEP } from './points.ts'

/** Above zero a message is withheld. */
export function pointsOf(signs: Signs, places: Places): number {
  let points = 0
  for (const [sign, there] of Object.entries(signs)) points += (POINTS[sign] ?? 0) * there
  const weights = placeWeights()
  let steps = 0
  for (const [place, amount] of places) steps += (weights[place] ?? 0) * amount
  return points + steps * STEP
}

const PASSWORDS: readonly Sign[] = [
  'subject password',
  'text password',
  'anchor password',
  'subject temporary',
  'text temporary',
  'credential',
]
const CODES: readonly Sign[] = [
  'code strong',
  'code medium',
  'code late',
  'subject token and code',
  'token to sign in',
  'token to use',
  'token of digits',
  'token in subject and body',
  'code weak',
]

/** What a withheld message most likely holds. */
export function kindOf(signs: Signs): WithheldKind {
  if (PASSWORDS.filter((sign) => signs[sign]).length >= 2) return 'password_reset'
  if (CODES.some((sign) => signs[sign])) return 'verification_code'
  return PASSWORDS.some((sign) => signs[sign]) ? 'password_reset' : 'sign_in_link'
}
