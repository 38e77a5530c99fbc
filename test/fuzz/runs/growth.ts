import { processorTime } from '../../support/processor-time.ts'
import type { Bundle, Place, Subject } from './places.ts'
import type { Run } from './runs.ts'
import { analyseSubject } from './subject.ts'

/** Four times the input may take six times as long, and what the machine does besides. */
const MOST_GROWTH = 6
const FLOOR_MILLISECONDS = 150
const TRIES = 4

export interface Growth {
  /** Where the run stood. */
  place: string
  run: string
  size: number
  /** Processor time of an input of that size and of one four times as long. */
  milliseconds: readonly [number, number]
}

type Timed = readonly [short: number, long: number]

/** What takes too long to analyse when the runs are four times as long, by the best of several tries. */
export async function slowestOf(
  bundle: Bundle,
  given: readonly Run[],
  size: number,
): Promise<Growth | undefined> {
  const runAt = (at: number) => given[at % given.length] as Run
  const times = await timesOf((length) => bundle.build((at) => runAt(at).build(length)), size)
  if (!times) return undefined
  const alone = bundle.places.length > 1 ? await slowestPlace(bundle, runAt, size) : undefined
  return alone ?? { place: bundle.name, run: runAt(0).says, size, milliseconds: times }
}

async function slowestPlace(
  { places }: Bundle,
  runAt: (at: number) => Run,
  size: number,
): Promise<Growth | undefined> {
  for (const [at, place] of places.entries()) {
    const found = await growsTooFast(place, runAt(at), size)
    if (found) return found
  }
  return undefined
}

/** Undefined where the analysis of that run in that place takes time that grows with its length. */
export async function growsTooFast(place: Place, run: Run, size: number): Promise<Growth | undefined> {
  const milliseconds = await timesOf((length) => place.build(run.build(length)), size)
  return milliseconds && { place: place.name, run: run.says, size, milliseconds }
}

/** Undefined where the longer input does not take too long. */
async function timesOf(build: (size: number) => Subject, size: number): Promise<Timed | undefined> {
  const long = build(4 * size)
  let best: Timed = [Number.POSITIVE_INFINITY, await timeOf(long)]
  // Most are so fast that there is nothing to compare.
  if (best[1] <= FLOOR_MILLISECONDS) return undefined
  const short = build(size)
  best = [await timeOf(short), best[1]]
  for (let left = TRIES; left > 0 && isTooFast(best); left -= 1)
    best = [Math.min(best[0], await timeOf(short)), Math.min(best[1], await timeOf(long))]
  return isTooFast(best) ? best : undefined
}

function isTooFast([short, long]: Timed): boolean {
  return long > short * MOST_GROWTH + FLOOR_MILLISECONDS
}

async function timeOf(subject: Subject): Promise<number> {
  const began = processorTime()
  await analyseSubject(subject)
  return processorTime() - began
}
