import type { RandomBytes } from '../ports.ts'

const TOKEN_BYTES = 32

/** A secret that is only compared, and the hash that is kept of it. */
export interface OneTimeToken {
  token: string
  hash: Uint8Array
}

/** A new one. */
export function newToken(random: RandomBytes): OneTimeToken {
  const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** The hash that is kept of a token, whoever sent it. */
export function hashOf(token: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest())
}
