import {
  type Answer,
  type DnsEnding,
  DnsFailure,
  type DnsMeter,
  type RecordType,
  type Resolver,
} from '../ports.ts'

/** Tells of each question how it ended. */
export function counted(resolver: Resolver, meter: Pick<DnsMeter, 'asked'>): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      try {
        const answer = await resolver.query(name, type)
        meter.asked(answer.kind, seconds())
        return answer
      } catch (cause) {
        if (cause instanceof DnsFailure) meter.asked(cause.reason, seconds())
        throw cause
      }
    },
  }
}

/** What was counted since it was taken last. */
export interface DnsTally {
  endings: Partial<Record<DnsEnding, number>>
  /** Seconds that each took. */
  took: number[]
  /** Answered from memory. */
  known: number
}

/** Past this the times of questions are no longer kept, only their number. */
const MOST_TIMES = 1000

/** Counts for whoever fetches the counts now and then. */
export function createTally(): DnsMeter & { take(): DnsTally } {
  const none = (): DnsTally => ({ endings: {}, took: [], known: 0 })
  let tally = none()
  return {
    asked(ending, seconds) {
      tally.endings[ending] = (tally.endings[ending] ?? 0) + 1
      if (tally.took.length < MOST_TIMES) tally.took.push(seconds)
    },
    known() {
      tally.known += 1
    },
    take() {
      const taken = tally
      tally = none()
      return taken
    },
  }
}
