import type { AnalysisBlamed, AnalysisLost } from '../services/ports.ts'

/** How a process ended that owed an answer. */
export interface Ending {
  /** What this service killed it for. */
  killedFor?: 'processor' | 'memory' | 'wall' | 'crowded' | 'stop'
  signal: string | null
  code: number | null
  /** Resident bytes, when they were last seen. */
  held: number
  /** The kernel killed for want of memory in its group while it worked. */
  outOfMemory: boolean
}

/** What one message may take. */
export interface Limits {
  /** Milliseconds of processor time. */
  timeLimitMs: number
  /** Resident bytes. */
  memoryLimitBytes: number
}

/** Raised by the process itself: crashes, and TRAP, which is how the runtime gives up on ARM. */
const OWN_SIGNALS = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/** Share of its limit that a process must have held for a kill from outside to count as one for memory. */
const HEAVY_SHARE = 0.75

type Verdict = Omit<AnalysisBlamed, 'step'> | AnalysisLost

/** Whether the step is to blame for the end of its process. */
export function judgeEnding(ending: Ending, limits: Limits): Verdict {
  const { killedFor, signal, code, held, outOfMemory } = ending
  if (killedFor === 'processor') {
    return blamed('limit', `it took more than ${limits.timeLimitMs / 1000} s of processor time`)
  }
  if (killedFor === 'memory')
    return blamed('memory', `it took more than ${megabytes(limits.memoryLimitBytes)}`)
  if (killedFor === 'wall')
    return lost('wall_limit', 'its process stood still or got hardly any processor time')
  if (killedFor === 'stop') return lost('stopping', 'the service stops')
  // Whatever it held was less than one message may take: others were beside it.
  if (killedFor === 'crowded')
    return lost('host', 'the analysis processes took more memory together than they may')
  if (signal !== null && OWN_SIGNALS.includes(signal))
    return blamed('signal', `its process died of ${signal}`)
  if (signal === null && code !== 0) return blamed('exception', `its process ended with code ${code}`)
  if (signal === null) return lost('host', 'its process ended without an answer')
  if (held >= limits.memoryLimitBytes * HEAVY_SHARE || outOfMemory) {
    return blamed('memory', `its process was killed (${signal}) while it held ${megabytes(held)}`)
  }
  return lost('killed', `its process was killed from outside (${signal})`)
}

const blamed = (reason: AnalysisBlamed['reason'], words: string) => ({
  kind: 'blamed' as const,
  reason,
  words,
})
const lost = (reason: AnalysisLost['reason'], words: string) => ({ kind: 'lost' as const, reason, words })
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB of memory`

/** The service ends its processes. */
export const STOPPING: AnalysisLost = lost('stopping', 'the service stops')
/** No process starts at all. */
export const NOT_STARTED: AnalysisLost = lost('not_started', 'no analysis process could be started')
/** Those for one message end before they have it, while others start. */
export const ENDED_AT_START: AnalysisLost = lost(
  'host',
  'its process ended while it started, again and again',
)
