import { readAddress } from '../mailbox.ts'

/** Somebody who signs in. */
export interface Person {
  /** `per_` and 16 base62 characters. */
  id: string
  /** As it was typed, its domain in ASCII: where mail to them goes. */
  email: string
  /** What they are called. Empty: their address stands for it. */
  name: string
  /** Opens /admin; no right in any account. */
  isInstanceAdmin: boolean
  createdAt: Date
  /** When they showed that the address is theirs. Absent: never. */
  confirmedAt?: Date
}

/** How a person can prove who they are. */
export interface Credentials {
  /** argon2id, as PHC string. Absent: no password. */
  passwordHash?: string
  /** The second factor, once it was confirmed. `secretId` is of the vault. */
  totp?: { secretId: string; lastStep: number }
  /** Recovery codes that are left. */
  recoveryCodes: number
  passkeys: number
  /** Sign-ins by the OpenID provider that are linked. */
  identities: number
}

/** A passkey (WebAuthn Level 3, credential record). */
export interface Passkey {
  /** The credential's id, base64url. */
  id: string
  personId: string
  name: string
  /** COSE key. */
  publicKey: Uint8Array
  counter: number
  transports: string[]
  backedUp: boolean
  createdAt: Date
  lastUsedAt?: Date
}

/** Who somebody is at an OpenID provider (OpenID Connect Core 5.7): never their address. */
export interface Identity {
  issuer: string
  subject: string
  personId: string
  createdAt: Date
  lastUsedAt?: Date
}

/** RFC 5321 allows local parts to differ in case; no provider does, and two people must never share what looks the same. */
export function emailKey(address: string): string | undefined {
  const read = readAddress(address.trim())
  // What lies beyond ASCII has look-alikes that fold onto others' addresses.
  if (read === undefined || !/^[\x21-\x7e]+$/.test(read)) return undefined
  return read.toLowerCase()
}
