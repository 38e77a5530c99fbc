import { AWAITED_BYTES } from '../../../core/space.ts'
import type { Claim } from '../../claims.ts'
import { type OutcomeParcel, outcomeParcel } from '../../keeping/parcels.ts'
import type { AnalysisOutcome, ReportCount } from '../../messages.ts'
import { changedHistory, type HistoryOutcome, keptHistory, newHistory } from '../history/counting.ts'
import { noteScore } from '../monitors/scores.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { type Bodies, bodiesOf, heldMore, keepBodies } from './bodies.ts'
import { type Entry, entryColumns, entryOf } from './entries.ts'
import { anonymousHeld, inOrder, type LockedMessage, type LockedTest, lockedMessage } from './locked.ts'
import { noteSelectors } from './selectors.ts'
import { wordsOf } from './words.ts'

/** An outcome with its octets packed. */
type Ended = { entry: Entry; history: HistoryOutcome; signers: { domain: string; selector: string }[] } & (
  | { outcome: Extract<OutcomeParcel, { status: 'scored' }>; bodies: Bodies }
  | { outcome: Extract<OutcomeParcel, { status: 'failed' }>; bodies?: undefined }
)

/** Ends analyses: all that comes of one in one transaction, of three round trips. */
export function finisher(db: Db) {
  async function end(tx: Tx, claim: Claim, ended: Ended): Promise<'finished' | 'lost'> {
    const found = await lockedMessage(tx, claim)
    if (!found) return 'lost'
    const { test, message } = found
    const { outcome } = ended
    if (outcome.status === 'failed' && message.status === 'scored') {
      await tx.run(
        sql`UPDATE messages SET due_at = NULL, lost_tries = 0, claimed_by = NULL WHERE seq = ${message.seq}::bigint`,
      )
      return 'finished'
    }
    const held = ended.bodies ? heldMore(message, ended.bodies) : message.status === null ? -AWAITED_BYTES : 0
    const isLatest = (test.latestSeq ?? 0) <= message.seq
    const own = [
      concluded(message.seq, ended),
      changedTest(
        test,
        { held, entry: isLatest ? ended.entry : undefined, seq: message.seq },
        countOf(outcome),
      ),
    ]
    const history = await historyOf(tx, test, message, ended.history, own)
    // What others wait for comes last: sums of the account, or of all tests without one.
    await inOrder(tx, [
      ...own,
      ...(isLatest ? wordsOf(test, ended.entry.words) : []),
      ...noteSelectors(test.accountId, ended.signers, message.receivedAt),
      ...noteScore(test.monitorId, message, ended.entry.score),
      told(test, claim.id, message, ended),
      ...history,
      ...anonymousHeld(test, held),
    ])
    return 'finished'
  }

  function concluded(seq: number, { outcome, bodies }: Ended): Sql {
    const free = plain('lost_tries = 0, claimed_by = NULL')
    if (!bodies) {
      return sql`UPDATE messages SET status = 'failed', score = NULL, reason = ${outcome.reason}, due_at = NULL, ${free}
        WHERE seq = ${seq}::bigint`
    }
    const { score, repeatAfterMs, withholdingVersion } = outcome
    const due = repeatAfterMs === undefined ? plain('NULL') : sql`${db.now()} + ${repeatAfterMs}::bigint`
    return keepBodies(
      seq,
      bodies,
      sql`status = 'scored', score = ${score}::double precision, reason = NULL, due_at = ${due},
        withholding_version = ${withholdingVersion}, ${free}`,
    )
  }

  /** The event, where the outcome is another one than before. */
  function told(
    test: LockedTest,
    id: string,
    message: LockedMessage,
    { outcome, entry }: Ended,
  ): Sql | undefined {
    if (message.status === outcome.status && message.score === entry.score) return undefined
    const monitor = test.monitorId === null ? {} : { monitor: test.monitorId }
    const what = outcome.status === 'scored' ? { score: outcome.score } : { reason: outcome.reason }
    const payload = JSON.stringify({ token: test.token, ...monitor, ...what })
    return sql`INSERT INTO outbox (type, account_id, subject, payload, at, message_seq)
      VALUES (${`test.${outcome.status}`}, ${test.accountId}, ${id}, ${payload}, ${db.now()}, ${message.seq}::bigint)`
  }

  return async (claim: Claim, outcome: AnalysisOutcome): Promise<'finished' | 'lost' | 'no_space'> => {
    const ended = endedOf(await outcomeParcel(outcome))
    return db.write((tx) => end(tx, claim, ended)).catch(whenFull)
  }
}

function endedOf(outcome: OutcomeParcel): Ended {
  const entry = entryOf(outcome)
  if (outcome.status === 'failed') {
    return { outcome, entry, history: { score: null, domain: null, failedChecks: [] }, signers: [] }
  }
  const { score, fromDomain = null, failedChecks, signers = [] } = outcome
  return {
    outcome,
    entry,
    history: { score, domain: fromDomain, failedChecks },
    signers,
    bodies: bodiesOf(outcome),
  }
}

const countOf = (outcome: OutcomeParcel) => (outcome.status === 'scored' ? outcome.count : undefined)

/** What changes of a test, its count of full reports with it: its first report spends one, by the account or by the network. */
function changedTest(
  test: LockedTest,
  { held, entry, seq }: { held: number; entry: Entry | undefined; seq: number },
  count: ReportCount | undefined,
): Sql | undefined {
  const owner = test.accountId ?? test.client
  // Networks are counted only where a day has so many reports for them; accounts always, because plans change.
  const isCounted =
    count !== undefined &&
    owner !== null &&
    test.reportNumber === null &&
    (test.accountId !== null || count.units !== undefined)
  const latest = entry ? sql`, latest_seq = ${seq}::bigint, ${entryColumns(test, entry)}` : sql``
  const change = sql`held_bytes = t.held_bytes + ${held}::bigint${latest}`
  if (!isCounted) return sql`UPDATE mail_tests AS t SET ${change} WHERE t.seq = ${test.seq}::bigint`
  const { period, units } = count
  return sql`WITH spent AS (
      INSERT INTO full_report_uses AS u (owner, period, used) VALUES (${owner}, ${period}, 1)
      ON CONFLICT (owner, period) DO UPDATE SET used = u.used + 1 RETURNING u.used)
    UPDATE mail_tests AS t SET ${change}, report_number = s.used,
      gated = CASE WHEN s.used > ${units ?? Number.MAX_SAFE_INTEGER}::bigint THEN 1 ELSE 0 END
    FROM spent AS s WHERE t.seq = ${test.seq}::bigint`
}

/** A message that was analysed before may be in the history. `first` goes before what is locked to see that. */
async function historyOf(
  tx: Tx,
  { accountId, source }: LockedTest,
  { seq, receivedAt, status }: LockedMessage,
  outcome: HistoryOutcome,
  first: (Sql | undefined)[],
): Promise<(Sql | undefined)[]> {
  if (accountId === null) return []
  const message = { accountId, receivedAt, seq }
  if (status === null) return newHistory(message, source, outcome)
  await inOrder(tx, first.splice(0))
  const before = await keptHistory(tx, message)
  return before ? changedHistory(message, before, outcome) : newHistory(message, source, outcome)
}
