import type { Signer } from '../domain-health.ts'
import type { MessageView } from '../message-view.ts'
import type { Headline, Report } from '../report.ts'
import { type Packed, packSync, unpackSync } from './packed.ts'

/** What is kept of an analysis. */
export interface Analysed {
  report: Report
  /** What the report rests on: kept as JSON, and read by analyses alone. */
  evidence: unknown
  /** The domain of the message's From, A-labels. Absent: it has none that is a domain name. */
  fromDomain?: string
  /** By which keys it was signed: of signatures that are valid. Absent: none is, or it was not found out. */
  signers?: Signer[]
  /** What a reader is shown of the message. Absent: nothing is kept to be shown. */
  content?: string
  /** What a page shows of it beside the checks. */
  messageView?: MessageView
}

/** The same in the bytes that are kept, JSON but for the content, with what a store has to know of it: who only stores it
 * reads no more. */
export interface PackedAnalysis {
  score: number
  withholdingVersion?: string
  fromDomain?: string
  signers?: Signer[]
  /** Of the message, as lists of its owner show it. */
  headline: Pick<Headline, 'from' | 'subject'>
  /** Names of the checks that failed. */
  failedChecks: string[]
  /** How many checks could not be determined. */
  undetermined: number
  report: Packed
  evidence: Packed
  content?: Packed
  messageView?: Packed
}

export function packAnalysis(analysed: Analysed): PackedAnalysis {
  const { report, evidence, content, messageView, fromDomain, signers } = analysed
  const { score, withholdingVersion } = report
  return {
    score,
    ...(withholdingVersion !== undefined && { withholdingVersion }),
    ...(fromDomain !== undefined && { fromDomain }),
    ...(signers && { signers }),
    headline: shownHeadline(report),
    failedChecks: failedChecksOf(report),
    undetermined: report.checks.filter(({ status }) => status === 'error').length,
    report: packedJson(report),
    evidence: packedJson(evidence ?? null),
    ...(content !== undefined && { content: packedText(content) }),
    ...(messageView && { messageView: packedJson(messageView) }),
  }
}

/** From and Subject of the message. */
export function shownHeadline({ headline: { from, subject } }: Pick<Report, 'headline'>) {
  return { from, subject }
}

/** Names of the checks that failed, in their order. */
export function failedChecksOf({ checks }: Pick<Report, 'checks'>): string[] {
  return checks.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

/** Nothing is checked: only this program packed it. */
export function unpackAnalysis(packed: PackedAnalysis): Analysed {
  const { report, evidence, content, messageView, fromDomain, signers } = packed
  return {
    report: JSON.parse(textOf(report)),
    evidence: JSON.parse(textOf(evidence)),
    ...(fromDomain !== undefined && { fromDomain }),
    ...(signers && { signers }),
    ...(content && { content: textOf(content) }),
    ...(messageView && { messageView: JSON.parse(textOf(messageView)) }),
  }
}

const packedText = (text: string) => packSync(new TextEncoder().encode(text))
const packedJson = (value: unknown) => packedText(JSON.stringify(value))
const textOf = (packed: Packed) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(unpackSync(packed))
