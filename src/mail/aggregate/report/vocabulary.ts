import { DISPOSITIONS, type Disposition, OVERRIDES, type Override } from '../../../core/aggregate/report.ts'
import { tidyText } from '../../reading/reported/text.ts'

/** RFC 7489 appendix C names what older software says for temperror and permerror. */
const RESULT_ALIASES: Readonly<Record<string, string>> = {
  hardfail: 'fail',
  unknown: 'temperror',
  error: 'permerror',
  '': 'none',
}

/** A result of RFC 8601, lower case; words that nobody knows stay. */
export function resultOf(written: string | undefined): string {
  const word = wordOf(written)
  return Object.hasOwn(RESULT_ALIASES, word) ? (RESULT_ALIASES[word] ?? 'none') : word
}

export function wordOf(written: string | undefined): string {
  return tidyText(written ?? '', 64).toLowerCase()
}

/** Whether policy_evaluated says pass: everything but that word is none. */
export function isPass(written: string | undefined): boolean {
  return wordOf(written) === 'pass'
}

export function dispositionOf(written: string | undefined): Disposition {
  const word = wordOf(written)
  return DISPOSITIONS.find((one) => one === word) ?? 'none'
}

export function overrideOf(written: string | undefined): Override {
  const word = wordOf(written).replace(/[\s-]/g, '_')
  return OVERRIDES.find((one) => one === word) ?? 'other'
}

/** The integer in front of a fraction; undefined: there is none. */
export function integerOf(written: string | undefined): number | undefined {
  const digits = /^\s*\+?(\d{1,15})(?:\.\d{0,30})?\s*$/.exec((written ?? '').slice(0, 100))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
