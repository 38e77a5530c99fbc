import { bitsOf } from '../../data/auth-words/concepts.ts'
import type { Segment } from '../segments.ts'
import type { Line } from '../text/lines.ts'
import type { Span } from './quotations.ts'

/** What has to be known of a body that quotes. */
export interface Quoted {
  readonly lines: readonly Line[]
  readonly subject: Segment
  readonly audience: 'many' | 'answered' | 'one'
  at(index: number): Segment | undefined
  spoken(plain: string, index: number): Segment
  quotedAt(index: number): readonly Span[]
  unquotedAt(index: number): string
}

/** What a quoted sentence has to speak of to name what it holds. */
export const NAMES = bitsOf(['code', 'auth', 'pass', 'sign', 'conf', 'confn', 'unlock', 'reset', 'use'])
/** So many letters of a script without spaces are words. */
export const LEAST_UNSPACED = 3
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
