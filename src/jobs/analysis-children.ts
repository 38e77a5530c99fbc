import type { AnalysisLost } from '../services/ports.ts'
import { AnalysisChild, type AnalysisChildDeps, type Answered } from './analysis-child.ts'
import { AnalysisRoom, type RoomLimits } from './analysis-room.ts'
import { memoryGroup } from './cgroup.ts'

export interface ChildrenDeps extends Omit<AnalysisChildDeps, 'oomKills' | 'seen'>, RoomLimits {
  /** So many processes are kept when there is nothing to do, and so many compute side by side. */
  processors: number
  /** Kills for want of memory so far, in the control group of the processes. */
  oomKills?(): number
  /** Milliseconds after which a process ends that has nothing to do and is one too many. */
  lingerMs?: number
}

/** The analysis processes, handed out in turn. */
export interface Children {
  /** How many may be had at once. */
  places(): number
  /** Has work done by one; what had to wait is first. Lost when none can be had. */
  withOne(work: (child: AnalysisChild) => Promise<Answered>): Promise<Answered>
  stop(): Promise<void>
}

/** A load that comes in waves does not start its processes anew. */
const LINGER_MS = 5_000
/** Whether a process computes or waits is seen by looking. */
const LOOK_MS = 20

const STOPPING: AnalysisLost = { kind: 'lost', reason: 'stopping', words: 'the service stops' }
const NOT_STARTED: AnalysisLost = {
  kind: 'lost',
  reason: 'not_started',
  words: 'no analysis process could be started',
}

export function createChildren(deps: ChildrenDeps): Children {
  const idle: AnalysisChild[] = []
  const busy = new Set<AnalysisChild>()
  const waiting: ((one: Handed | undefined) => void)[] = []
  const room = new AnalysisRoom(deps)
  const group = memoryGroup()
  const childDeps = { ...deps, oomKills: deps.oomKills ?? group.oomKills, seen: endWhatIsTooMuch }
  const lingerMs = deps.lingerMs ?? LINGER_MS
  const tidying = setInterval(endWhatIsIdle, lingerMs)
  let looking: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function places(): number {
    // What died while it waited is nobody's.
    for (const child of idle.splice(0)) if (child.isAlive()) idle.push(child)
    return room.places([...idle, ...busy])
  }

  /** While others wait for answers the processors are free; while enough compute, one more would only slow them. */
  function mayBegin(): boolean {
    if (busy.size >= places()) return false
    return [...busy].filter((child) => child.computes()).length < deps.processors
  }

  function admit(): void {
    while (waiting.length > 0 && (stopped || mayBegin())) waiting.shift()?.(stopped ? undefined : take())
    clearTimeout(looking)
    if (waiting.length > 0) looking = setTimeout(admit, LOOK_MS)
  }

  function take(): Handed | undefined {
    const kept = idle.pop()
    const child = kept ?? start()
    if (!child) return undefined
    busy.add(child)
    return { child, kept: kept !== undefined }
  }

  function start(): AnalysisChild | undefined {
    try {
      return new AnalysisChild(childDeps)
    } catch (cause) {
      deps.log.error({ err: cause }, 'An analysis process could not be started')
      return undefined
    }
  }

  /** One that waits for a message: that was kept and is still there, else a new one. */
  async function next(): Promise<AnalysisChild | undefined> {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<Handed | undefined>()
      waiting.push(resolve)
      admit()
      const handed = await promise
      if (!handed) return undefined
      if (await handed.child.started()) return handed.child
      busy.delete(handed.child)
      if (!handed.kept) return undefined
    }
  }

  function release(child: AnalysisChild): void {
    busy.delete(child)
    if (!stopped && child.fit()) {
      child.idleSince = performance.now()
      idle.push(child)
    } else {
      void child.end()
    }
    admit()
  }

  function endWhatIsIdle(): void {
    const before = performance.now() - lingerMs
    while (idle.length + busy.size > deps.processors && idle[0] && idle[0].idleSince < before) {
      void idle.shift()?.end()
    }
  }

  function endWhatIsTooMuch(): void {
    const child = room.tooMuch(idle, busy)
    if (!child) return
    if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    void child.end('crowded')
  }

  // One process is kept warm, so that the first message does not wait for a start.
  const first = start()
  if (first) idle.push(first)

  return {
    places,
    async withOne(work) {
      const child = await next()
      if (!child) return stopped ? STOPPING : NOT_STARTED
      try {
        const answered = await work(child)
        return stopped && answered.kind === 'lost' ? STOPPING : answered
      } finally {
        release(child)
      }
    },
    async stop() {
      stopped = true
      clearInterval(tidying)
      admit()
      await Promise.all([...idle, ...busy].map((child) => child.end()))
    },
  }
}

interface Handed {
  child: AnalysisChild
  kept: boolean
}
