/** Below it guessing is easy; above it, hashing what strangers send would be work. */
const LEAST_CHARACTERS = 10
const MOST_BYTES = 1024

/** What is wrong with a password by its length alone, in a sentence; nothing where that does. */
export function passwordFault(typed: string): string | undefined {
  if (isPassword(typed)) return undefined
  if (typed === '') return 'Enter a password.'
  const isShort = Array.from(normalPassword(typed)).length < LEAST_CHARACTERS
  return isShort
    ? `Choose a password of at least ${LEAST_CHARACTERS} characters.`
    : `Choose a shorter password: at most ${MOST_BYTES} bytes.`
}

/** A password as it is hashed and compared, however a keyboard composes its letters (NIST SP 800-63B 3.1.1.2). */
export function normalPassword(typed: string): string {
  return typed.slice(0, MOST_BYTES + 1).normalize('NFKC')
}

/** Whether it may become a password, by its length. */
export function isPassword(typed: string): boolean {
  if (typed.length > MOST_BYTES) return false
  const normal = normalPassword(typed)
  return Array.from(normal).length >= LEAST_CHARACTERS && Buffer.byteLength(normal) <= MOST_BYTES
}
