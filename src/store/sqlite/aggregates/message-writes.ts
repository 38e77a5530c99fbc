import { eq } from 'drizzle-orm'
import type { Claim } from '../../claims.ts'
import { type Parcel, pack } from '../../keeping/packing.ts'
import type { BodiesParcel, OutcomeParcel, RenderedParcel, ReplacementParcel } from '../../keeping/parcels.ts'
import type { Connection } from '../connection.ts'
import { messages } from '../schema.ts'
import { earlierTests } from '../test-search/earlier.ts'
import { type Entry, enteringTests } from '../test-search/entering.ts'
import { selectorRecorder } from './domains/selectors.ts'
import { type HistoryOutcome, historyRecorder } from './history/history-writes.ts'
import { prepareFinish } from './message-statements.ts'
import { monitorRecorder } from './monitors/watch.ts'
import { reportCount } from './report-count.ts'

interface TestRow {
  token: string
  accountId: string | null
  /** Whose message it is. */
  monitor?: string | undefined
}

/** The end of an analysis, to be told with the test's token and account. */
type Ended = { subject: string; at: Date } & (
  | { type: 'test.scored'; payload: { score: number } }
  | { type: 'test.failed'; payload: { reason: string } }
)

function entryOf(outcome: OutcomeParcel): Entry {
  if (outcome.status === 'failed') return { outcome: 'failed', score: null, fromDomain: null }
  const { score, fromDomain = null, headline: words } = outcome
  return { outcome: 'scored', score, fromDomain, words }
}

function ended(outcome: OutcomeParcel) {
  return outcome.status === 'scored'
    ? ({ type: 'test.scored', payload: { score: outcome.score } } as const)
    : ({ type: 'test.failed', payload: { reason: outcome.reason } } as const)
}

const historyMessage = (accountId: string, { seq, receivedAt }: { seq: number; receivedAt: Date }) => ({
  accountId,
  seq,
  receivedAt: receivedAt.getTime(),
})

function historyOutcome(outcome: OutcomeParcel | ReplacementParcel): HistoryOutcome {
  if ('status' in outcome && outcome.status === 'failed')
    return { score: null, domain: null, failedChecks: [] }
  const { score, fromDomain = null, failedChecks } = outcome
  return { score, domain: fromDomain, failedChecks }
}

const signersIn = (outcome: OutcomeParcel) => ('signers' in outcome ? (outcome.signers ?? []) : [])

