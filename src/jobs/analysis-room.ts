/** What is looked at of a process. */
export interface Holder {
  /** Resident bytes, when they were last seen; 0 when it has ended or was killed. */
  held: number
  /** What its message is expected to need; without one, what is usual. */
  expected: number
}

export interface RoomLimits {
  /** Processes at once, however little they hold. */
  most: number
  /** Resident bytes that all of them may hold together. One may run whatever it holds. */
  totalMemoryBytes: number
}

const MB = 1024 ** 2

/** What a process comes to hold with ordinary messages: 120 to 160 MB in its first hundred. */
export const USUAL_BYTES = 150 * MB

/** HTML up to 2 MB is read as a tree: a page of links took 100 times its size. The rest of a message is copied a few times. */
const TREE_BYTES = 2 * MB
const PER_TREE_BYTE = 100
const PER_BYTE = 8

/** What a process may come to hold that is handed so many bytes. */
export function expectedBytes(bytes: number): number {
  return USUAL_BYTES + Math.min(bytes, TREE_BYTES) * PER_TREE_BYTE + bytes * PER_BYTE
}

/** Past this share, a process that grew is replaced between two messages rather than kept. */
const TIGHT_SHARE = 0.8

/** After they held too much together one more at once is tried each time this has passed. */
const CALM_MS = 30_000

/** How many analysis processes there may be at once: they stay within a bound of memory. */
export class AnalysisRoom {
  private readonly limits: RoomLimits
  private readonly now: () => number
  private shrunk: { to: number; at: number } | undefined

  constructor(limits: RoomLimits, now: () => number = () => performance.now()) {
    this.limits = limits
    this.now = now
  }

  /** How many may be busy at once, beside what these may come to hold. */
  places(busy: ReadonlySet<Holder>): number {
    const free = this.limits.totalMemoryBytes - needed(busy)
    const fitting = busy.size + Math.floor(free / USUAL_BYTES)
    return Math.max(1, Math.min(this.limits.most, fitting, this.allowed()))
  }

  /** Whether one more fits that may come to hold so much. */
  fits(others: Iterable<Holder>, bytes: number): boolean {
    return needed(others) + bytes <= this.limits.totalMemoryBytes
  }

  isTight(all: readonly Holder[]): boolean {
    return sum(all.map(({ held }) => held)) > this.limits.totalMemoryBytes * TIGHT_SHARE
  }

  /** What is to end because all of them hold too much: those without a message first, then the one that holds most. */
  tooMuch<H extends Holder>(idle: readonly H[], busy: ReadonlySet<H>): H | undefined {
    const held = sum([...idle, ...busy].map((child) => child.held))
    if (held <= this.limits.totalMemoryBytes) return undefined
    if (idle[0]) return idle[0]
    const working = [...busy].filter((child) => child.held > 0)
    if (working.length < 2) return undefined
    // Tried again beside as many others it would come to this again.
    this.shrunk = { to: working.length - 1, at: this.now() }
    return working.reduce((most, child) => (child.held > most.held ? child : most))
  }

  private allowed(): number {
    if (!this.shrunk) return this.limits.most
    return this.shrunk.to + Math.floor((this.now() - this.shrunk.at) / CALM_MS)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const needed = (holders: Iterable<Holder>) =>
  sum([...holders].map(({ held, expected }) => Math.max(held, expected)))
