import type { Report } from '../../core/report.ts'
import { SCANNERS } from '../../net/ports.ts'
import type { QueuedMessage } from '../../store/claims.ts'
import type { AnalysisOutcome, ReportCount } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Hinting } from '../mail-tests/hinting.ts'
import type { ReportGate } from '../mail-tests/report-gate.ts'
import type { AnalysisRunner, Announcer, Log } from '../ports.ts'
import { analyseToEnd, type Ended } from './analyse-to-end.ts'
import type { Postponing } from './postponing.ts'

export interface AnalyseDeps {
  store: Store
  runner: AnalysisRunner
  announcer: Announcer
  gate: Pick<ReportGate, 'count'>
  hinting: Pick<Hinting, 'settle'>
  postponing: Pick<Postponing, 'postpone'>
  log: Log
}

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
  const { store, gate, log } = deps
  return async function analyse(message: QueuedMessage): Promise<Ending> {
    const raw = await store.messages.raw(message.id)
    const envelope = await store.messages.envelope(message.id)
    if (!raw || !envelope) return 'gone'
    const job = { raw, envelope, ...(message.senderHints && { senderHints: message.senderHints }) }
    const result = await analyseToEnd(deps.runner, job, {
      mayLose: 0,
      blamed: message.blamed,
      async blame({ step, reason, words }) {
        log.warn({ message: message.id, step, reason: words }, 'An analysis was stopped')
        if ((await store.messages.blame(message, { step, reason })) === 'no_space') throw noSpace()
      },
    })
    if (result.kind === 'lost') {
      // When the service stops, whoever claimed the message gives it back.
      if (result.reason !== 'stopping') await deps.postponing.postpone(message, result.words)
      return result.reason === 'not_started' ? 'no_process' : 'postponed'
    }
    const outcome = outcomeOf(result, message, await gate.count(message.accountId))
    return keep(deps, message, outcome)
  }
}

const noSpace = () =>
  new NotStored('The outcome of an analysis could not be stored: the disk takes no write', { noSpace: true })

async function keep(
  { store, announcer, hinting, log }: AnalyseDeps,
  message: QueuedMessage,
  outcome: AnalysisOutcome,
): Promise<Ending> {
  const kept = await store.messages.finish(message, outcome).catch((cause) => {
    throw new NotStored('The outcome of an analysis could not be stored', { cause })
  })
  if (kept === 'no_space') throw noSpace()
  if (kept === 'lost') return 'gone'
  if (outcome.status === 'failed') {
    log.warn({ message: message.id, reason: outcome.reason }, 'A message could not be analysed')
  } else {
    sayWhichScannersFailed(outcome.report, message.id, log)
  }
  announcer.announce({ token: message.token, change: outcome.status })
  await hinting.settle(message.token, message.senderHints)
  return 'stored'
}

/** The report tells its reader; who can fix it is the operator. */
function sayWhichScannersFailed({ checks }: Report, message: string, log: Log): void {
  for (const scanner of SCANNERS) {
    const check = checks.find(({ name }) => name === scanner)
    if (check?.status !== 'error') continue
    log.warn({ message, scanner, reason: check.summary }, 'A scanner gave no verdict')
  }
}

function outcomeOf(
  result: Exclude<Ended, { kind: 'lost' }>,
  message: QueuedMessage,
  count: ReportCount | undefined,
): AnalysisOutcome {
  if (result.kind === 'not_a_message') return { status: 'failed', reason: result.reason }
  const repeat = result.questionsFailed && !message.repeated
  return {
    status: 'scored',
    report: result.report,
    evidence: result.evidence,
    content: result.content,
    ...(result.messageView && { messageView: result.messageView }),
    ...(count && { count }),
    ...(repeat && { repeatAfterMs: REPEAT_AFTER_MS }),
  }
}
