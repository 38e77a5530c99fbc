import type { AggregateWrites, Kept, NewAggregate } from '../../aggregates.ts'
import type { PutCall, PutStep } from '../aggregates/dmarc/put.ts'
import type { Incoming } from '../aggregates/dmarc/reports.ts'
import type { WriterClient } from '../writer-client.ts'
import { createTogether } from './together.ts'

/** What is written of DMARC reports. */
export function dmarcWriteParts(write: WriterClient['write'], clock: { now(): Date }): AggregateWrites {
  const step = createTogether<PutCall, PutStep>(
    (calls) => write('dmarc.put', calls, clock.now().getTime()),
    ({ bytes }) => bytes.length,
  )
  return {
    async put(report): Promise<Kept> {
      const incoming = incomingOf(report)
      const { pieces } = report.aggregate
      for (let piece = 0; ; ) {
        const done = await step({ incoming, piece, bytes: pieces[piece] ?? new Uint8Array() })
        if (done.outcome !== 'next') return done
        piece = done.piece
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
