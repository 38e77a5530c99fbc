import type { AnalysisLost } from '../services/ports.ts'
import { ENDED_AT_START, NOT_STARTED, STOPPING } from './analysis-blame.ts'
import { AnalysisChild, type AnalysisChildDeps, type Answered } from './analysis-child.ts'
import { AnalysisLine, type InLine } from './analysis-line.ts'
import { USUAL_BYTES } from './analysis-need.ts'
import { AnalysisRoom, isOrdinary, type RoomLimits } from './analysis-room.ts'
import { memoryGroup } from './cgroup.ts'
import { AHEAD, AT_START } from './warm-up.ts'

export interface ChildrenDeps extends Omit<AnalysisChildDeps, 'oomKills' | 'seen' | 'keepBytes'>, RoomLimits {
  /** So many processes are kept when there is nothing to do, and so many compute side by side. */
  processors: number
  /** Kills for want of memory so far, in the control group of the processes. */
  oomKills?(): number
  /** Called when work was done: more may be begun, before the outcome is stored. */
  freed?(): void
  /** No message comes: processes are not warmed for one. */
  cold?: boolean
  /** Milliseconds after which a process ends that has nothing to do and is one too many. */
  lingerMs?: number
}

/** The analysis processes, handed out in turn. */
export interface Children {
  /** How many may be had at once. */
  places(): number
  /** How many could begin at once: so many processors are free. */
  ready(): number
  /** Has work done by one that may come to hold so many bytes. Lost when none can be had. */
  withOne(bytes: number, work: (child: AnalysisChild) => Promise<Answered>): Promise<Answered>
  /** What the processes take that are there. */
  taken(): Taken
  stop(): Promise<void>
}

/** What analysis processes take together. */
export interface Taken {
  processes: number
  busy: number
  residentBytes: number
  processorSeconds: number
}

/** A load that comes in waves does not start its processes anew. */
const LINGER_MS = 5_000
/** Whether a process computes or waits is seen by looking. */
const LOOK_MS = 10
/** What a process holds is mostly compiled code, 180 to 230 MB after thousands of ordinary messages: it is not thrown away before. */
const KEPT_BYTES = 320 * 1024 ** 2
/** Of its memory limit: a message needs the rest. */
const KEEP_SHARE = 0.5
/** Each is held in memory meanwhile. */
const MOST_SET_ASIDE = 4
/** A process may be killed while it starts. When none starts, or those for one message end, it is tried later. */
const START_TRIES = 3
const START_AGAIN_MS = 100
/** By then a message either computes or waits for answers. */
const SPARE_AFTER_MS = 200

interface Waiting extends InLine {
  hand(one: Handed | undefined): void
}

interface Handed {
  child: AnalysisChild
  kept: boolean
}

export function createChildren(deps: ChildrenDeps): Children {
  const processes = new Processes(deps)
  let lastStart = Number.NEGATIVE_INFINITY

  /** One that waits for a message: that was kept and is still there, else a new one. */
  async function tryNext(bytes: number): Promise<AnalysisChild | 'gone' | 'not started'> {
    const handed = await processes.turn(bytes)
    if (!handed) return 'not started'
    if (await handed.child.started()) return handed.child
    processes.release(handed.child)
    return handed.kept ? 'gone' : 'not started'
  }

  async function next(bytes: number): Promise<AnalysisChild | AnalysisLost> {
    const begun = performance.now()
    for (let failed = 0; failed < START_TRIES && !processes.stopped; ) {
      const one = await tryNext(bytes)
      if (one instanceof AnalysisChild) {
        lastStart = performance.now()
        return one
      }
      if (one === 'gone' || processes.stopped) continue
      failed += 1
      await Bun.sleep(START_AGAIN_MS * failed)
    }
    if (processes.stopped) return STOPPING
    return lastStart > begun ? ENDED_AT_START : NOT_STARTED
  }

  return {
    places: () => processes.places(),
    ready: () => processes.ready(),
    async withOne(bytes, work) {
      const child = await next(bytes)
      if (!(child instanceof AnalysisChild)) return child
      try {
        const answered = await work(child)
        return processes.stopped && answered.kind === 'lost' ? STOPPING : answered
      } finally {
        processes.release(child)
      }
    },
    taken: () => processes.taken(),
    stop: () => processes.stop(),
  }
}

/** Which processes there are, and who has one next. */
class Processes {
  stopped = false
  private readonly deps: ChildrenDeps
  private readonly childDeps: AnalysisChildDeps
  private readonly room: AnalysisRoom
  /** Those without a message, who had most of them last: they are as quick as it gets, and the first to have the next one. */
  private readonly idle: AnalysisChild[] = []
  private readonly busy = new Set<AnalysisChild>()
  private readonly waiting: AnalysisLine<Waiting>
  private readonly lingerMs: number
  private readonly tidying: ReturnType<typeof setInterval>
  private looking: ReturnType<typeof setTimeout> | undefined
  private sparing: ReturnType<typeof setTimeout> | undefined

