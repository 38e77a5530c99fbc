/** Milliseconds of processor time that this process used so far: unlike the clock's, others on the machine add nothing to them. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const TRIES = 3
/** Less than this is too little to compare. */
const FLOOR_MS = 25

/**
 * How many times the processor time of an input that of one four times as long is: 4 where it grows with the length, 16 where it
 * grows with its square. The best of several tries counts, so that others on the machine do not.
 */
export function growth<T>(size: number, make: (size: number) => T, read: (input: T) => void): number {
  const best = (input: T) =>
    Math.min(
      ...Array.from({ length: TRIES }, () => {
        const began = processorTime()
        read(input)
        return processorTime() - began
      }),
    )
  const short = Math.max(FLOOR_MS, best(make(size)))
  return best(make(4 * size)) / short
}

/** What `growth` is less than, unless the effort grows much faster than the input. */
export const LINEAR = 10
