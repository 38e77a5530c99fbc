export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random base62 characters, each equally likely. */
export function base62(randomBytes: (length: number) => Uint8Array, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first characters.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** What an id says of what it names: a key, a person, a session, an invitation, a monitor, a destination, a
 * delivery, what is delivered. */
export type IdKind = 'key' | 'per' | 'ses' | 'inv' | 'mon' | 'dst' | 'dlv' | 'msg'

/** An id: its kind, `_` and 16 base62 characters. No secret. */
export function idFrom(kind: IdKind, randomBytes: (length: number) => Uint8Array): string {
  return `${kind}_${base62(randomBytes, 16)}`
}