  constructor(deps: ChildrenDeps) {
    this.deps = deps
    this.room = new AnalysisRoom(deps)
    this.waiting = new AnalysisLine(this.room)
    const oomKills = deps.oomKills ?? memoryGroup().oomKills
    const keepBytes = Math.min(KEPT_BYTES, deps.memoryLimitBytes * KEEP_SHARE)
    this.childDeps = { ...deps, oomKills, keepBytes, seen: () => this.endWhatIsTooMuch() }
    this.lingerMs = deps.lingerMs ?? LINGER_MS
    this.tidying = setInterval(() => this.endWhatIsIdle(), this.lingerMs)
    // One process is kept warm, so that the first message does not wait for a start.
    this.startIdle(AT_START)
  }

  /** What waits because it is large leaves its place to others, so that a few such messages do not hold all of them. */
  places(): number {
    return this.room.places(this.busy) + Math.min(this.waiting.large(this.busy), MOST_SET_ASIDE)
  }

  ready(): number {
    return this.freeProcessors() - (this.waiting.length - this.waiting.large(this.busy))
  }

  /** One that may come to hold so many bytes, as soon as it may begin. */
  turn(bytes: number): Promise<Handed | undefined> {
    const { promise, resolve } = Promise.withResolvers<Handed | undefined>()
    this.waiting.push({ bytes, since: performance.now(), hand: resolve })
    this.admit()
    return promise
  }

  release(child: AnalysisChild): void {
    this.busy.delete(child)
    this.waiting.done(child.expected)
    const keeps = !this.stopped && child.fit()
    const most = isOrdinary(child.expected) ? this.room.share(this.deps.processors) : USUAL_BYTES
    const grew = child.held > most && this.room.isTight([child, ...this.idle, ...this.busy])
    if (keeps && !grew) this.keep(child)
    else void child.end()
    this.admit()
    this.deps.freed?.()
  }

  taken(): Taken {
    const all = [...this.idle, ...this.busy].flatMap((child) => child.takes() ?? [])
    return {
      processes: all.length,
      busy: this.busy.size,
      residentBytes: all.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
      processorSeconds: all.reduce((sum, { processorMs }) => sum + processorMs / 1000, 0),
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.tidying)
    clearTimeout(this.sparing)
    this.admit()
    await Promise.all([...this.idle, ...this.busy].map((child) => child.end()))
  }

  private admit(): void {
    for (let next = this.nextAdmitted(); next; next = this.nextAdmitted()) {
      next.hand(this.stopped ? undefined : this.take(next.bytes))
    }
    clearTimeout(this.looking)
    if (this.waiting.length > 0) this.looking = setTimeout(() => this.admit(), LOOK_MS)
  }

  private nextAdmitted(): Waiting | undefined {
    if (this.stopped) return this.waiting.shift()
    if (this.waiting.length === 0) return undefined
    if (this.busy.size > 0 && (this.busy.size >= this.room.places(this.busy) || this.freeProcessors() <= 0))
      return undefined
    return this.waiting.next(this.busy)
  }

  /** While others wait for answers the processors are free; while enough compute, one more would only slow them. */
  private freeProcessors(): number {
    return this.deps.processors - [...this.busy].filter((child) => child.computes()).length
  }

  private take(bytes: number): Handed | undefined {
    let kept = this.idle.pop()
    while (kept && !kept.isAlive()) kept = this.idle.pop()
    const child = kept ?? this.start()
    if (!child) return undefined
    child.expected = bytes
    this.busy.add(child)
    while (this.idle.length > 0 && !this.room.holds([...this.idle, ...this.busy], 0))
      void this.idle.shift()?.end()
    this.keepSpareSoon()
    return { child, kept: kept !== undefined }
  }

  private start(ahead?: typeof AHEAD | typeof AT_START): AnalysisChild | undefined {
    try {
      return new AnalysisChild(this.childDeps, ahead)
    } catch (cause) {
      this.deps.log.error({ err: cause }, 'An analysis process could not be started')
      return undefined
    }
  }

  private startIdle(ahead: typeof AHEAD | typeof AT_START): void {
    const child = this.start(this.deps.cold ? undefined : ahead)
    if (child) this.keep(child)
  }

  private keep(child: AnalysisChild): void {
    child.expected = USUAL_BYTES
    child.idleSince = performance.now()
    this.idle.push(child)
    this.idle.sort((one, other) => one.messages - other.messages)
  }

  private keepSpareSoon(): void {
    clearTimeout(this.sparing)
    this.sparing = setTimeout(() => this.keepSpare(), SPARE_AFTER_MS)
  }

  /** While others wait for answers, who comes next does not wait for a process to start. */
  private keepSpare(): void {
    if (this.stopped || this.idle.length > 0 || this.busy.size === 0) return
    if (this.busy.size >= this.room.places(this.busy)) return
    if (this.freeProcessors() > 0) this.startIdle(AHEAD)
    else this.keepSpareSoon()
  }

  private endWhatIsIdle(): void {
    const { idle, busy } = this
    const before = performance.now() - this.lingerMs
    const spare = busy.size >= this.deps.processors ? 1 : 0
    while (
      idle.length > spare &&
      idle.length + busy.size > this.deps.processors &&
      idle[0] &&
      idle[0].idleSince < before
    ) {
      void idle.shift()?.end()
    }
  }

  private endWhatIsTooMuch(): void {
    const child = this.room.tooMuch(this.idle, this.busy)
    if (!child) return
    if (this.idle.includes(child)) this.idle.splice(this.idle.indexOf(child), 1)
    void child.end('crowded')
  }
}
