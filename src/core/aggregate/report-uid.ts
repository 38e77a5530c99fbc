import { BASE62, base62 } from '../access/ids.ts'

/** Characters of base 62 that milliseconds since 1970 take, until the year 2081. */
const TIME_LENGTH = 7
const RANDOM_LENGTH = 9

/** By what a report is known outside: `dmr_` and 16 base62 characters, in the order in which reports came, so that an index of them grows at its
 * end. No secret. */
export function reportUidFrom(randomBytes: (length: number) => Uint8Array, receivedAt: Date): string {
  let time = ''
  for (let left = receivedAt.getTime(); time.length < TIME_LENGTH; left = Math.floor(left / BASE62.length)) {
    time = (BASE62[left % BASE62.length] ?? '') + time
  }
  return `dmr_${time}${base62(randomBytes, RANDOM_LENGTH)}`
}
