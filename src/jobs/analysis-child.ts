import type { Subprocess } from 'bun'
import type { Registrations } from '../net/registry-ports.ts'
import type { AnalysisResult, Log, Spent } from '../services/ports.ts'
import { environmentOfChildren } from '../version.ts'
import { type Ending, judgeEnding, type Limits } from './analysis-blame.ts'
import { type Load, watchLoad } from './analysis-load.ts'
import { RUNTIME_SETTINGS, USUAL_BYTES } from './analysis-need.ts'
import {
  type AnalysisReply,
  messagePut,
  type RegistryQuestion,
  type RegistryReply,
  requestWriter,
  type SentReply,
  type WorkRequest,
} from './analysis-protocol.ts'
import type { Holder } from './analysis-room.ts'
import { FIRST_STEP, openStepPage, type StepPage } from './analysis-steps.ts'
import { type Watch, watchLimits } from './analysis-watch.ts'
import { factsOf, type ProcessFacts, readyMsOf } from './process-facts.ts'
import type { AHEAD, AT_START } from './warm-up.ts'

export interface AnalysisChildDeps extends Limits {
  /** The command of one analysis process: this binary with `__analyse`. */
  command: string[]
  log: Log
  /** Kills for want of memory so far, in the control group of the processes. */
  oomKills(): number
  /** A process that holds more than this after a message is not used again. */
  keepBytes: number
  /** Called when it was seen what a process holds. */
  seen(): void
  /** Asked for processes. Absent: nobody is. */
  registries?: Registrations
  /** Is told what processes do. Absent: nobody counts. */
  meter?: AnalysisMeter
}

/** Why a process ended: `killedFor` of a message, `idle` and no longer needed, or by itself, or killed from outside. */
export type ProcessEnd = NonNullable<Ending['killedFor']> | 'idle' | 'itself'

/** Counts what analysis processes do. */
export interface AnalysisMeter {
  started(): void
  ended(why: ProcessEnd, processorSeconds: number): void
  spent(spent: Spent): void
}

export type Answered =
  | AnalysisResult
  | Extract<AnalysisReply, { kind: 'inspected' | 'decided' | 'explained' | 'read' }>

/** A process that does not come to wait for messages within this time never will. */
const START_WITHIN_MS = 30_000
/** Questions to registries for one message, and how long the name in one may be. */
const MOST_ASKED = 2
const LONGEST_DOMAIN = 253
const NOT_ASKED = { kind: 'unknown', reason: 'not-asked' } as const

/** A process that works at one message at a time. */
export class AnalysisChild implements Holder {
  /** Resident bytes, when they were last seen; 0 when it has ended or was killed. */
  held: number
  /** What its message is expected to need, in bytes. */
  expected = USUAL_BYTES
  /** How many it was handed: the more, the quicker it is. */
  messages = 0
  /** When it began to wait for a message. */
  idleSince = 0
  /** When it was started, then handed its message. */
  begunAt = performance.now()
  private readonly deps: AnalysisChildDeps
  private readonly process: Subprocess<'ignore', 'ignore', 'inherit'>
  private readonly ready = Promise.withResolvers<boolean>()
  private readonly steps: StepPage
  private readonly facts: () => ProcessFacts | undefined
  private readonly written = requestWriter()
  // Called once for each message. A race against `exited` would keep every reply until the process ends.
  private settle: ((first: AnalysisReply | 'exited') => void) | undefined
  private watch: Watch | undefined
  private load: Load | undefined
  private alive = true
  private wasLong = false
  private asked = 0
  private endedFor: ProcessEnd | undefined
  /** What it was at when it ended. */
  private lastStep: string = FIRST_STEP

  /** Starts it ahead of its first message, or for one. Throws when the system lets no process start. */
  constructor(deps: AnalysisChildDeps, ahead?: typeof AHEAD | typeof AT_START) {
    this.deps = deps
    this.steps = openStepPage()
    this.process = this.spawn(ahead ? [...deps.command, ahead] : deps.command)
    deps.meter?.started()
    this.facts = factsOf(this.process.pid)
    this.held = this.facts()?.residentBytes ?? 0
    const late = setTimeout(() => this.process.kill('SIGKILL'), START_WITHIN_MS)
    void this.ready.promise.then(() => clearTimeout(late))
    void this.process.exited.then(() => this.ended())
  }

  get waits(): boolean {
    return this.watch?.waits() ?? false
  }

  isAlive(): boolean {
    return this.alive
  }

  /** Whether it came to wait for messages and is still there. */
  async started(): Promise<boolean> {
    return (await this.ready.promise) && this.alive
  }

