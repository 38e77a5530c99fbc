import type { Analysed, PackedAnalysis } from '../core/kept/analysed.ts'
import type { Blame, Envelope, Message } from '../core/message.ts'
import type { MessageView } from '../core/message-view.ts'
import type { Report } from '../core/report.ts'
import type { AnonymousShares } from '../core/space.ts'
import type { WithholdingDecision } from '../core/withholding.ts'
import type { Claim, ClaimRequest, LeftClaim, QueuedMessage } from './claims.ts'

/** A received message for one test; one SMTP message to several tests is one of these for each. */
export interface NewMessage {
  id: string
  token: string
  envelope: Envelope
  raw: Uint8Array
  /** The SMTP client's network. Absent: not known, or it came as a file. */
  sender?: string
}

/** Which message is to be analysed again. */
export interface AnalysedAgain {
  messageId?: string | undefined
  mostWaiting: number
}

export interface MessageBounds {
  messagesPerTest: number
  bytesPerTest: number
  /** Absent: tests without an account may hold as much as all others. */
  anonymous?: AnonymousShares
}

/** What became of messages that were to be stored. */
export type Acceptance =
  | 'stored'
  | 'mailbox_full'
  | 'anonymous_share_full'
  | 'client_share_full'
  | 'unknown_test'
  /** The disk took no write, or what it took would not be found again. */
  | 'no_space'

export type AnalysisOutcome =
  | ({
      status: 'scored'
      /** Analyse once more in so many milliseconds, because questions failed. */
      repeatAfterMs?: number
      /** What the test's first report counts against. Absent: it is not counted. */
      count?: ReportCount
    } & (Analysed | { packed: PackedAnalysis }))
  | { status: 'failed'; reason: string }

/** One unit per test, spent by its first report: by the account, or by the network of an anonymous test. */
export interface ReportCount {
  /** UTC month of an account (2026-11), UTC day of an anonymous test (2026-11-20). */
  period: string
  /** Tests of the period whose reports are shown in full. Absent: all of them. */
  units?: number
}

/** A report as it was read. */
export interface ReadReport {
  report: Report
  /** How often it was replaced. */
  revision: number
}

/** A message with its report, where it was analysed to one. */
export type StoredReport = { message: Message } & (ReadReport | { report?: undefined; revision?: undefined })

/** A copy of what is told of a report: opaque to the store, and nothing is read back out of it. */
export interface RenderedChecks {
  /** Of the report that it was made of. */
  revision: number
  /** By what it was made: another version makes it anew. */
  version: string
  checks: Uint8Array
}

export interface MessageStore {
  /** Stores all of them or none, durable when it resolves: only then is 250 answered. A test that had expired when its
   * envelope was received is unknown. */
  accept(messages: NewMessage[], bounds: MessageBounds): Promise<Acceptance>
  /** Takes messages that are due, by the engine's own clock. Parties take turns: the account, or the network that made
   * an anonymous test; within one the oldest comes first. A party (of an anonymous test the SMTP client's network too)
   * gets no more than half of the holder's places, but one. Repeated analyses come when nothing else is due, or when
   * they have waited for long. A claim that runs out makes its message due again. */
  claim(request: ClaimRequest): Promise<QueuedMessage[]>
  /** Makes a message of a test due again, the one named or the latest analysed one, whose outcome stays until then. `under_way`: it
   * waits or is analysed already, or was never. `too_many`: so many messages of its maker wait. */
  analyseAgain(
    token: string,
    which: AnalysedAgain,
  ): Promise<'waits' | 'unknown_message' | 'under_way' | 'too_many'>
  /** Lets claims hold for so long from now on; gives those that are lost. */
  renew(claims: readonly Claim[], leaseMs: number): Promise<Claim[]>
  /** Lets the message be claimed again, after so many milliseconds. `lostTry`: it was tried, and came to nothing through
   * no fault of its own. */
  giveBack(claim: Claim, how: { afterMs: number; lostTry: boolean }): Promise<'given_back' | 'lost'>
  /** The claims of a host: at its start, the record of what it analysed when it was killed. */
  claimsOf(host: string): Promise<LeftClaim[]>
  /** Notes the step that stopped its analysis. */
  blame(claim: Claim, blame: Blame): Promise<'noted' | 'lost' | 'no_space'>
  /** Report, content, evidence, the count of full reports, the swap of the test's status and the outbox row, together. Nothing
   * happens once the claim is lost, or the test is gone. A repeated analysis replaces the report, unless it failed, and
   * makes an event only of another score. */
  finish(claim: Claim, outcome: AnalysisOutcome): Promise<'finished' | 'lost' | 'no_space'>
  /** The messages of a test, newest first. */
  ofTest(token: string): Promise<Message[]>
  /** A message with its report: the one named, or the latest analysed one. */
  report(token: string, messageId?: string): Promise<StoredReport | undefined>
  envelope(id: string): Promise<Envelope | undefined>
  raw(id: string): Promise<Uint8Array | undefined>
  /** What a reader is shown of the message, whether or not it is withheld. Absent: it was never analysed to a report. */
  content(id: string): Promise<string | undefined>
  /** Absent: none are kept, as of reports of earlier versions. */
  messageView(id: string): Promise<MessageView | undefined>
  evidence(id: string): Promise<unknown>
  /** Messages that have a report, in the order of their arrival, behind the one of that place. */
  scored(behind: number, limit: number): Promise<ScoredMessage[]>
  /** Puts another report of the same evidence in the place of the one with this revision, with all that goes with it; there is no event.
   * `changed`: the message is gone, or has another report by now; nothing was written. */
  replaceReport(id: string, replacement: ReportReplacement): Promise<'replaced' | 'changed'>
  /** Keeps a copy of what is told of its report; `changed` as above. Whatever replaces the report drops it. */
  keepRendered(id: string, rendered: RenderedChecks): Promise<'kept' | 'changed'>
  /** Of so many messages before that place, the newest: those that are scored, of tests that no key made, and whose
   * withholding was not decided by the rules of this version, newest first. */
  decidedByOthers(version: string, before: number, looksAt: number): Promise<DecidedByOthers>
  /** Puts another decision on withholding into the report, which is otherwise as it was; `changed` as above. */
  replaceWithholding(
    id: string,
    read: ReadReport,
    decision: WithholdingDecision,
  ): Promise<'replaced' | 'changed'>
}

/** A message that the token of its test opens or may open, and whose withholding was decided by other rules. */
export interface DecidedBefore {
  id: string
  token: string
  /** Its place in the order of arrival. */
  place: number
}

/** What was found among the messages that were looked at. */
export interface DecidedByOthers {
  found: DecidedBefore[]
  /** The place before which to look next. Absent: all were looked at. */
  next?: number
}

export interface ScoredMessage {
  id: string
  token: string
  /** Its place in the order of arrival. */
  place: number
}

/** `revision` is that of the report that was read. */
export type ReportReplacement = { revision: number } & (Analysed | { packed: PackedAnalysis })
