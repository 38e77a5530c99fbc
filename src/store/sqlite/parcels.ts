import {
  type Analysed,
  failedChecksOf,
  type PackedAnalysis,
  shownHeadline,
} from '../../core/kept/analysed.ts'
import type { Packed } from '../../core/kept/packed.ts'
import type { WithholdingDecision } from '../../core/withholding.ts'
import type { Claim } from '../claims.ts'
import type {
  AnalysisOutcome,
  NewMessage,
  ReadReport,
  RenderedChecks,
  ReportReplacement,
} from '../messages.ts'
import type { OutcomeParcel, RenderedParcel, ReplacementParcel } from './aggregates/message-writes.ts'
import type { MailRecord } from './mail/record.ts'
import { isLong, type Parcel, parcel, unpack } from './packing.ts'

/** A claim alone, of whatever hangs on it. */
export const bare = ({ id, holder, number }: Claim): Claim => ({ id, holder, number })

/** The octets that were packed. */
export async function unpacked(packed: Packed | undefined): Promise<Uint8Array | undefined> {
  return packed && unpack(packed)
}

/** What was kept as JSON. Nothing is checked: only this store wrote it. */
export async function jsonOf<T>(packed: Packed | undefined): Promise<T | undefined> {
  const bytes = await unpacked(packed)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

const asBytes = (text: string) => new TextEncoder().encode(text)

/** An outcome as it travels to the writer. */
export async function outcomeParcel(outcome: AnalysisOutcome): Promise<OutcomeParcel> {
  if (outcome.status === 'failed') return outcome
  const { repeatAfterMs, count } = outcome
  return {
    status: 'scored',
    ...(await analysisParcel(outcome)),
    ...(repeatAfterMs !== undefined && { repeatAfterMs }),
    ...(count && { count }),
  }
}

/** Another report as it travels to the writer. */
export async function replacementParcel(replacement: ReportReplacement): Promise<ReplacementParcel> {
  return { revision: replacement.revision, ...(await analysisParcel(replacement)) }
}

/** Another decision on withholding as it travels to the writer. */
export async function withholdingParcel({ report, revision }: ReadReport, decision: WithholdingDecision) {
  const { withheld: _withheld, withholdingVersion: _version, ...rest } = report
  return {
    revision,
    report: await parcel(asBytes(JSON.stringify({ ...rest, ...decision }))),
    withholdingVersion: decision.withholdingVersion ?? null,
  }
}

/** A copy of what is told of a report as it travels to the writer. */
export async function renderedParcel({ checks, ...made }: RenderedChecks): Promise<RenderedParcel> {
  return { ...made, checks: await parcel(checks) }
}

async function analysisParcel(kept: Analysed | { packed: PackedAnalysis }) {
  if ('packed' in kept) {
    const { withholdingVersion = null, undetermined: _undetermined, ...packed } = kept.packed
    return { ...packed, withholdingVersion }
  }
  const { report, evidence, content, messageView, fromDomain, signers } = kept
  return {
    score: report.score,
    headline: shownHeadline(report),
    failedChecks: failedChecksOf(report),
    ...(fromDomain !== undefined && { fromDomain }),
    ...(signers && { signers }),
    report: await parcel(asBytes(JSON.stringify(report))),
    withholdingVersion: report.withholdingVersion ?? null,
    evidence: await parcel(asBytes(JSON.stringify(evidence ?? null))),
    ...(content !== undefined && { content: await parcel(asBytes(content)) }),
    ...(messageView && { messageView: await parcel(asBytes(JSON.stringify(messageView))) }),
  }
}

/** Received mail as it travels to the writer, which packs it: the same bytes for several tests once. Undefined: some of it
 * is long, and is to be packed on the way. */
export function recordOf(messages: readonly NewMessage[]): MailRecord | undefined {
  const raws = rawsOf(messages)
  if (raws.some(isLong)) return undefined
  return recordWith(
    messages,
    raws,
    raws.map((bytes) => ({ packing: 'open', bytes })),
  )
}

/** The same, packed where it is long. */
export async function packedRecord(messages: readonly NewMessage[]): Promise<MailRecord> {
  const raws = rawsOf(messages)
  return recordWith(messages, raws, await Promise.all(raws.map(parcel)))
}

const rawsOf = (messages: readonly NewMessage[]) => [...new Set(messages.map(({ raw }) => raw))]

function recordWith(
  messages: readonly NewMessage[],
  raws: readonly Uint8Array[],
  parcels: Parcel[],
): MailRecord {
  return {
    messages: messages.map(({ id, token, envelope, raw, sender = '' }) => ({
      id,
      token,
      receivedAt: envelope.receivedAt.getTime(),
      size: raw.byteLength,
      envelope: JSON.stringify(envelope),
      sender,
      parcel: raws.indexOf(raw),
    })),
    parcels,
  }
}
