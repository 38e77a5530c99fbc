import { replayed } from '../../net/replayed.ts'
import type { Analyzer } from '../analyzer.ts'
import type { Evidence } from '../context.ts'
import { type Analysis, analyse } from '../pipeline.ts'
import { requireSameMessage } from './evidence.ts'

export interface AgainOptions {
  /** Steps that killed their process since the evidence was gathered. */
  leaveOut?: readonly string[]
  waitAtMost?: number
  began?: (step: string) => void
}

const WAIT_AT_MOST_MS = 60_000

/**
 * Makes a report from evidence, asking nobody: the same bytes as long as the analyzers and their data are the same.
 * Throws NotAMessage when the bytes are no message at all, UnreadableEvidence when the evidence is another message's.
 */
export async function analyseAgain(
  raw: Uint8Array,
  evidence: Evidence,
  analyzers: readonly Analyzer[],
  { leaveOut = [], waitAtMost = WAIT_AT_MOST_MS, began = () => undefined }: AgainOptions = {},
): Promise<Analysis> {
  requireSameMessage(raw, evidence)
  const { envelope, settings, now } = evidence
  const left = [...evidence.leftOut, ...leaveOut.filter((step) => !evidence.leftOut.includes(step))]
  return analyse({ raw, envelope, settings, leaveOut: left, waitAtMost, ranOut: evidence }, analyzers, {
    ...replayed(evidence),
    clock: { now: () => new Date(now) },
    began,
  })
}
