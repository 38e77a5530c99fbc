import type { Kept } from '../../aggregates.ts'
import { contentOf, type Incoming, isSameContent } from './incoming.ts'

/** What is known of a report that an account has. */
export interface KnownReport {
  uid: string
  fileId: string
  replacedFile: string | null
  receivedAt: number
  authenticated: number
  contentHash: Uint8Array
  piecesIn: number
  pieces: number
}

/** What becomes of a report beside one that has its key. */
export function against(kept: KnownReport, incoming: Incoming): 'conflict' | 'whole' | 'goOn' | 'takesPlace' {
  const isBetter = incoming.authenticated && kept.authenticated === 0
  if (isBetter) return 'takesPlace'
  if (!isSameContent(kept.contentHash, contentOf(incoming))) {
    return incoming.instead ? 'takesPlace' : 'conflict'
  }
  if (kept.piecesIn === kept.pieces) return 'whole'
  // Another program may have cut it otherwise: then it begins anew.
  return kept.pieces === incoming.pieces ? 'goOn' : 'takesPlace'
}

/** What is told of a report that is whole. */
export const whole = (
  { uid, fileId, replacedFile }: Pick<KnownReport, 'uid' | 'fileId' | 'replacedFile'>,
  incoming: Incoming,
): Kept =>
  fileId === incoming.fileId
    ? { outcome: 'stored', uid, ...(replacedFile !== null && { replacedFile }) }
    : { outcome: 'duplicate', uid }

/** The same report again, which counts as authenticated now: it stays whose it was. */
export function renewed(
  incoming: Incoming,
  { uid, fileId, receivedAt, authenticated }: KnownReport,
  sender = incoming.sender,
): Incoming {
  return {
    ...incoming,
    uid,
    fileId,
    receivedAt,
    authenticated: incoming.authenticated || authenticated === 1,
    ...(sender !== undefined && { sender }),
  }
}
