import { CHECK_STATUSES } from '../../../core/check.ts'
import { BLAME_REASONS } from '../../../core/message.ts'
import type { AnalysisRunner, Spent } from '../../ports.ts'
import type { Registry } from '../registry.ts'

const RESULTS = ['scored', 'not_a_message', 'blamed', 'lost'] as const
const LOST = ['killed', 'wall_limit', 'not_started', 'host', 'stopping'] as const
const ENDS = ['processor', 'memory', 'wall', 'crowded', 'stop', 'idle', 'itself'] as const
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
const SCORES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** What analysis processes take together. */
interface Taken {
  processes: number
  busy: number
  residentBytes: number
  processorSeconds: number
}

/** Tries to analyse messages, their checks, and the processes that do it. */
export function analysisMeter(registry: Registry, checks: readonly string[]) {
  const outcomes = registry.counter({
    name: 'analyses_total',
    help: 'Analyses that were brought to an end: scored, failed (no report can be made), or postponed (the try was lost and comes again).',
    labels: { outcome: ['scored', 'failed', 'postponed'] },
  })
  const scores = registry.histogram(
    { name: 'analysis_score', help: 'Scores of analysed messages, 0 to 10.' },
    SCORES,
  )
  const tries = registry.counter({
    name: 'analysis_tries_total',
    help: 'Tries to analyse a message, by what came of them.',
    labels: { result: RESULTS },
  })
  const lost = registry.counter({
    name: 'analysis_tries_lost_total',
    help: 'Tries that were lost through no fault of the message, by reason.',
    labels: { reason: LOST },
  })
  const blamed = registry.counter({
    name: 'analysis_tries_stopped_total',
    help: 'Tries that a message stopped, by reason: past a limit of time or memory, an exception, a signal.',
    labels: { reason: BLAME_REASONS },
  })
  const duration = registry.histogram(
    { name: 'analysis_duration_seconds', help: 'How long tries took, with the wait for a process.' },
    SECONDS,
  )
  const checkTime = registry.summary({
    name: 'analysis_check_duration_seconds',
    help: 'How long checks took, with their waits for answers; checks of one message are made side by side.',
    labels: { check: checks },
  })
  const results = registry.counter({
    name: 'check_results_total',
    help: 'Checks by how they came out.',
    labels: { check: checks, status: CHECK_STATUSES },
  })
  return {
    ...processMeter(registry),
    stored: (outcome: 'scored' | 'failed' | 'postponed') => outcomes.add(1, outcome),
    scored: (score: number) => scores.observe(score),
    checks(spent: Spent['checks']): void {
      for (const { name, status, seconds } of spent) {
        checkTime.observe(seconds, name)
        results.add(1, name, status)
      }
    },
    /** Counts the tries of a runner. */
    runner(runner: AnalysisRunner): AnalysisRunner {
      return {
        get size() {
          return runner.size
        },
        async run(job) {
          const began = performance.now()
          const result = await runner.run(job)
          duration.observe((performance.now() - began) / 1000)
          tries.add(1, result.kind)
          if (result.kind === 'lost') lost.add(1, result.reason)
          if (result.kind === 'blamed') blamed.add(1, result.reason)
          return result
        },
      }
    },
  }
}

function processMeter(registry: Registry) {
  const starts = registry.counter({
    name: 'analysis_process_starts_total',
    help: 'Analysis processes that were started.',
  })
  const ends = registry.counter({
    name: 'analysis_process_ends_total',
    help: 'Analysis processes that ended: killed for processor time, memory, a standstill (wall) or together too much memory (crowded), by the service as it stops, because they were idle, or by themselves or from outside (itself).',
    labels: { reason: ENDS },
  })
  const processes = registry.gauge({
    name: 'analysis_processes',
    help: 'Analysis processes that are there now, by whether they work.',
    labels: { state: ['busy', 'idle'] },
  })
  let endedSeconds = 0
  return {
    started: () => starts.add(1),
    ended(why: (typeof ENDS)[number], processorSeconds: number): void {
      ends.add(1, why)
      endedSeconds += processorSeconds
    },
    /** Processor time of all analysis processes so far, and the memory of those that are there. */
    taken(now: Taken): { processorSeconds: number; residentBytes: number } {
      processes.set(now.busy, 'busy')
      processes.set(Math.max(0, now.processes - now.busy), 'idle')
      return { processorSeconds: endedSeconds + now.processorSeconds, residentBytes: now.residentBytes }
    },
  }
}
