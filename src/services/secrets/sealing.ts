import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { SecretPlace } from '../../core/sealed.ts'
import type { RandomBytes } from '../ports.ts'

/** A key of AES-256. */
export interface SecretKey {
  /** Made of the key itself, so that a damaged one is noticed. */
  id: string
  madeAt: Date
  bytes: Uint8Array
}

export const KEY_BYTES = 32
const ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1
const HEADER_BYTES = 1 + ID_BYTES
const LEAST_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES

/** The id that a key has. */
export function keyIdOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update('mailgauge key id\0').update(bytes)
  return hash.digest('hex').slice(0, ID_BYTES * 2)
}

/** A new key. */
export function newKey(random: RandomBytes, madeAt: Date): SecretKey {
  const bytes = random(KEY_BYTES)
  return { id: keyIdOf(bytes), madeAt, bytes }
}

/** What is authenticated beside the secret: moved to another place, or under another key's name, it does not open. */
function boundTo(header: Uint8Array, { id, purpose, ownerId }: SecretPlace): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(['mailgauge', purpose, ownerId, id]))])
}

/** Version, key id, nonce, tag and the secret, encrypted with AES-256-GCM. */
export function seal(
  key: SecretKey,
  place: SecretPlace,
  secret: Uint8Array,
  random: RandomBytes,
): Uint8Array {
  const header = Buffer.concat([Buffer.from([VERSION]), Buffer.from(key.id, 'hex')])
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(header, place))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), encrypted]))
}

/** The secret, or undefined where the value is not what this key sealed for this place. */
export function unseal(key: SecretKey, place: SecretPlace, value: Uint8Array): Uint8Array | undefined {
  if (value.length < LEAST_BYTES || value[0] !== VERSION) return undefined
  const header = value.subarray(0, HEADER_BYTES)
  if (Buffer.from(header.subarray(1)).toString('hex') !== key.id) return undefined
  const nonce = value.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  const tag = value.subarray(HEADER_BYTES + NONCE_BYTES, LEAST_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(header, place))
    decipher.setAuthTag(tag)
    return new Uint8Array(Buffer.concat([decipher.update(value.subarray(LEAST_BYTES)), decipher.final()]))
  } catch {
    return undefined
  }
}
