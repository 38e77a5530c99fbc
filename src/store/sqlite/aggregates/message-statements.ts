import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connection.ts'
import {
  evidence,
  mailTests,
  messageContents,
  messages,
  messageViews,
  outbox,
  renderedChecks,
  reports,
} from '../schema.ts'
import { heldBy } from './queue/rows.ts'

/** The statements that write what comes of an analysis. */
export function prepareFinish(queries: Queries) {
  const seq = sql.placeholder('seq')
  const { seq: own, testSeq, status, score, receivedAt } = messages
  const found = (which: SQL | undefined) =>
    queries.select({ seq: own, testSeq, status, score, receivedAt }).from(messages).where(which).prepare()
  return {
    before: found(eq(messages.id, sql.placeholder('id'))),
    claimed: found(heldBy),
    revisionOf: queries
      .select({ revision: reports.revision })
      .from(reports)
      .where(eq(reports.messageSeq, seq))
      .prepare(),
    test: queries
      .select({ token: mailTests.token, accountId: mailTests.accountId, source: mailTests.source })
      .from(mailTests)
      .where(eq(mailTests.seq, sql.placeholder('testSeq')))
      .prepare(),
    rescore: queries
      .update(messages)
      .set({ score: sql`${sql.placeholder('score')}` })
      .where(eq(messages.seq, seq))
      .prepare(),
    decide: queries
      .update(messages)
      .set({ withholdingVersion: sql`${sql.placeholder('version')}` })
      .where(eq(messages.seq, seq))
      .prepare(),
    conclude: queries
      .update(messages)
      .set({
        status: sql`${sql.placeholder('status')}`,
        score: sql`${sql.placeholder('score')}`,
        reason: sql`${sql.placeholder('reason')}`,
        dueAt: sql`${sql.placeholder('dueAt')}`,
        lostTries: 0,
        claimedBy: null,
      })
      .where(eq(messages.seq, seq))
      .prepare(),
    keepReport: queries
      .insert(reports)
      .values({
        messageSeq: seq,
        report: '',
        packed: sql.placeholder('packed'),
        packing: sql.placeholder('packing'),
      })
      .onConflictDoUpdate({
        target: reports.messageSeq,
        set: {
          report: sql`excluded.report`,
          packed: sql`excluded.packed`,
          packing: sql`excluded.packing`,
          revision: sql`${reports.revision} + 1`,
        },
      })
      .prepare(),
    keepRendered: queries
      .insert(renderedChecks)
      .values({
        messageSeq: seq,
        revision: sql.placeholder('revision'),
        version: sql.placeholder('version'),
        packing: sql.placeholder('packing'),
        checks: sql.placeholder('checks'),
      })
      .onConflictDoUpdate({
        target: renderedChecks.messageSeq,
        set: {
          revision: sql`excluded.revision`,
          version: sql`excluded.version`,
          packing: sql`excluded.packing`,
          checks: sql`excluded.checks`,
        },
      })
      .prepare(),
    keepContent: queries
      .insert(messageContents)
      .values({
        messageSeq: seq,
        packing: sql.placeholder('packing'),
        content: sql.placeholder('content'),
      })
      .onConflictDoUpdate({
        target: messageContents.messageSeq,
        set: { packing: sql`excluded.packing`, content: sql`excluded.content` },
      })
      .prepare(),
    keepView: queries
      .insert(messageViews)
      .values({
        messageSeq: seq,
        packing: sql.placeholder('packing'),
        messageView: sql.placeholder('messageView'),
      })
      .onConflictDoUpdate({
        target: messageViews.messageSeq,
        set: { packing: sql`excluded.packing`, messageView: sql`excluded.exhibits` },
      })
      .prepare(),
    dropView: queries.delete(messageViews).where(eq(messageViews.messageSeq, seq)).prepare(),
    keepEvidence: queries
      .insert(evidence)
      .values({
        messageSeq: seq,
        packing: sql.placeholder('packing'),
        evidence: sql.placeholder('evidence'),
      })
      .onConflictDoUpdate({
        target: evidence.messageSeq,
        set: { packing: sql`excluded.packing`, evidence: sql`excluded.evidence` },
      })
      .prepare(),
    event: queries
      .insert(outbox)
      .values({
        type: sql.placeholder('type'),
        accountId: sql.placeholder('accountId'),
        subject: sql.placeholder('subject'),
        payload: sql.placeholder('payload'),
        at: sql.placeholder('at'),
        messageSeq: seq,
      })
      .prepare(),
  }
}
