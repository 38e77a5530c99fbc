import type { RandomBytes } from '../../ports.ts'

/** Crockford's base32: no letter that reads as a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 bits. */
const LENGTH = 12
const GROUP = 4
export const CODES_AT_ONCE = 10

/** Ten new codes, as people read them: 7gk2-m4xp-q9vt. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES_AT_ONCE) codes.add(newCode(random))
  return [...codes]
}

function newCode(random: RandomBytes): string {
  // 256 is a multiple of 32: each letter is equally likely.
  const letters = [...random(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
  return letters.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-')
}

/** The code in what was typed, in any case, with or without hyphens. Undefined: it can be none. */
export function recoveryCodeIn(typed: string): string | undefined {
  if (typed.length > 100) return undefined
  const letters = typed
    .toLowerCase()
    .replace(/[\s\-‐-―]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
    ? letters
    : undefined
}

/** What is kept of a code: each person's own, so that one look-up never serves for all. */
export function recoveryHash(personId: string, code: string): Uint8Array {
  const letters = recoveryCodeIn(code) ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(`recovery code\0${personId}\0${letters}`)
  return new Uint8Array(hash.digest())
}
