import { inflateRawSync } from 'node:zlib'
import fitted from '../../data/auth-points.json' with { type: 'json' }
import { PLACES } from './places.ts'

/** What may be seen around a carrier that speaks for or against a secret in it. */
export const SIGNS = [
  'always',
  'by token',
  'by perhaps',
  'by words',
  'by link',
  'by subject',
  'code strong',
  'code medium',
  'code weak',
  'beside code strong',
  'beside code medium',
  'beside code weak',
  'code seen',
  'subject code strong',
  'subject code medium',
  'subject code weak',
  'subject token',
  'subject token and code',
  'token in subject and body',
  'token to use',
  'token of digits',
  'token like a coupon',
  'token alone',
  'token to sign in',
  'token of goods',
  'tokens many',
  'use a code',
  'use digits',
  'credential',
  'subject password',
  'subject temporary',
  'subject unlock',
  'subject confirm',
  'subject pay',
  'subject join',
  'subject subscribe',
  'subject sign',
  'text password',
  'text temporary',
  'text unlock',
  'text confirm',
  'text pay',
  'text join',
  'text subscribe',
  'text sign',
  'beside password',
  'beside temporary',
  'beside unlock',
  'beside confirm',
  'beside pay',
  'beside join',
  'beside subscribe',
  'beside sign',
  'anchor password',
  'anchor temporary',
  'anchor unlock',
  'anchor confirm',
  'anchor pay',
  'anchor join',
  'anchor subscribe',
  'anchor sign',
  'passwordless',
  'link random',
  'link named',
  'link of sign-in',
  'link opaque',
  'link tracked',
  'link without a key',
  'link in a row',
  'link between links',
  'link alone',
  'link unlabelled',
  'expires',
  'link expires',
  'not requested',
  'ignorable',
  'secret',
  'not you',
  'subject over',
  'text over',
  'over beside',
  'subject of goods',
  'goods',
  'articles',
  'law',
  'anchor articles',
  'subject of articles',
  'developers',
  'subject tagged',
  'answer',
  'bulk',
  'discussion',
  'tracker',
  'meeting',
] as const
export type Sign = (typeof SIGNS)[number]
/** How far each sign is there, 0 to 1. */
export type Signs = Partial<Record<Sign, number>>

/** What each sign speaks for (above zero) or against, as `scripts/fit-withholding.ts` fitted it to labelled messages. */
export const POINTS: Readonly<Record<string, number>> = fitted.signs

/** What one step of a weight is worth, in points. */
export const STEP = fitted.step

let weights: Int8Array | undefined

/** The weight of each place, in steps; unpacked at the first message. */
export function placeWeights(): Int8Array {
  weights ??= new Int8Array(
    inflateRawSync(Buffer.from(fitted.weights.join(''), 'hex'), { maxOutputLength: PLACES }),
  )
  return weights
}
