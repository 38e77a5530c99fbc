import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { KeptFile } from '../../store/report-mail.ts'

/** What was packed here is no larger than the largest message. */
const LONGEST = 128 * 1024 * 1024

const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip)

/** The octets as they came. Undefined: they are not kept, or no longer. */
export async function octetsOf({ bytes, gzip }: KeptFile): Promise<Uint8Array | undefined> {
  return bytes && gzip ? await unpacked(bytes, { maxOutputLength: LONGEST }) : bytes
}
