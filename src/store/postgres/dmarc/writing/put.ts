import { type PackedPiece, readPiece, recordsIn } from '../../../../core/aggregate/piece.ts'
import { contentOf, type Incoming, isSameContent } from '../../../keeping/dmarc/incoming.ts'
import { hasHome } from '../../../keeping/dmarc/rows-of-piece.ts'
import { against, renewed, whole } from '../../../keeping/dmarc/rules.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { enterAll, type PutStep, rejection } from './entering.ts'
import type { Entering } from './gathering.ts'
import { type Homes, homesOf } from './homes.ts'
import { SLICE, type Slice, take } from './leaving.ts'
import { byKeys, type KeptReport, leaves, removed } from './reports.ts'

export interface PutCall {
  incoming: Incoming
  pieces: readonly Uint8Array[]
}

/** Records of a report that one transaction enters or takes away; it may be somewhat more, as pieces are whole. */
export const AT_ONCE = 5_000

const NEXT: PutStep = { outcome: 'next' }

/** Steps of keeping reports of an account, whose keys differ: one of each, in one transaction that holds the lock of its reports. Each looks
 * anew at what is there, so that it matters to none who took the one before, or whether a crash lies between. */
export async function putSteps(
  tx: Tx,
  accountId: string,
  calls: readonly PutCall[],
  now: Db['now'],
): Promise<PutStep[]> {
  const [kept, homes] = await Promise.all([
    byKeys(
      tx,
      accountId,
      calls.map(({ incoming }) => incoming.key),
    ),
    homesOf(tx, accountId),
  ])
  const decided: (PutStep | Entering)[] = []
  for (const [at, call] of calls.entries()) {
    decided.push(await decide({ tx, accountId, homes, now }, call, kept[at]))
  }
  const entering = decided.filter((one): one is Entering => 'packed' in one)
  const entered = await enterAll(tx, accountId, homes, entering)
  return decided.map((one) => ('packed' in one ? (entered.shift() ?? NEXT) : one))
}

interface At {
  tx: Tx
  accountId: string
  homes: Homes
  now: Db['now']
}

async function decide(at: At, call: PutCall, kept: KeptReport | undefined): Promise<PutStep | Entering> {
  const { incoming } = call
  if (!kept) return (await refusal(at, call)) ?? beginning(call, incoming, null)
  if (kept.leavingFor !== null) {
    return isSameContent(kept.leavingFor, contentOf(incoming))
      ? giveWay(at, call, kept)
      : { outcome: 'conflict', uid: kept.uid }
  }
  const verdict = against(kept, incoming)
  if (verdict === 'conflict') return { outcome: 'conflict', uid: kept.uid }
  if (verdict === 'whole') return whole(kept, incoming)
  if (verdict === 'goOn') {
    return { ...piecesFrom(call, kept.piecesIn), incoming, as: incoming, kept, replacedFile: null }
  }
  return (await refusal(at, call)) ?? giveWay(at, call, kept)
}

const beginning = (call: PutCall, as: Incoming, replacedFile: string | null): Entering => ({
  ...piecesFrom(call, 0),
  incoming: call.incoming,
  as,
  replacedFile,
})

/** Pieces from one on, as many as are entered at once; one at the least. */
function piecesFrom({ pieces }: PutCall, from: number): Pick<Entering, 'from' | 'packed'> {
  const packed: PackedPiece[] = []
  for (let at = from, records = 0; at < pieces.length && records < AT_ONCE; at += 1) {
    const piece = readPiece(pieces[at] ?? new Uint8Array())
    packed.push(piece)
    records += recordsIn(piece)
  }
  return { from, packed }
}

/** Says why nothing of it can belong to the account, as far as its first piece tells; of a longer one the others may. */
async function refusal({ tx, accountId, homes }: At, call: PutCall): Promise<PutStep | undefined> {
  const { incoming, pieces } = call
  const { policyDomain } = incoming
  if (pieces.length > 1 || homes.home('', policyDomain)) return undefined
  const piece = pieces[0] && readPiece(pieces[0])
  const isOfAccount = piece && hasHome(piece, policyDomain, homes.home)
  return isOfAccount ? undefined : rejection(tx, accountId, incoming, piece)
}

/** Takes records of a report away. Its place is taken as soon as they are gone. */
async function giveWay({ tx, now }: At, call: PutCall, kept: KeptReport): Promise<PutStep | Entering> {
  const { incoming } = call
  const slices = await slicesOf(tx, kept.no)
  const records = slices.reduce((sum, one) => sum + one.records, 0)
  await take(tx, slices, AT_ONCE, { isOld: false, now })
  if (records > AT_ONCE) {
    await leaves(tx, kept.no, contentOf(incoming), now)
    return NEXT
  }
  await removed(tx, kept.no)
  return isSameContent(kept.contentHash, contentOf(incoming))
    ? beginning(call, renewed(incoming, kept, kept.senderName ?? undefined), kept.replacedFile)
    : beginning(call, incoming, kept.fileId)
}

export const slicesOf = (tx: Tx, report: number): Promise<Slice[]> =>
  tx.all<Slice>(
    sql`SELECT ${plain(SLICE.text)} FROM dmarc_slices WHERE report = ${report} ORDER BY domain DESC, day, received_at`,
  )
