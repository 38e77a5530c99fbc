import type { Report } from '../core/report.ts'
import { SCANNERS } from '../net/ports.ts'
import type { AnalysisOutcome, QueuedMessage, ReportCount, Store } from '../store/store.ts'
import type { OwnerWords } from './owner-words.ts'
import type { AnalysisJob, AnalysisResult, AnalysisRunner, Announcer, Clock, Log } from './ports.ts'
import type { ReportGate } from './report-gate.ts'

export interface AnalyseDeps {
  store: Store
  runner: AnalysisRunner
  announcer: Announcer
  gate: Pick<ReportGate, 'count'>
  ownerWords: Pick<OwnerWords, 'settle'>
  clock: Clock
  log: Log
}

/** How often a message may be begun without an outcome (the service was killed, or the store failed) before it is given up. */
const MOST_ATTEMPTS = 5
/** Analyzers that may kill their process before the message is given up. */
const MOST_BLAMED = 2
const REPEAT_AFTER_MS = 60_000
const TRIES_AT_ONCE = 3

/** What earlier tries left behind, and where the next ones are noted before they begin. */
export interface Attempts {
  /** Tries begun so far. */
  count: number
  /** Steps that killed their process, in order. */
  blamed: readonly string[]
  begin(): Promise<void>
  blame(step: string, reason: string): Promise<void>
}

/** A message that was lost has no outcome: it is tried again. */
type Ended = Exclude<AnalysisResult, { kind: 'blamed' }>

/** Tries until there is a report or a reason why there is none; each try leaves out what an earlier one is blamed on. */
export async function analyseToEnd(
  runner: AnalysisRunner,
  message: Omit<AnalysisJob, 'leaveOut'>,
  attempts: Attempts,
): Promise<Ended> {
  const blamed = [...attempts.blamed]
  for (let count = attempts.count; ; count += 1) {
    const reason = givenUp(blamed, count)
    if (reason) return { kind: 'not_a_message', reason }
    const result = await runner.run({ ...message, leaveOut: blamed }, () => attempts.begin())
    if (result.kind !== 'blamed') return result
    await attempts.blame(result.step, result.words)
    blamed.push(result.step)
  }
}

/** The same for somebody who waits: what was lost is tried again at once, a few times. */
export async function analyseNow(
  ...given: Parameters<typeof analyseToEnd>
): Promise<Exclude<Ended, { kind: 'lost' }>> {
  for (let left = TRIES_AT_ONCE; ; ) {
    const result = await analyseToEnd(...given)
    if (result.kind !== 'lost') return result
    left -= 1
    if (left === 0 || result.reason === 'stopping')
      return { kind: 'not_a_message', reason: `It could not be analysed: ${result.words}.` }
  }
}

/** Analyses one queued message to its end and stores what came of it. */
export function createAnalyse({ store, runner, announcer, gate, ownerWords, clock, log }: AnalyseDeps) {
  return async function analyse(message: QueuedMessage): Promise<void> {
    const raw = await store.messages.raw(message.id)
    const envelope = await store.messages.envelope(message.id)
    if (!raw || !envelope) return
    const result = await analyseToEnd(
      runner,
      { raw, envelope, ...(message.ownerWord && { ownerWord: message.ownerWord }) },
      {
        count: message.attempts,
        blamed: message.blamed,
        begin: () => store.messages.beginAttempt(message.id),
        blame(step, reason) {
          log.warn({ message: message.id, step, reason }, 'An analysis was stopped')
          return store.messages.blame(message.id, step)
        },
      },
    )
    if (result.kind === 'lost') throw new Error(`Not the message's doing: ${result.words}`)
    const outcome = outcomeOf(result, message, clock, await gate.count(message.accountId))
    if (outcome.status === 'failed') {
      log.warn({ message: message.id, reason: outcome.reason }, 'A message could not be analysed')
    }
    if (outcome.status === 'scored') sayWhichScannersFailed(outcome.report, message.id, log)
    await store.messages.finish(message.id, outcome, clock.now())
    announcer.announce({ token: message.token, change: outcome.status })
    await ownerWords.settle(message.token, message.ownerWord)
  }
}

/** The report tells its reader; who can mend it is the operator. */
function sayWhichScannersFailed({ checks }: Report, message: string, log: Log): void {
  for (const scanner of SCANNERS) {
    const check = checks.find(({ name }) => name === scanner)
    if (check?.status !== 'error') continue
    log.warn({ message, scanner, reason: check.detail['summary'] }, 'A scanner gave no verdict')
  }
}

/** Why no further try is worth it; undefined while one is. */
function givenUp(blamed: readonly string[], attempts: number): string | undefined {
  if (blamed.includes('parse')) {
    return 'Reading the message took more time or memory than a message may.'
  }
  if (blamed.length >= MOST_BLAMED) {
    return `Two analyses of the message were stopped at their limits (${blamed.join(', ')}).`
  }
  if (attempts >= MOST_ATTEMPTS) {
    return `The analysis was begun ${attempts} times and never came to its end.`
  }
  return undefined
}

function outcomeOf(
  result: Exclude<Ended, { kind: 'lost' }>,
  message: QueuedMessage,
  clock: Clock,
  count: ReportCount,
): AnalysisOutcome {
  if (result.kind === 'not_a_message') return { status: 'failed', reason: result.reason }
  const repeat = result.questionsFailed && !message.repeated
  return {
    status: 'scored',
    report: result.report,
    evidence: result.evidence,
    content: result.content,
    ...(result.exhibits && { exhibits: result.exhibits }),
    count,
    ...(repeat && { repeatAt: new Date(clock.now().getTime() + REPEAT_AFTER_MS) }),
  }
}
