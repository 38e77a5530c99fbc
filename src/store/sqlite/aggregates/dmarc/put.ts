import { type PackedPiece, readPiece, recordsIn } from '../../../../core/aggregate/piece.ts'
import type { Kept } from '../../../aggregates.ts'
import { contentOf, type Incoming, isSameContent } from '../../../keeping/dmarc/incoming.ts'
import { hasHome, namesIn, rememberedBits, rowsOfPiece } from '../../../keeping/dmarc/rows-of-piece.ts'
import { against, renewed, whole } from '../../../keeping/dmarc/rules.ts'
import type { Homes } from './homes.ts'
import type { Interned } from './interned.ts'
import type { Leaving } from './leaving.ts'
import type { Memory } from './memory.ts'
import type { Counting } from './pieces/counting.ts'
import type { Pieces } from './pieces/pieces.ts'
import type { KeptReport, Reports } from './reports.ts'

/** What a write did: it is done, or wants to be called with that piece. */
export type PutStep = Kept | { outcome: 'next'; piece: number }

/** A report with one of its pieces. */
export interface PutCall {
  incoming: Incoming
  piece: number
  bytes: Uint8Array
}

export interface PutParts {
  memory: Memory
  interned: Interned
  homes: Homes
  reports: Reports
  leaving: Leaving
  pieces: Pieces
  counting: Counting
}

/** Steps of keeping reports, one of each. Each looks anew at what is there, so that it matters to none who took the one before, or whether a crash
 * lies between. */
export function createPut({ memory, interned, homes, reports, leaving, pieces, counting }: PutParts) {
  const bitsOfResults = rememberedBits()
  const next = (piece: number): PutStep => ({ outcome: 'next', piece })

  /** Enters one piece, to be counted later. Gives how many of its records belong to the account. */
  function enter(kept: KeptReport, { policyDomain, orgName }: Incoming, packed: PackedPiece): number {
    const { accountId, recordsIn: piece } = kept
    const found = rowsOfPiece(
      packed,
      {
        firstSeq: piece,
        policyDomain,
        home: homes.of(accountId),
        numberOf: ({ id, domain }) => homes.numberOf(accountId, id, domain),
        bitsOfResults,
      },
      interned,
    )
    let entered = 0
    for (const [domain, columns] of found) {
      const records = columns.seq.length
      pieces.insert(kept, domain, piece, columns)
      counting.add({ domain, report: kept.no, piece, records, name: interned.text(orgName) })
      entered += records
    }
    return entered
  }

  const rejected = (incoming: Incoming, piece: Pick<PackedPiece, 'texts' | 'rows'>): PutStep => {
    const { accountId, policyDomain } = incoming
    const isUnverified = namesIn(policyDomain, piece).some((name) => homes.isUnverified(accountId, name))
    return { outcome: 'rejected', reason: isUnverified ? 'unverified_domain' : 'domain_mismatch' }
  }

  function goOn(kept: KeptReport, incoming: Incoming, index: number, bytes: Uint8Array): PutStep {
    if (index !== kept.piecesIn) return next(kept.piecesIn)
    const piece = readPiece(bytes)
    memory.change()
    reports.entered(kept.no, recordsIn(piece))
    return take(kept, incoming, index, piece)
  }

  /** `kept`: the report as it was before this piece. */
  function take(kept: KeptReport, incoming: Incoming, index: number, piece: PackedPiece): PutStep {
    const entered = enter(kept, incoming, piece)
    if (index + 1 < kept.pieces) return next(index + 1)
    if (entered > 0 || pieces.hasAny(kept.no)) return whole(kept, incoming)
    reports.remove(kept)
    return rejected(incoming, piece)
  }

  /** Says why nothing of it can belong to the account, as far as its first piece tells; of a longer one the others may. */
  function refusal(incoming: Incoming, index: number, bytes: Uint8Array): PutStep | undefined {
    const { accountId, policyDomain } = incoming
    const home = homes.of(accountId)
    if (index > 0 || home('', policyDomain)) return undefined
    const piece = incoming.pieces > 0 ? readPiece(bytes) : { texts: [], rows: [] }
    return incoming.pieces > 1 || hasHome(piece, policyDomain, home) ? undefined : rejected(incoming, piece)
  }

  /** `before`: the report whose place it takes. */
  function begin(incoming: Incoming, index: number, bytes: Uint8Array, before?: KeptReport): PutStep {
    const isSame = before && isSameContent(before.contentHash, contentOf(incoming))
    const kept = isSame ? renewed(incoming, before, reports.senderOf(before)) : incoming
    const replacedFile = isSame ? before.replacedFile : (before?.fileId ?? null)
    memory.change()
    const piece = index === 0 ? readPiece(bytes) : undefined
    const row = reports.insert(kept, replacedFile, piece && recordsIn(piece))
    return piece ? take(row, incoming, 0, piece) : next(0)
  }

  /** Its place is taken as soon as its records are gone. */
  function giveWay(kept: KeptReport, incoming: Incoming, index: number, bytes: Uint8Array): PutStep {
    memory.change()
    if (!leaving.some(kept)) return next(0)
    reports.remove(kept)
    return begin(incoming, index, bytes, kept)
  }

  function compare(kept: KeptReport, incoming: Incoming, index: number, bytes: Uint8Array, now: number) {
    const verdict = against(kept, incoming)
    if (verdict === 'conflict') return { outcome: 'conflict', uid: kept.uid } as const
    if (verdict === 'whole') return whole(kept, incoming)
    if (verdict === 'goOn') return goOn(kept, incoming, index, bytes)
    const refused = refusal(incoming, index, bytes)
    if (refused) return refused
    memory.change()
    reports.leave(kept.no, contentOf(incoming), now)
    return giveWay(kept, incoming, index, bytes)
  }

  function decide(incoming: Incoming, index: number, bytes: Uint8Array, now: number): PutStep {
    const kept = reports.byKey(incoming)
    if (!kept) return refusal(incoming, index, bytes) ?? begin(incoming, index, bytes)
    if (kept.leavingFor === null) return compare(kept, incoming, index, bytes, now)
    return isSameContent(kept.leavingFor, contentOf(incoming))
      ? giveWay(kept, incoming, index, bytes)
      : { outcome: 'conflict', uid: kept.uid }
  }

  return (steps: readonly PutCall[], now: number): PutStep[] => {
    memory.look()
    const done = steps.map(({ incoming, piece, bytes }) => decide(incoming, piece, bytes, now))
    memory.end()
    return done
  }
}
