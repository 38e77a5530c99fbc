import type { ExplainedBounce } from '../core/bounce.ts'
import type { CheckStatus } from '../core/check.ts'
import type { Looked, SignedBy } from '../core/domain-health.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { PackedAnalysis } from '../core/kept/analysed.ts'
import type { MailNote } from '../core/mail-log.ts'
import type { MailTestStatus } from '../core/mail-test.ts'
import type { Blame, Envelope } from '../core/message.ts'
import type { SenderHints } from '../core/report.ts'
import type { WithholdingDecision } from '../core/withholding.ts'
import { type Clock, type DnsEnding, type ScannerName, ticksOf } from '../net/ports.ts'

export { type Clock, ticksOf }

/** Random bytes fit for tokens. */
export type RandomBytes = (length: number) => Uint8Array

/** Told after the commit: something about this test changed. */
export interface TestChange {
  token: string
  /** received: a message is durable and waits for its analysis. refused: mail for it was not taken. postponed: it is tried again
   * later. deleted: the test is gone. unshared: its token alone opens it no longer. missed: other hosts may have
   * told something that was not heard. */
  change:
    | 'missed'
    | 'received'
    | 'refused'
    | 'postponed'
    | 'deleted'
    | 'unshared'
    | Exclude<MailTestStatus, 'pending'>
}

/** Brings changes of a test to those who wait for them. */
export interface Announcer {
  announce(change: TestChange): void
  /** Calls back on each change of this test until the returned function is called. */
  listen(token: string, heard: (change: TestChange) => void): () => void
}

/** Is told what became of mail. Returns at once, keeps nobody waiting, and never throws. */
export interface MailLog {
  record(note: MailNote): void
}

/** Where a service says what the operator should know. */
export interface Log {
  /** What is of use to whoever looks for a fault. Absent: nobody does. */
  debug?(facts: Record<string, unknown>, sentence: string): void
  info(facts: Record<string, unknown>, sentence: string): void
  warn(facts: Record<string, unknown>, sentence: string): void
  error(facts: Record<string, unknown>, sentence: string): void
}

/** One message to analyse, without the analyzers that killed their process before. */
export interface AnalysisJob {
  raw: Uint8Array
  envelope: Envelope
  leaveOut: readonly string[]
  /** The report is made again from this, and nobody is asked. */
  evidence?: unknown
  /** What the owner says of the mail; empty: nothing. Absent: what the evidence says holds. */
  senderHints?: SenderHints
}

export type AnalysisResult =
  | {
      kind: 'scored'
      /** Whoever only stores it reads nothing of it. */
      packed: PackedAnalysis
      /** A scored check could not be determined because a question got no answer. */
      questionsFailed: boolean
      /** Scanners that gave no verdict, with the reason. */
      scannersFailed: { scanner: ScannerName; reason: string }[]
    }
  /** It cannot be parsed as a message at all. */
  | { kind: 'not_a_message'; reason: string }
  | AnalysisBlamed
  | AnalysisLost

/** The message's own doing: it is tried again without the step. */
export interface AnalysisBlamed extends Blame {
  kind: 'blamed'
  /** The reason for the log, to follow "it was stopped:". */
  words: string
}

/** Nothing the message did: it is tried again as it is, later. */
export interface AnalysisLost {
  kind: 'lost'
  /** killed: from outside. wall_limit: it waited or starved too long. host: its process went, or memory was short. */
  reason: 'killed' | 'wall_limit' | 'not_started' | 'host' | 'stopping'
  /** The reason for the log, to follow "it was stopped:". */
  words: string
}

/** What an analysis process did for its last answer. */
export interface Spent {
  /** How each check came out, and the seconds it took. Others were made meanwhile. */
  checks: { name: string; status: CheckStatus; seconds: number }[]
  /** Its questions by how they ended, the seconds each took, and those that were answered from memory. */
  dns: { endings: Partial<Record<DnsEnding, number>>; took: number[]; known: number }
}

/** Looks at domains and addresses away from this process. */
export interface InspectionRunner {
  /** Gives what was found, or why nothing was, in words. `signedBy`: selectors of the domain that are known. */
  inspect(subject: InspectedName, signedBy?: SignedBy): Promise<Looked | { stopped: string }>
}

/** Decides anew whether a message's words are withheld, away from this process. */
export interface WithholdingRunner {
  /** Gives what a report holds of it, or what the message did to its process, in words. Rejects when it was lost. */
  withhold(raw: Uint8Array): Promise<WithholdingDecision | { stopped: string }>
}

/** Explains what came back of mail, away from this process. */
export interface BounceRunner {
  /** Gives what it means, or why nobody knows, in words. */
  explain(raw: Uint8Array): Promise<ExplainedBounce | { stopped: string }>
}

/** Analyses messages away from this process. */
export interface AnalysisRunner {
  /** How many may run at once; with the memory that is left it changes. */
  readonly size: number
  /** Tries once. What became of its process is a value. */
  run(job: AnalysisJob): Promise<AnalysisResult>
}