export function analysisWrites(connection: Connection) {
  const { driver, queries } = connection
  const entering = enteringTests(connection)
  const prepared = prepareFinish(queries)
  const countReport = reportCount(queries)
  const history = historyRecorder({ driver })
  const noteSelectors = selectorRecorder({ driver })
  const monitors = monitorRecorder({ driver })
  function keepScored(
    { seq, testSeq }: { seq: number; testSeq: number },
    outcome: Extract<OutcomeParcel, { status: 'scored' }>,
    now: Date,
  ): void {
    const { status, score, repeatAfterMs } = outcome
    if (outcome.count) countReport(testSeq, outcome.count)
    const dueAt = repeatAfterMs === undefined ? null : now.getTime() + repeatAfterMs
    prepared.conclude.run({ seq, status, score, reason: null, dueAt })
    keepBodies(seq, outcome)
  }
  function keepBodies(seq: number, { report, evidence, content, messageView, ...kept }: BodiesParcel): void {
    keepReport(seq, report)
    prepared.decide.run({ seq, version: kept.withholdingVersion })
    const answers = pack(evidence)
    prepared.keepEvidence.run({ seq, packing: answers.packing, evidence: answers.bytes })
    if (content) {
      const { packing, bytes } = pack(content)
      prepared.keepContent.run({ seq, packing, content: bytes })
    }
    if (messageView) {
      const { packing, bytes } = pack(messageView)
      prepared.keepView.run({ seq, packing, messageView: bytes })
    } else {
      // Those of an earlier report may show what this one withholds.
      prepared.dropView.run({ seq })
    }
  }
  function keepReport(seq: number, report: Parcel): void {
    const { packing, bytes } = pack(report)
    prepared.keepReport.run({ seq, packing, packed: bytes })
  }
  function whereReportIs(id: string, revision: number) {
    const row = prepared.before.get({ id })
    return row && prepared.revisionOf.get({ seq: row.seq })?.revision === revision ? row : undefined
  }
  function tell(messageSeq: number, test: TestRow, what: Ended): void {
    const { type, subject, at } = what
    const monitor = test.monitor === undefined ? {} : { monitor: test.monitor }
    const payload = JSON.stringify({ token: test.token, ...monitor, ...what.payload })
    prepared.event.run({ seq: messageSeq, type, subject, payload, at, accountId: test.accountId })
  }
  function testOf(testSeq: number) {
    const test = prepared.test.get({ testSeq })
    return test && { ...test, monitor: test.source === 'monitor' ? monitors.of(testSeq) : undefined }
  }
  const leaveAsItIs = (seq: number) =>
    queries
      .update(messages)
      .set({ dueAt: null, lostTries: 0, claimedBy: null })
      .where(eq(messages.seq, seq))
      .run()
  return {
    replaceWithholding(
      id: string,
      {
        revision,
        report,
        withholdingVersion,
      }: Pick<ReplacementParcel, 'revision' | 'report' | 'withholdingVersion'>,
    ): 'replaced' | 'changed' {
      const seq = whereReportIs(id, revision)?.seq
      if (seq === undefined) return 'changed'
      keepReport(seq, report)
      prepared.decide.run({ seq, version: withholdingVersion })
      return 'replaced'
    },
    keepRendered(id: string, { revision, version, checks }: RenderedParcel): 'kept' | 'changed' {
      const seq = whereReportIs(id, revision)?.seq
      if (seq === undefined) return 'changed'
      const { packing, bytes } = pack(checks)
      prepared.keepRendered.run({ seq, revision, version, packing, checks: bytes })
      return 'kept'
    },
    replaceReport(id: string, replacement: ReplacementParcel): 'replaced' | 'changed' {
      const row = whereReportIs(id, replacement.revision)
      if (!row) return 'changed'
      const { seq, testSeq } = row
      prepared.rescore.run({ seq, score: replacement.score })
      keepBodies(seq, replacement)
      entering.judged(seq, entryOf({ status: 'scored', ...replacement }))
      const test = testOf(testSeq)
      if (test?.accountId) history.amend(historyMessage(test.accountId, row), historyOutcome(replacement))
      if (test?.monitor !== undefined) monitors.note(test.monitor, row, replacement.score)
      return 'replaced'
    },
    enterEarlier: earlierTests(connection, entering),
    finish(claim: Claim, outcome: OutcomeParcel, now: Date): 'finished' | 'lost' {
      const before = prepared.claimed.get({ ...claim })
      if (!before) return 'lost'
      const { seq, testSeq } = before
      const { status } = outcome
      if (status === 'failed') {
        if (before.status === 'scored') {
          leaveAsItIs(seq)
          return 'finished'
        }
        prepared.conclude.run({ seq, status, score: null, reason: outcome.reason, dueAt: null })
      } else {
        keepScored(before, outcome, now)
      }
      entering.ended(seq, testSeq, entryOf(outcome))
      const test = testOf(testSeq)
      if (test?.accountId) {
        history.note(historyMessage(test.accountId, before), test.source, historyOutcome(outcome))
        noteSelectors(test.accountId, signersIn(outcome), before.receivedAt)
      }
      const score = status === 'scored' ? outcome.score : null
      if (test?.monitor !== undefined) monitors.note(test.monitor, before, score)
      if (test && (before.status !== status || before.score !== score)) {
        tell(seq, test, { subject: claim.id, at: now, ...ended(outcome) })
      }
      return 'finished'
    },
  }
}
