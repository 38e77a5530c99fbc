import type { Chance } from './random.ts'
import type { Target } from './target.ts'

/** Doubling the input may take twice the time, and a little more. */
const MOST_PER_DOUBLING = 2.6
/** What is faster says nothing: it is the machine that is measured. */
const LEAST_MILLISECONDS = 25
const SIZES = [32_768, 65_536, 131_072]
const TRIES = 5

export interface Shape {
  /** How it is made, to make it again. */
  says: string
  build(size: number): string
}

export interface Growth {
  says: string
  milliseconds: number[]
}

/** A piece or two, again and again: what a reader with a nested loop or an eager expression is slow on. */
export function shapeFor({ pieces, around, shapes = {} }: Target, chance: Chance): Shape {
  const made = Object.entries(shapes)
  if (made.length > 0 && chance.below(3) === 0) {
    const [says, build] = chance.pick(made)
    return { says, build }
  }
  const unit = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(pieces)).join('')
  const [before, after] = chance.pick(around ?? [['', '']])
  const opening = chance.below(3) === 0 ? chance.pick(pieces) : ''
  return {
    says: JSON.stringify({ before: before + opening, unit, after }),
    build: (size) => before + opening + unit.repeat(Math.ceil(size / Math.max(1, unit.length))) + after,
  }
}

/** Processor times of doubled sizes that grew faster than they may, by the best of several tries: others use the machine too. */
export async function growsTooFast(target: Target, shape: Shape): Promise<Growth | undefined> {
  let best = await timesOf(target, shape)
  for (let left = TRIES; left > 0 && isTooFast(best); left -= 1) {
    const again = await timesOf(target, shape)
    best = best.map((time, i) => Math.min(time, again[i] ?? time))
  }
  return isTooFast(best) ? { says: shape.says, milliseconds: best } : undefined
}

function isTooFast(milliseconds: readonly number[]): boolean {
  const [, middle = 0, last = 0] = milliseconds
  return last > LEAST_MILLISECONDS && last > middle * MOST_PER_DOUBLING
}

async function timesOf(target: Target, { build }: Shape): Promise<number[]> {
  const times: number[] = []
  for (const size of SIZES) {
    const text = build(size)
    const begun = process.cpuUsage()
    await target.run(text)
    times.push(process.cpuUsage(begun).user / 1_000)
  }
  return times
}
