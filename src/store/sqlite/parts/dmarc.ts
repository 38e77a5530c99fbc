import type { AggregateWrites, Kept, NewAggregate } from '../../aggregates.ts'
import type { Incoming } from '../aggregates/dmarc/reports.ts'
import type { WriterClient } from '../writer-client.ts'

/** Octets of pieces that may be on their way to the writer, so that no commit takes in so many that mail waits for it. */
const UNDER_WAY = 512 * 1024

/** What is written of DMARC reports. */
export function dmarcWriteParts(write: WriterClient['write'], clock: { now(): Date }): AggregateWrites {
  const gate = createGate(UNDER_WAY)
  return {
    async put(report): Promise<Kept> {
      const incoming = incomingOf(report)
      const { pieces } = report.aggregate
      for (let piece = 0; ; ) {
        const bytes = pieces[piece] ?? new Uint8Array()
        const step = await gate(bytes.length, () =>
          write('dmarc.put', incoming, piece, bytes, clock.now().getTime()),
        )
        if (step.outcome !== 'next') return step
        piece = step.piece
      }
    },
    attributeAnew: (limit) => write('dmarc.attributeAnew', limit, clock.now().getTime()),
    deleteBefore: (accountId, day, limit) => write('dmarc.deleteBefore', accountId, day, limit),
  }
}

function incomingOf({ aggregate, receivedAt, instead = false, ...rest }: NewAggregate): Incoming {
  const { head, pieces } = aggregate
  return { ...rest, receivedAt: receivedAt.getTime(), instead, head, pieces: pieces.length }
}

/** Lets so much be done at a time, in the order in which it was asked for; what is larger by itself alone. */
function createGate(room: number) {
  const waiting: { size: number; go(): void }[] = []
  let taken = 0

  function admit(): void {
    for (let [first] = waiting; first && (taken === 0 || taken + first.size <= room); [first] = waiting) {
      waiting.shift()
      taken += first.size
      first.go()
    }
  }

  return async <T>(size: number, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ size, go: resolve })
    admit()
    await promise
    try {
      return await work()
    } finally {
      taken -= size
      admit()
    }
  }
}