  /** Gives what came of the message: an end that it brought about is blamed on its step. */
  async answer(request: WorkRequest): Promise<Answered> {
    this.messages += 1
    this.asked = 0
    if (!this.alive) return { kind: 'lost', reason: 'host', words: 'its process had ended' }
    const first = Promise.withResolvers<AnalysisReply | 'exited'>()
    this.settle = first.resolve
    this.begunAt = performance.now()
    const oomKills = this.deps.oomKills()
    const watch = watchLimits({
      ...this.deps,
      process: this.process,
      facts: this.facts,
      seen: (bytes) => this.sees(bytes),
    })
    this.watch = watch
    this.load = watchLoad({ facts: this.facts, readyMs: readyMsOf(this.process.pid) })
    try {
      this.hand(request)
      const given = await first.promise
      return given === 'exited' ? this.whyItEnded(watch, oomKills) : this.resultOf(given)
    } finally {
      this.settle = undefined
      this.watch = undefined
      this.wasLong = watch.isLong()
      watch.end()
    }
  }

  /** Whether it uses a processor rather than waits. A long message does not count: it gives way to others. */
  computes(): boolean {
    if (!this.alive) return false
    // It starts, or is about to be handed its message.
    if (!this.watch || !this.load) return true
    return !this.watch.isLong() && this.load.computes()
  }

  /** Whether it may take another message. One that gave way to others would go on doing so. */
  fit(): boolean {
    this.held = this.facts()?.residentBytes ?? 0
    return this.alive && !this.wasLong && this.held < this.deps.keepBytes
  }

  /** Ends it. What it was at ended for that reason. */
  end(why: 'crowded' | 'stop' = 'stop'): Promise<unknown> {
    this.held = 0
    this.endedFor = this.watch || why === 'crowded' ? why : 'idle'
    if (this.watch) this.watch.kill(why)
    else this.process.kill('SIGKILL')
    return this.process.exited
  }

  /** What it takes now. Undefined: it is gone. */
  takes(): ProcessFacts | undefined {
    return this.alive ? this.facts() : undefined
  }

  private whyItEnded(watch: Watch, oomKillsBefore: number): Answered {
    const outOfMemory = this.deps.oomKills() > oomKillsBefore
    const { signalCode, exitCode: code } = this.process
    const signal = signalCode === null ? null : String(signalCode)
    const killedFor = watch.killedFor()
    const verdict = judgeEnding(
      { signal, code, held: watch.held(), outOfMemory, ...(killedFor && { killedFor }) },
      this.deps,
    )
    return verdict.kind === 'lost' ? verdict : { ...verdict, step: this.lastStep }
  }

  private spawn(command: string[]) {
    try {
      return Bun.spawn(command, {
        // The command may be a name that tells a person nothing.
        argv0: process.argv0,
        env: { ...RUNTIME_SETTINGS, ...environmentOfChildren() },
        stdio: ['ignore', 'ignore', 'inherit', this.steps.fd],
        serialization: 'advanced',
        ipc: (message: SentReply | RegistryQuestion | 'ready') => {
          if (message === 'ready') this.ready.resolve(true)
          else if ('registryAsks' in message) void this.asksRegistry(message)
          else this.replied(message)
        },
      })
    } catch (cause) {
      this.steps.close()
      throw cause
    }
  }

  private async asksRegistry({ registryAsks, domain }: RegistryQuestion): Promise<void> {
    this.asked += 1
    const may = this.asked <= MOST_ASKED && typeof domain === 'string' && domain.length <= LONGEST_DOMAIN
    const answer = (may && (await this.deps.registries?.of(domain))) || NOT_ASKED
    try {
      this.process.send({ registrySays: registryAsks, answer } satisfies RegistryReply)
    } catch {
      // It has ended since.
    }
  }

  private replied({ spent, ...reply }: SentReply): void {
    if (spent) this.deps.meter?.spent(spent)
    this.settle?.(reply)
  }

  private ended(): void {
    this.alive = false
    const microseconds = Number(this.process.resourceUsage()?.cpuTime.total ?? 0)
    this.deps.meter?.ended(this.watch?.killedFor() ?? this.endedFor ?? 'itself', microseconds / 1e6)
    this.held = 0
    this.lastStep = this.steps.lastOf(this.messages)
    this.steps.close()
    this.ready.resolve(false)
    this.settle?.('exited')
  }

  private sees(bytes: number): void {
    if (!this.alive) return
    this.held = bytes
    this.deps.seen()
  }

  private hand(request: WorkRequest): void {
    try {
      this.process.send(messagePut(this.written(request), this.steps))
    } catch {
      // The channel closes a moment before the end of its process is known.
      this.process.kill('SIGKILL')
    }
  }

  private resultOf(given: AnalysisReply): Answered {
    if (given.kind !== 'fault') return given
    this.deps.log.error({ step: given.step, stack: given.stack }, 'An analysis failed inside Mailgauge')
    return { kind: 'blamed', step: given.step, reason: 'exception', words: 'it failed inside Mailgauge' }
  }
}
