/** How the store is shared between accounts and tests without one. */

/** What the rows of a test, and those of a message, count for beside the bytes that are kept in them. */
export const ROW_BYTES = 512
/** What a message counts for until it is analysed, in place of the report and the evidence that will be kept of it. */
export const AWAITED_BYTES = 65_536

/** The most that tests without an account may take of the store. */
export interface AnonymousShares {
  bytes: number
  /** By the tests that were made from one network. */
  bytesPerClient: number
}

const CLIENTS = 8

/** A client has an eighth of the share, and at least what one test may hold. */
export function anonymousShares(bytes: number, bytesPerTest: number): AnonymousShares {
  return { bytes, bytesPerClient: Math.min(bytes, Math.max(Math.floor(bytes / CLIENTS), bytesPerTest)) }
}

/** Bytes that are held of the shares; `client` is 0 where no network is known. */
export interface AnonymousHeld {
  all: number
  client: number
}

/** Which share has no room for so many bytes of mail in one message. */
export function shareWithout(
  room: number,
  held: AnonymousHeld,
  shares: AnonymousShares,
): 'anonymous_share_full' | 'client_share_full' | undefined {
  const bytes = room + ROW_BYTES + AWAITED_BYTES
  if (held.all + bytes > shares.bytes) return 'anonymous_share_full'
  return held.client + bytes > shares.bytesPerClient ? 'client_share_full' : undefined
}
