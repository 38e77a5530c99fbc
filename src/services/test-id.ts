import { createHash } from 'node:crypto'

/** A test as logs name it: who reads it cannot open the test, and who has the token can find it. */
export function testIdOf(token: string): string {
  return `test_${createHash('sha256').update(token).digest('hex').slice(0, 16)}`
}
