import { BASE62, base62 } from './ids.ts'

export const SCOPES = ['tests:write', 'tests:read', 'domains:read', 'dmarc:read'] as const
export type Scope = (typeof SCOPES)[number]

/** An API key as it is kept: its secret only as a hash. */
export interface ApiKey {
  id: string
  accountId: string
  name: string
  /** The first 10 characters of the key, for people to recognise it by. */
  prefix: string
  scopes: Scope[]
  createdAt: Date
  /** The person who created it. Absent: the operator did, or the person is gone. */
  createdBy?: string
  expiresAt?: Date
  lastUsedAt?: Date
  revokedAt?: Date
}

/** Whether a key works, apart from the plan of its account. */
export function keyState({ revokedAt, expiresAt }: ApiKey, now: Date): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text)
}

const PREFIX = 'mg_'
const RANDOM_LENGTH = 33
const CHECK_LENGTH = 6

function checkCharacters(text: string): string {
  let rest = Bun.hash.crc32(text)
  let characters = ''
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    characters = BASE62[rest % 62] + characters
    rest = Math.floor(rest / 62)
  }
  return characters
}

/** A new key: `mg_`, 33 random base62 characters, and 6 that are the CRC-32 of all before them. */
export function secretFrom(randomBytes: (length: number) => Uint8Array): string {
  const text = PREFIX + base62(randomBytes, RANDOM_LENGTH)
  return text + checkCharacters(text)
}

/** Whether this can be a key at all: a typing error is found without a look-up. */
export function isWellFormedSecret(text: string): boolean {
  if (!/^mg_[0-9A-Za-z]{39}$/.test(text)) return false
  return checkCharacters(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)
}

export function prefixOf(secret: string): string {
  return secret.slice(0, 10)
}

/** Whether this can be the id of a key. */
export const isKeyId = (text: string): boolean => /^key_[0-9A-Za-z]{16}$/.test(text)
