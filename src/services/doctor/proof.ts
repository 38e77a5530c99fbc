import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { RandomBytes } from '../ports.ts'
import type { SecretKey } from '../secrets/sealing.ts'

/** How a request through the outside address arrived. */
export interface FrontFacts {
  /** The address it came from, as the service saw it. */
  peer: string
  /** Whether that peer is one of http.trusted_proxies. */
  trusted: boolean
  /** Whether X-Forwarded-For came with it. */
  forwarded: boolean
}

/** What a question has to be: whoever asks chose it at random. */
export const NONCE = /^[0-9a-f]{32}$/

const IV_BYTES = 12
const TAG_BYTES = 16

/** Only whoever has the key file can make the answer, and read it: strangers learn nothing of the proxy. */
export function sealProof(key: SecretKey, nonce: string, facts: FrontFacts, random: RandomBytes): string {
  const iv = random(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, nonce), iv, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([cipher.update(JSON.stringify(facts)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What the service says of the request with this nonce. Undefined: the answer is not of this service. */
export function openProof(keys: readonly SecretKey[], nonce: string, text: string): FrontFacts | undefined {
  if (text.length > 2000 || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  for (const key of keys) {
    const facts = tryKey(key, nonce, bytes)
    if (facts) return facts
  }
  return undefined
}

function tryKey(key: SecretKey, nonce: string, bytes: Buffer): FrontFacts | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(key, nonce), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A key for this question alone: what is sealed elsewhere with the key of the file has nothing to do with it. */
function keyFor(key: SecretKey, nonce: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', `mailgauge proof of the front\0${nonce}`, 32))
}
