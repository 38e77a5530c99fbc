import type { RandomBytes } from '../ports.ts'

/** A secret that is only compared: whoever has it shows it, and a hash of it is kept. */
export interface Token {
  text: string
  hash: Uint8Array
}

/** 32 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A new token of 32 random bytes. */
export function newToken(random: RandomBytes): Token {
  const text = Buffer.from(random(32)).toString('base64url')
  return { text, hash: sha256(text) }
}

/** The hash by which a token is looked up; none where the text cannot be one. */
export function tokenHash(text: string): Uint8Array | undefined {
  return TOKEN.test(text) ? sha256(text) : undefined
}

function sha256(text: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256').update(text).digest())
}
