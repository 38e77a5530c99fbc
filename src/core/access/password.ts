/** Below it guessing is easy; above it, hashing what strangers send would be work. */
const LEAST_CHARACTERS = 10
const MOST_BYTES = 1024

export const PASSWORD_RULE = `A password has at least ${LEAST_CHARACTERS} characters and at most ${MOST_BYTES} bytes.`

/** A password as it is hashed and compared, however a keyboard composes its letters (NIST SP 800-63B 3.1.1.2). */
export function normalPassword(typed: string): string {
  return typed.slice(0, MOST_BYTES + 1).normalize('NFKC')
}

/** Whether it may become a password: PASSWORD_RULE. */
export function isPassword(typed: string): boolean {
  if (typed.length > MOST_BYTES) return false
  const normal = normalPassword(typed)
  return Array.from(normal).length >= LEAST_CHARACTERS && Buffer.byteLength(normal) <= MOST_BYTES
}
