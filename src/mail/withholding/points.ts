import { inflateRawSync } from 'node:zlib'
import fitted from '../data/auth-points.json' with { type: 'json' }
import { PLACES } from './places.ts'

/** What may be seen of a message that speaks for or against a secret in it. */
export const SIGNS = [
  'always',
  'code strong',
  'code medium',
  'code weak',
  'code late',
  'code unseen',
  'subject code strong',
  'subject code medium',
  'subject code weak',
  'subject token',
  'subject token and code',
  'token in subject and body',
  'token to use',
  'token of digits',
  'token alone',
  'token to sign in',
  'token and context',
  'token',
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
  'late acts',
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
  'token of any kind',
  'nothing to hold it',
  'link random and act',
  'link random and context',
  'no intent',
  'no carrier',
  'code nowhere',
  'act nowhere',
  'links none',
  'links few',
  'links many',
  'expires',
  'link expires',
  'not requested',
  'ignorable',
  'secret',
  'not you',
  'speaks of signing in',
  'speaks of accounts',
  'speaks of passwords',
  'speaks of confirming',
  'speaks of addresses',
  'speaks of authentication',
  'subject of signing in',
  'subject of accounts',
  'subject of passwords',
  'subject of confirming',
  'subject of authentication',
  'subject over',
  'text over',
  'over and not you',
  'subject of goods',
  'goods',
  'token of goods',
  'articles',
  'anchor articles',
  'subject of articles',
  'developers',
  'subject tagged',
  'short',
  'long',
  'very long',
  'bulk',
  'discussion',
  'tracker',
  'meeting',
  'pictures',
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
