import type { AnalysisRoom, Holder } from './analysis-room.ts'

/** Work that waits for a process. */
export interface InLine {
  /** What it may come to hold. */
  readonly bytes: number
  readonly since: number
}

/** What does not fit is passed by smaller work; after this it has the room that comes free. */
const PATIENCE_MS = 15_000

/** Work that waits, in its order. What is too large for the room there is lets smaller work pass, at first all of it, then what fits
 * beside it. */
export class AnalysisLine<W extends InLine> {
  private readonly room: AnalysisRoom
  private readonly now: () => number
  private readonly waiting: W[] = []
  private filledUntil = 0

  constructor(room: AnalysisRoom, now: () => number = () => performance.now()) {
    this.room = room
    this.now = now
  }

  get length(): number {
    return this.waiting.length
  }

  push(work: W): void {
    this.waiting.push(work)
  }

  shift(): W | undefined {
    return this.waiting.shift()
  }

  /** How many wait because they are large. */
  large(busy: ReadonlySet<Holder>): number {
    return this.waiting.filter(({ bytes }) => !this.room.fits(busy, bytes)).length
  }

  /** Takes out what may begin beside these. */
  next(busy: ReadonlySet<Holder>): W | undefined {
    let first: W | undefined
    for (const [at, work] of this.waiting.entries()) {
      const fits = busy.size === 0 || this.room.fits(busy, work.bytes)
      if (fits && (!first || this.leavesRoomFor(first, work, busy))) return this.waiting.splice(at, 1)[0]
      if (!first && this.patienceEnds(work) <= this.now()) first = work
    }
    return undefined
  }

  /** Work is done that might have come to hold so much. */
  done(bytes: number): void {
    if (this.room.fillsAll(bytes)) this.filledUntil = this.now()
  }

  /** One that nothing fits beside has its turn after the others had theirs. */
  private patienceEnds({ since, bytes }: W): number {
    return Math.max(since, this.room.fillsAll(bytes) ? this.filledUntil : 0) + PATIENCE_MS
  }

  private leavesRoomFor(first: W, { bytes }: W, busy: ReadonlySet<Holder>): boolean {
    const passed = [...busy].filter(({ begunAt }) => begunAt >= this.patienceEnds(first))
    return this.room.holds(passed, first.bytes + bytes)
  }
}
