import type { AnalysisPool } from '../../jobs/analysis-pool.ts'
import { ReadingLost, type ReportReader } from '../../services/aggregates/importing.ts'

type Reading = Parameters<ReportReader['read']>[0]
type Read = Awaited<ReturnType<ReportReader['read']>>

interface Waiting {
  reading: Reading
  bytes: number
  done: PromiseWithResolvers<Read>
}

/** So much goes to a process at once: more would only be longer in the way of the files behind it. */
const MOST_FILES = 64
const MOST_BYTES = 512 * 1024

/** Hands files that wait to a process some at a time, as most are small and each hand-over has its price. Where one of them is too much for
 * its process, they are read one by one. */
export function together(alone: ReportReader, some: AnalysisPool['readSome'], atOnce: number): ReportReader {
  const waiting: Waiting[] = []
  let running = 0

  function next(): Waiting[] {
    const batch: Waiting[] = []
    let bytes = 0
    for (let [first] = waiting; first; [first] = waiting) {
      bytes += first.bytes
      if (batch.length > 0 && (bytes > MOST_BYTES || batch.length === MOST_FILES)) break
      batch.push(first)
      waiting.shift()
    }
    return batch
  }

  async function readBatch(batch: readonly Waiting[]): Promise<void> {
    const reads = batch.length > 1 ? await readSome(batch.map(({ reading }) => reading)) : undefined
    await Promise.all(
      batch.map(({ reading, done }, at) => {
        const read = reads?.[at]
        if (read) return done.resolve(read)
        return alone.read(reading).then(done.resolve, done.reject)
      }),
    )
  }

  async function readSome(readings: readonly Reading[]) {
    try {
      const reads = await some(readings)
      return 'stopped' in reads ? undefined : reads
    } catch (cause) {
      if (cause instanceof ReadingLost) return undefined
      throw cause
    }
  }

  async function work(): Promise<void> {
    running += 1
    // What comes in this turn goes together.
    await Promise.resolve()
    for (let batch = next(); batch.length > 0; batch = next()) {
      await readBatch(batch).catch((cause) => {
        for (const { done } of batch) done.reject(cause)
      })
    }
    running -= 1
  }

  return {
    read(reading) {
      const done = Promise.withResolvers<Read>()
      const bytes = (reading.kind === 'mail' ? reading.raw : reading.bytes).length
      waiting.push({ reading, bytes, done })
      if (running < atOnce) void work()
      return done.promise
    },
  }
}
