import type { AnalysisChild } from './analysis-child.ts'

export interface RoomLimits {
  /** Processes at once, however little they hold. */
  most: number
  /** Resident bytes that all of them may hold together. One may run whatever it holds. */
  totalMemoryBytes: number
}

/** What a process comes to hold with ordinary messages: 120 to 160 MB in its first hundred. */
export const USUAL_BYTES = 150 * 1024 ** 2

/** After they held too much together one more at once is tried each time this has passed. */
const CALM_MS = 30_000

/** How many analysis processes there may be at once. */
export class AnalysisRoom {
  private readonly limits: RoomLimits
  private readonly now: () => number
  private shrunk: { to: number; at: number } | undefined

  constructor(limits: RoomLimits, now: () => number = () => performance.now()) {
    this.limits = limits
    this.now = now
  }

  /** With these alive. What one holds less than is usual is kept free for it. */
  places(alive: readonly Pick<AnalysisChild, 'held'>[]): number {
    const held = alive.map((child) => Math.max(child.held, USUAL_BYTES))
    const free = this.limits.totalMemoryBytes - sum(held)
    const fitting = held.length + Math.floor(free / USUAL_BYTES)
    return Math.max(1, Math.min(this.limits.most, fitting, this.allowed()))
  }

  /** What is to end because all of them hold too much: those without a message first, then the one that holds most. */
  tooMuch<C extends Pick<AnalysisChild, 'held'>>(idle: readonly C[], busy: ReadonlySet<C>): C | undefined {
    const held = sum([...idle, ...busy].map((child) => child.held))
    if (held <= this.limits.totalMemoryBytes) return undefined
    if (idle[0]) return idle[0]
    const working = [...busy].filter((child) => child.held > 0)
    if (working.length < 2) return undefined
    // Tried again beside as many others it would come to this again.
    this.shrunk = { to: Math.max(1, Math.floor(working.length / 2)), at: this.now() }
    return working.reduce((most, child) => (child.held > most.held ? child : most))
  }

  private allowed(): number {
    if (!this.shrunk) return this.limits.most
    return this.shrunk.to + Math.floor((this.now() - this.shrunk.at) / CALM_MS)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
