import { USUAL_BYTES } from './analysis-need.ts'

/** What is looked at of a process. */
export interface Holder {
  /** Resident bytes, when they were last seen; 0 when it has ended or was killed. */
  readonly held: number
  /** What its message is expected to need; without one, what is usual. */
  readonly expected: number
  /** It was read and waits for answers: what it holds now is most of what it needs. */
  readonly waits: boolean
  /** When it was handed its message. */
  readonly begunAt: number
}

export interface RoomLimits {
  /** Processes at once, however little they hold. */
  most: number
  /** Resident bytes that all of them may hold together. One may run whatever it holds, and two of ordinary size. */
  totalMemoryBytes: number
}

const MB = 1024 ** 2

/** Ordinary messages hold fewer than 10,000 tags, and less than a megabyte. */
const ORDINARY_BYTES = USUAL_BYTES + 30 * MB
/** What a large message that waits for answers may take beside what it holds. */
const WRITING_BYTES = 25 * MB
const ALWAYS_AT_ONCE = 2

/** After they held too much together one more at once is tried each time this has passed. */
const CALM_MS = 30_000

/** How many analysis processes there may be at once: they stay within a bound of memory. */
export class AnalysisRoom {
  private readonly most: number
  private readonly bytes: number
  private readonly now: () => number
  private shrunk: { to: number; at: number } | undefined

  constructor({ most, totalMemoryBytes }: RoomLimits, now: () => number = () => performance.now()) {
    this.most = most
    this.bytes = Math.max(totalMemoryBytes, ALWAYS_AT_ONCE * ORDINARY_BYTES)
    this.now = now
  }

  /** How many may be busy at once, beside what these may come to hold. */
  places(busy: ReadonlySet<Holder>): number {
    const free = this.bytes - needed(busy, neededNow)
    const fitting = busy.size + Math.floor(free / USUAL_BYTES)
    return Math.max(1, Math.min(this.most, fitting, this.allowed()))
  }

  /** Whether one more fits that may come to hold so much. One of ordinary size goes beside large ones that wait; a large one
   * leaves room for one of ordinary size. */
  fits(others: Iterable<Holder>, bytes: number): boolean {
    if (isOrdinary(bytes)) return needed(others, neededNow) + bytes <= this.bytes
    const [ordinary, large] = partition([...others], ({ expected }) => isOrdinary(expected))
    const kept = Math.max(needed(ordinary, neededAtMost), ORDINARY_BYTES)
    return needed(large, neededAtMost) + bytes + kept <= this.bytes
  }

  /** Whether all of these, and others that may come to hold so much, are within the bound. */
  holds(all: Iterable<Holder>, bytes: number): boolean {
    return needed(all, neededAtMost) + bytes <= this.bytes
  }

  /** Whether it leaves no room for even one of ordinary size. */
  fillsAll(bytes: number): boolean {
    return !isOrdinary(bytes) && bytes + ORDINARY_BYTES > this.bytes
  }

  /** What each of so many processes may hold while there is no room for another one, so that one more has room beside them. Two of
   * ordinary size have room in any case, with what a message adds. */
  share(kept: number): number {
    return Math.max(ORDINARY_BYTES - WRITING_BYTES, this.bytes / (kept + 1))
  }

  /** Whether there is no room for another one: a process that grew is then replaced between two messages rather than kept. */
  isTight(all: readonly Holder[]): boolean {
    return sum(all.map(({ held }) => held)) + USUAL_BYTES > this.bytes
  }

  /** What is to end because all of them hold too much: those without a message first, then the one that holds most. */
  tooMuch<H extends Holder>(idle: readonly H[], busy: ReadonlySet<H>): H | undefined {
    const held = sum([...idle, ...busy].map((child) => child.held))
    if (held <= this.bytes) return undefined
    if (idle[0]) return idle[0]
    const working = [...busy].filter((child) => child.held > 0)
    if (working.length < 2) return undefined
    // Tried again beside as many others it would come to this again.
    this.shrunk = { to: Math.max(ALWAYS_AT_ONCE, working.length - 1), at: this.now() }
    return working.reduce((most, child) => (child.held > most.held ? child : most))
  }

  private allowed(): number {
    if (!this.shrunk) return this.most
    return this.shrunk.to + Math.floor((this.now() - this.shrunk.at) / CALM_MS)
  }
}

/** Whether so much is what messages usually need. */
export const isOrdinary = (bytes: number) => bytes <= ORDINARY_BYTES
const neededAtMost = ({ held, expected }: Holder) => Math.max(held, expected)
const neededNow = (holder: Holder) =>
  holder.waits && !isOrdinary(holder.expected)
    ? Math.max(holder.held + WRITING_BYTES, USUAL_BYTES)
    : neededAtMost(holder)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const needed = (holders: Iterable<Holder>, need: (holder: Holder) => number) => sum([...holders].map(need))

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}
