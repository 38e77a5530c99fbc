import type { AggregateWrites, Kept, NewAggregate } from '../../aggregates.ts'
import type { PutCall, PutStep } from '../aggregates/dmarc/put.ts'
import type { Incoming } from '../aggregates/dmarc/reports.ts'
import type { WriterClient } from '../writer-client.ts'

/** Octets of pieces that one write takes, so that mail does not wait long for it. */
const OCTETS_AT_ONCE = 128 * 1024

/** What is written of DMARC reports. */
export function dmarcWriteParts(write: WriterClient['write'], clock: { now(): Date }): AggregateWrites {
  const step = createTogether((calls) => write('dmarc.put', calls, clock.now().getTime()))
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

interface Waiting {
  call: PutCall
  resolve(step: PutStep): void
  reject(cause: unknown): void
}

/** What is asked for while one write is under way goes together with the next: small reports share its costs. */
function createTogether(write: (calls: PutCall[]) => Promise<PutStep[]>) {
  let waiting: Waiting[] = []
  let isWriting = false

  function some(): Waiting[] {
    let octets = 0
    const end = waiting.findIndex(({ call }, at) => {
      octets += call.bytes.length
      return at > 0 && octets > OCTETS_AT_ONCE
    })
    const taken = end < 0 ? waiting : waiting.slice(0, end)
    waiting = waiting.slice(taken.length)
    return taken
  }

  async function writeTogether(taken: Waiting[]): Promise<void> {
    try {
      const steps = await write(taken.map(({ call }) => call))
      for (const [at, step] of steps.entries()) taken[at]?.resolve(step)
    } catch (cause) {
      // One that cannot be kept keeps no other out.
      if (taken.length > 1) for (const one of taken) await writeTogether([one])
      else taken[0]?.reject(cause)
    }
  }

  async function run(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await writeTogether(some())
    isWriting = false
  }

  return (call: PutCall): Promise<PutStep> => {
    const { promise, resolve, reject } = Promise.withResolvers<PutStep>()
    waiting.push({ call, resolve, reject })
    if (!isWriting) void run()
    return promise
  }
}
