import type { AnalysisOutcome, QueuedMessage, Store } from '../store/store.ts'
import type { AnalysisResult, AnalysisRunner, Announcer, Clock, Log } from './ports.ts'

export interface AnalyseDeps {
  store: Store
  runner: AnalysisRunner
  announcer: Announcer
  clock: Clock
  log: Log
}

/** How often a message may be begun without an outcome (the service itself was killed) before it is given up. */
const MOST_ATTEMPTS = 5
/** Analyzers that may kill their process before the message is given up. */
const MOST_BLAMED = 2
const REPEAT_AFTER_MS = 60_000

/** Analyses one queued message to its end: a report, or a reason why there is none. */
export function createAnalyse(deps: AnalyseDeps) {
  const { store, announcer, clock, log } = deps

  async function finish(message: QueuedMessage, outcome: AnalysisOutcome): Promise<void> {
    if (outcome.status === 'failed') {
      log.warn({ message: message.id, reason: outcome.reason }, 'A message could not be analysed')
    }
    await store.messages.finish(message.id, outcome, clock.now())
    announcer.announce({ token: message.token, change: outcome.status })
  }

  return async function analyse(message: QueuedMessage): Promise<void> {
    const raw = await store.messages.raw(message.id)
    const envelope = await store.messages.envelope(message.id)
    if (!raw || !envelope) return
    const blamed = [...message.blamed]
    for (let attempts = message.attempts; ; attempts += 1) {
      const given = givenUp(blamed, attempts)
      if (given) return finish(message, { status: 'failed', reason: given })
      await store.messages.beginAttempt(message.id)
      const result = await deps.runner.run({ raw, envelope, leaveOut: blamed })
      if (result.kind !== 'killed') return finish(message, outcomeOf(result, message, clock))
      log.warn({ message: message.id, step: result.step, reason: result.reason }, 'An analysis was stopped')
      await store.messages.blame(message.id, result.step)
      blamed.push(result.step)
    }
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
    return `The analysis was interrupted ${attempts} times by a stop of the service.`
  }
  return undefined
}

function outcomeOf(
  result: Exclude<AnalysisResult, { kind: 'killed' }>,
  message: QueuedMessage,
  clock: Clock,
): AnalysisOutcome {
  if (result.kind === 'not_a_message') return { status: 'failed', reason: result.reason }
  const repeat = result.questionsFailed && !message.repeated
  return {
    status: 'scored',
    report: result.report,
    evidence: result.evidence,
    ...(repeat && { repeatAt: new Date(clock.now().getTime() + REPEAT_AFTER_MS) }),
  }
}
