import type { Analysed, PackedAnalysis } from '../../core/kept/analysed.ts'
import type { Packed } from '../../core/kept/packed.ts'
import type { WithholdingDecision } from '../../core/withholding.ts'
import type { Claim } from '../claims.ts'
import type { AnalysisOutcome, NewMessage, ReadReport, ReportReplacement } from '../messages.ts'
import type { MessageParcel } from './aggregates/message-accept.ts'
import type { OutcomeParcel, ReplacementParcel } from './aggregates/message-writes.ts'
import { parcel, unpack } from './packing.ts'

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

async function analysisParcel(kept: Analysed | { packed: PackedAnalysis }) {
  if ('packed' in kept) {
    const { withholdingVersion = null, ...packed } = kept.packed
    return { ...packed, withholdingVersion }
  }
  const { report, evidence, content, messageView } = kept
  return {
    score: report.score,
    report: await parcel(asBytes(JSON.stringify(report))),
    withholdingVersion: report.withholdingVersion ?? null,
    evidence: await parcel(asBytes(JSON.stringify(evidence ?? null))),
    ...(content !== undefined && { content: await parcel(asBytes(content)) }),
    ...(messageView && { messageView: await parcel(asBytes(JSON.stringify(messageView))) }),
  }
}

/** The same bytes for several tests are packed, and travel to the writer, once. */
export async function parcels(messages: NewMessage[]): Promise<MessageParcel[]> {
  const packed = new Map<Uint8Array, ReturnType<typeof parcel>>()
  return Promise.all(
    messages.map(async ({ envelope, raw, sender = '', ...message }) => {
      const once = packed.get(raw) ?? parcel(raw)
      packed.set(raw, once)
      return {
        ...message,
        receivedAt: envelope.receivedAt,
        size: raw.byteLength,
        envelope: JSON.stringify(envelope),
        raw: await once,
        sender,
      }
    }),
  )
}
