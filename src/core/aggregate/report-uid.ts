import { base62 } from '../access/ids.ts'

/** By what a report is known outside: `dmr_` and 16 base62 characters. No secret. */
export const reportUidFrom = (randomBytes: (length: number) => Uint8Array): string =>
  `dmr_${base62(randomBytes, 16)}`
