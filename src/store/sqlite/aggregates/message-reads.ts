import { and, asc, desc, eq, getTableColumns, gt, gte, lt, sql } from 'drizzle-orm'
import type { Packed } from '../../../core/kept/packed.ts'
import type { Message } from '../../../core/message.ts'
import type { LeftClaim } from '../../claims.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { messageOf } from '../../keeping/message-row.ts'
import type { StoredRow } from '../../keeping/report-json.ts'
import type { DecidedByOthers } from '../../messages.ts'
import type { Queries } from '../connection.ts'
import {
  evidence,
  mailTests,
  messageBodies,
  messageContents,
  messages,
  messageViews,
  reports,
} from '../schema.ts'
import { hostRange, ofHost } from './queue/rows.ts'

/** Set where a message waits out the time after a try that was lost. */
const triedAgainAt = sql<
  number | null
>`case when ${messages.lostTries} > 0 and ${messages.dueAt} > 0 and ${messages.claimedBy} is null then ${messages.dueAt} end`
/** When an analysed message is due once more; 0 where that is under way. */
const again = sql<
  number | null
>`case when ${messages.status} is null then null when ${messages.claimedBy} is null then ${messages.dueAt} else 0 end`
const { id, receivedAt, size, status, score, reason } = getTableColumns(messages)
const whole = { id, token: mailTests.token, receivedAt, size, status, score, reason, triedAgainAt, again }

function prepareReads(queries: Queries) {
  const ofTest = and(eq(mailTests.token, sql.placeholder('token')), eq(messages.testSeq, mailTests.seq))
  const withReport = () =>
    queries
      .select({
        ...whole,
        text: reports.report,
        packed: reports.packed,
        packing: reports.packing,
        revision: reports.revision,
      })
      .from(messages)
      .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
      .leftJoin(reports, eq(reports.messageSeq, messages.seq))
  const bodyOf = and(eq(messages.id, sql.placeholder('id')), eq(messageBodies.messageSeq, messages.seq))
  return {
    claimsOf: queries
      .select({
        id: messages.id,
        holder: sql<string>`${messages.claimedBy}`,
        number: messages.claimNumber,
        token: mailTests.token,
        lostTries: messages.lostTries,
      })
      .from(messages)
      .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
      .where(ofHost(messages.claimedBy))
      .orderBy(asc(messages.seq))
      .prepare(),
    ofTest: queries
      .select(whole)
      .from(mailTests)
      .innerJoin(messages, ofTest)
      .orderBy(desc(messages.seq))
      .prepare(),
    named: withReport()
      .where(and(eq(mailTests.token, sql.placeholder('token')), eq(messages.id, sql.placeholder('id'))))
      .prepare(),
    latest: withReport()
      .where(and(eq(mailTests.token, sql.placeholder('token')), eq(messages.seq, mailTests.latestSeq)))
      .prepare(),
    envelope: queries
      .select({ envelope: messageBodies.envelope })
      .from(messages)
      .innerJoin(messageBodies, bodyOf)
      .prepare(),
    raw: queries
      .select({ packing: messageBodies.packing, bytes: messageBodies.raw })
      .from(messages)
      .innerJoin(messageBodies, bodyOf)
      .prepare(),
    content: queries
      .select({ packing: messageContents.packing, bytes: messageContents.content })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messages.id, sql.placeholder('id')), eq(messageContents.messageSeq, messages.seq)),
      )
      .prepare(),
    messageView: queries
      .select({ packing: messageViews.packing, bytes: messageViews.messageView })
      .from(messages)
      .innerJoin(
        messageViews,
        and(eq(messages.id, sql.placeholder('id')), eq(messageViews.messageSeq, messages.seq)),
      )
      .prepare(),
    scored: queries
      .select({ id: messages.id, token: mailTests.token, place: messages.seq })
      .from(messages)
      .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
      .where(and(gt(messages.seq, sql.placeholder('behind')), eq(messages.status, 'scored')))
      .orderBy(asc(messages.seq))
      .limit(sql.placeholder('limit'))
      .prepare(),
    decidedByOthers: queries
      .select({ id: messages.id, token: mailTests.token, place: messages.seq })
      .from(messages)
      .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
      .where(
        and(
          gte(messages.seq, sql.placeholder('from')),
          lt(messages.seq, sql.placeholder('before')),
          eq(messages.status, 'scored'),
          // By the messages: an index would lead through all tests without an account. What is not shared yet may be at any time.
          sql`(+${mailTests.accountId} is null or +${mailTests.source} <> 'api')`,
          sql`${messages.withholdingVersion} is not ${sql.placeholder('version')}`,
        ),
      )
      .orderBy(desc(messages.seq))
      .prepare(),
    newestBefore: queries
      .select({ place: messages.seq })
      .from(messages)
      .where(lt(messages.seq, sql.placeholder('before')))
      .orderBy(desc(messages.seq))
      .limit(sql.placeholder('looksAt'))
      .prepare(),
    evidence: queries
      .select({ packing: evidence.packing, bytes: evidence.evidence })
      .from(messages)
      .innerJoin(evidence, and(eq(messages.id, sql.placeholder('id')), eq(evidence.messageSeq, messages.seq)))
      .prepare(),
  }
}

export function messageReads(queries: Queries, now: () => number) {
  const prepared = prepareReads(queries)
  return {
    claimsOf: (host: string): LeftClaim[] => prepared.claimsOf.all(hostRange(host)),
    ofTest(token: string): Message[] {
      return prepared.ofTest.all({ token }).map((row) => messageOf(row, now()))
    },
    report(token: string, messageId?: string): StoredRow | undefined {
      const row =
        messageId === undefined
          ? prepared.latest.get({ token })
          : prepared.named.get({ token, id: messageId })
      if (!row) return undefined
      const { text, packed, packing, revision } = row
      const isKept = text !== null && packing !== null && revision !== null
      return { message: messageOf(row, now()), ...(isKept && { kept: { text, packed, packing, revision } }) }
    },
    envelope(id: string) {
      const row = prepared.envelope.get({ id })
      return row && envelopeFromJson(row.envelope)
    },
    raw: (id: string): Packed | undefined => prepared.raw.get({ id }),
    content: (id: string): Packed | undefined => prepared.content.get({ id }),
    messageView: (id: string): Packed | undefined => prepared.messageView.get({ id }),
    scored: (behind: number, limit: number) => prepared.scored.all({ behind, limit }),
    decidedByOthers(version: string, before: number, looksAt: number): DecidedByOthers {
      const from = prepared.newestBefore.all({ before, looksAt }).at(-1)?.place
      if (from === undefined) return { found: [] }
      return { found: prepared.decidedByOthers.all({ version, before, from }), next: from }
    },
    evidence: (id: string): Packed | undefined => prepared.evidence.get({ id }),
  }
}
