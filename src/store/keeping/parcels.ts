import type { Signer } from '../../core/domain-health.ts'
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
  ReadReport,
  RenderedChecks,
  ReportCount,
  ReportReplacement,
} from '../messages.ts'
import { type Parcel, parcel, unpack } from './packing.ts'

/** What is kept of an analysis: what is kept as JSON is JSON already. */
export interface BodiesParcel {
  report: Parcel
  withholdingVersion: string | null
  fromDomain?: string
  signers?: Signer[]
  headline: { from: string; subject: string }
  failedChecks: string[]
  evidence: Parcel
  content?: Parcel
  messageView?: Parcel
}

/** An outcome as it travels to the writer. */
export type OutcomeParcel =
  | ({ status: 'scored'; score: number; repeatAfterMs?: number; count?: ReportCount } & BodiesParcel)
  | Extract<AnalysisOutcome, { status: 'failed' }>

/** Another report of the same evidence, in the place of the one with that revision. */
export type ReplacementParcel = { score: number; revision: number } & BodiesParcel

/** A copy of what is told of the report with that revision. */
export interface RenderedParcel {
  revision: number
  version: string
  checks: Parcel
}

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
