import type { Subprocess } from 'bun'
import type { AnalysisSettings } from '../analysis/context.ts'
import type { Check } from '../core/check.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { OwnerWord } from '../core/report.ts'
import type {
  AnalysisJob,
  AnalysisResult,
  AnalysisRunner,
  InspectionRunner,
  Log,
  WithholdingRunner,
} from '../services/ports.ts'
import type {
  AnalysisReply,
  AnalysisRequest,
  DnsSettings,
  InspectionRequest,
  ScannerSettings,
  WithholdingRequest,
} from './analysis-protocol.ts'
import { residentBytes } from './memory.ts'

export interface AnalysisPoolDeps {
  /** The command of one analysis process: this binary with `__analyse`. */
  command: string[]
  size: number
  /** Milliseconds after which a process that still works is killed. */
  timeLimitMs: number
  /** Resident bytes past which a process that works is killed. */
  memoryLimitBytes: number
  dns: DnsSettings
  scanners?: ScannerSettings
  /** Read anew for each message: the self-test changes what lists are in use. */
  settings(): AnalysisSettings
  log: Log
}

export interface AnalysisPool extends AnalysisRunner, InspectionRunner, WithholdingRunner {
  stop(): Promise<void>
}

/** Share of the time limit in which analyzers may wait for answers; the rest is for writing the report. */
const WAIT_SHARE = 0.8
const MEMORY_LOOK_MS = 50
/** Somebody waits for an inspection. */
const INSPECTION_WAIT_MS = 15_000
/** A process that grew past this share of its memory limit is replaced before its next message. */
const KEEP_SHARE = 0.5
const MESSAGES_PER_PROCESS = 1000
/** A process that does not come to wait for messages within this time never will. */
const START_WITHIN_MS = 30_000

/** Analysis processes of this binary, each at one message, killed at their limits. */
export function createAnalysisPool(deps: AnalysisPoolDeps): AnalysisPool {
  const idle: AnalysisChild[] = []
  const busy = new Set<AnalysisChild>()
  let stopped = false

  async function run(job: AnalysisJob): Promise<AnalysisResult> {
    const result = await withChild((child) => child.answer(requestFor(job)))
    if (result.kind === 'inspected' || result.kind === 'decided') {
      throw new Error('An analysis was answered like something else')
    }
    return result
  }

  async function withhold(raw: Uint8Array): ReturnType<WithholdingRunner['withhold']> {
    const result = await withChild((child) => child.answer({ withhold: raw }))
    if (result.kind === 'decided') return result.decision
    if (result.kind === 'lost') throw new Error(result.words)
    return { stopped: wordsOf(result) ?? 'it was answered like something else' }
  }

  async function inspect(subject: InspectedName): Promise<Check[] | { stopped: string }> {
    const waitAtMost = Math.min(INSPECTION_WAIT_MS, deps.timeLimitMs * WAIT_SHARE)
    const request = { inspect: subject, settings: deps.settings(), dns: deps.dns, waitAtMost }
    const result = await withChild((child) => child.answer(request))
    if (result.kind === 'inspected') return result.checks
    return { stopped: wordsOf(result) ?? 'it was answered like an analysis' }
  }

  async function withChild(work: (child: AnalysisChild) => Promise<Answered>): Promise<Answered> {
    const child = await waitingChild()
    if (!child) return { kind: 'lost', reason: 'not_started', words: 'no analysis process could be started' }
    try {
      const result = await work(child)
      const isEnded = result.kind === 'lost' || result.kind === 'blamed'
      return stopped && isEnded ? { kind: 'lost', reason: 'stopping', words: 'the service stops' } : result
    } finally {
      busy.delete(child)
      if (child.fit() && !stopped) idle.push(child)
      else void child.end()
    }
  }

  /** A process that waits for a message: one that was kept and is still there, else a new one. */
  async function waitingChild(): Promise<AnalysisChild | undefined> {
    for (;;) {
      const kept = idle.pop()
      const child = kept ?? startChild(deps)
      busy.add(child)
      if (await child.started()) return child
      busy.delete(child)
      if (!kept) return undefined
    }
  }

  function requestFor(job: AnalysisJob): AnalysisRequest {
    return {
      raw: job.raw,
      envelope: job.envelope,
      settings: { ...deps.settings(), ...(isSaid(job.ownerWord) && { ownerWord: job.ownerWord }) },
      dns: deps.dns,
      ...(deps.scanners && { scanners: deps.scanners }),
      leaveOut: [...job.leaveOut],
      waitAtMost: deps.timeLimitMs * WAIT_SHARE,
      ...(job.evidence !== undefined && { evidence: job.evidence }),
      ...(job.ownerWord && { ownerWord: job.ownerWord }),
    }
  }

  // One process is kept warm, so that the first message does not wait for a start.
  idle.push(startChild(deps))

  return {
    size: deps.size,
    run,
    inspect,
    withhold,
    async stop() {
      stopped = true
      await Promise.all([...idle, ...busy].map((child) => child.end()))
    },
  }
}

