import type { QueuedMessage } from '../../store/claims.ts'
import type { AnalysisOutcome, ReportCount } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Hinting } from '../mail-tests/hinting.ts'
import type { ReportGate } from '../mail-tests/report-gate.ts'
import type { AnalysisRunner, Announcer, Clock, Log } from '../ports.ts'
import { testIdOf } from '../test-id.ts'
import { analyseToEnd, type Ended } from './analyse-to-end.ts'
import type { Postponing } from './postponing.ts'

export interface AnalyseDeps {
  store: Store
  runner: AnalysisRunner
  announcer: Announcer
  gate: Pick<ReportGate, 'count'>
  hinting: Pick<Hinting, 'settle'>
  postponing: Pick<Postponing, 'postpone'>
  clock: Clock
  log: Log
}

type Analysed = Exclude<Ended, { kind: 'lost' }>

const REPEAT_AFTER_MS = 60_000

/** stored: there is an outcome. gone: the claim was lost, or the message deleted. postponed: the try was lost, and
 * another one comes later. no_process: so too, and others would be lost as well. */
export type Ending = 'stored' | 'gone' | 'postponed' | 'no_process'

/** The outcome of an analysis could not be stored: it is tried again, and whoever analyses takes a rest. */
export class NotStored extends Error {
  /** The disk takes no write, whatever is to be stored. */
  readonly noSpace: boolean

  constructor(sentence: string, { noSpace = false, cause }: { noSpace?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.noSpace = noSpace
  }
}

/** Analyses one claimed message to its end and stores what came of it. */
export function createAnalyse(deps: AnalyseDeps) {
  const { store, gate, clock, log } = deps
  return async function analyse(message: QueuedMessage): Promise<Ending> {
    const raw = await store.messages.raw(message.id)
    const envelope = await store.messages.envelope(message.id)
    if (!raw || !envelope) return 'gone'
    const job = { raw, envelope, ...(message.senderHints && { senderHints: message.senderHints }) }
    const began = clock.now().getTime()
    const result = await analyseToEnd(deps.runner, job, {
      mayLose: 0,
      blamed: message.blamed,
      async blame({ step, reason, words }) {
        log.warn({ message: message.id, step, reason: words }, 'An analysis was stopped')
        if ((await store.messages.blame(message, { step, reason })) === 'no_space') throw noSpace()
      },
    })
    const took = clock.now().getTime() - began
    if (result.kind === 'lost') {
      // When the service stops, whoever claimed the message gives it back.
      if (result.reason !== 'stopping') await deps.postponing.postpone(message, result.words)
      return result.reason === 'not_started' ? 'no_process' : 'postponed'
    }
    const outcome = outcomeOf(result, message, await gate.count(message.accountId))
    const ending = await keep(deps, message, outcome)
    const waited = Math.max(0, began - envelope.receivedAt.getTime())
    if (ending === 'stored') tellEnd(log, result, message, { waited, took })
    return ending
  }
}

const noSpace = () =>
  new NotStored('The outcome of an analysis could not be stored: the disk takes no write', { noSpace: true })

async function keep(
  { store, announcer, hinting }: AnalyseDeps,
  message: QueuedMessage,
  outcome: AnalysisOutcome,
): Promise<Ending> {
  const kept = await store.messages.finish(message, outcome).catch((cause) => {
    throw new NotStored('The outcome of an analysis could not be stored', { cause })
  })
  if (kept === 'no_space') throw noSpace()
  if (kept === 'lost') return 'gone'
  announcer.announce({ token: message.token, change: outcome.status })
  await hinting.settle(message.token, message.senderHints)
  return 'stored'
}

/** One line for each analysis. Of what failed the report tells its reader; who can fix it is the operator. */
function tellEnd(
  log: Log,
  result: Analysed,
  { id: message, token, repeated }: QueuedMessage,
  times: { waited: number; took: number },
): void {
  const facts = { message, test: testIdOf(token), ...(repeated && { again: true }) }
  if (result.kind === 'not_a_message') {
    const failed = { ...facts, outcome: 'failed', reason: result.reason, ...times }
    log.warn(failed, 'A message could not be analysed')
    return
  }
  const { score, failedChecks, undetermined } = result.packed
  const counted = { score, failed: failedChecks.length, undetermined }
  log.info({ ...facts, outcome: 'scored', ...counted, ...times }, 'Mail analysed')
  for (const { scanner, reason } of result.scannersFailed) {
    log.warn({ message, scanner, reason }, 'A scanner gave no verdict')
  }
}

function outcomeOf(
  result: Analysed,
  message: QueuedMessage,
  count: ReportCount | undefined,
): AnalysisOutcome {
  if (result.kind === 'not_a_message') return { status: 'failed', reason: result.reason }
  const repeat = result.questionsFailed && !message.repeated
  return {
    status: 'scored',
    packed: result.packed,
    ...(count && { count }),
    ...(repeat && { repeatAfterMs: REPEAT_AFTER_MS }),
  }
}