type Request = AnalysisRequest | InspectionRequest | WithholdingRequest
type Answered = AnalysisResult | Extract<AnalysisReply, { kind: 'inspected' | 'decided' }>

interface AnalysisChild {
  /** Whether it came to wait for messages and is still there. */
  started(): Promise<boolean>
  answer(request: Request): Promise<Answered>
  /** Whether it may take another message. */
  fit(): boolean
  end(): Promise<unknown>
}

function startChild(deps: AnalysisPoolDeps): AnalysisChild {
  // Called once for each message. A race against `exited` would keep every reply until the process ends.
  let settle: ((first: AnalysisReply | 'exited') => void) | undefined
  const ready = Promise.withResolvers<boolean>()
  const process = Bun.spawn(deps.command, {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    serialization: 'advanced',
    ipc: (message: AnalysisReply | 'ready') =>
      message === 'ready' ? ready.resolve(true) : settle?.(message),
  })
  const steps = followSteps(process.stdout)
  const late = setTimeout(() => process.kill('SIGKILL'), START_WITHIN_MS)
  let messages = 0
  let alive = true
  void ready.promise.then(() => clearTimeout(late))
  void process.exited.then(() => {
    alive = false
    ready.resolve(false)
    settle?.('exited')
  })

  async function answer(request: Request): Promise<Answered> {
    messages += 1
    if (!alive) return { kind: 'lost', reason: 'killed', words: 'its process died' }
    const first = Promise.withResolvers<AnalysisReply | 'exited'>()
    settle = first.resolve
    const watch = watchLimits(process, deps)
    try {
      hand(request)
      const given = await first.promise
      if (given !== 'exited') return resultOf(given)
    } finally {
      settle = undefined
      watch.end()
    }
    await steps.drained
    return endOf(process, steps.last(), watch.limit())
  }

  function hand(request: Request): void {
    try {
      process.send(request)
    } catch {
      // The channel closes a moment before the end of its process is known.
      process.kill('SIGKILL')
    }
  }

  function resultOf(given: AnalysisReply): Answered {
    if (given.kind !== 'fault') return given
    deps.log.error({ step: given.step, stack: given.stack }, 'An analysis failed inside Mailgauge')
    return { kind: 'blamed', step: given.step, reason: 'exception', words: 'it failed inside Mailgauge' }
  }

  return {
    started: async () => (await ready.promise) && alive,
    answer,
    fit: () =>
      alive &&
      messages < MESSAGES_PER_PROCESS &&
      residentBytes(process.pid) < deps.memoryLimitBytes * KEEP_SHARE,
    end() {
      process.kill('SIGKILL')
      return process.exited
    },
  }
}

const isSaid = (word: OwnerWord | undefined) => word !== undefined && Object.keys(word).length > 0

/** Kills the process at its time or memory limit. */
function watchLimits(
  process: Subprocess,
  limits: Pick<AnalysisPoolDeps, 'timeLimitMs' | 'memoryLimitBytes'>,
) {
  let limit: 'limit' | 'memory' | undefined
  const kill = (which: 'limit' | 'memory') => {
    limit = which
    process.kill('SIGKILL')
  }
  const time = setTimeout(() => kill('limit'), limits.timeLimitMs)
  const memory = setInterval(() => {
    if (residentBytes(process.pid) > limits.memoryLimitBytes) kill('memory')
  }, MEMORY_LOOK_MS)
  return {
    limit: () => limit,
    end() {
      clearTimeout(time)
      clearInterval(memory)
    },
  }
}

const OWN_SIGNALS = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

function endOf(process: Subprocess, last: string, limit: 'limit' | 'memory' | undefined): Answered {
  const step = last === 'start' ? 'parse' : last
  if (limit === 'limit') return { kind: 'blamed', step, reason: limit, words: 'it took too long' }
  if (limit === 'memory') return { kind: 'blamed', step, reason: limit, words: 'it took too much memory' }
  if (OWN_SIGNALS.some((signal) => signal === process.signalCode)) {
    return { kind: 'blamed', step, reason: 'signal', words: `it ended by ${process.signalCode}` }
  }
  return { kind: 'lost', reason: 'killed', words: 'its process was ended from outside' }
}

const wordsOf = (result: Answered) =>
  'words' in result ? result.words : 'reason' in result ? result.reason : undefined

/** Reads the steps a process names, keeping the last. */
function followSteps(stdout: ReadableStream<Uint8Array>) {
  let last = 'start'
  let rest = ''
  const decoder = new TextDecoder()
  async function follow(): Promise<void> {
    for await (const chunk of stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      last = lines.at(-1) ?? last
    }
  }
  return { last: () => last, drained: follow() }
}
