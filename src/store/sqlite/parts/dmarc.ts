import type { AggregateWrites, Kept } from '../../aggregates.ts'
import { incomingOf } from '../../keeping/dmarc/incoming.ts'
import { createTogether } from '../../keeping/together.ts'
import type { PutCall, PutStep } from '../aggregates/dmarc/put.ts'
import type { WriterClient } from '../writer-client.ts'

/** What waits to be counted, at most: past it some is counted before other reports come. Whoever asks for sums waits for that of a domain, of
 * which less may wait. */
const MOST_WAITING = 750_000
/** Writes that count between two that keep, where more waits than may: more than one of those adds, and not so many that reports wait long. */
const COUNTS_AT_ONCE = 8
/** They are counted when no report came for so long. */
const QUIET_MS = 250
/** What a report costs beside its records, as octets of them. */
const OCTETS_OF_REPORT = 300

export interface DmarcWriteParts {
  writes: AggregateWrites
  /** Counts what was put: of a domain (dmarc_domains), or all. */
  count(domain?: number): Promise<void>
  /** The same for somebody who waits for it: no more is kept until it is counted. */
  countFirst(domain: number): Promise<void>
  /** Counts what an earlier version did not: of a domain, or all. */
  complete(domain?: number): Promise<void>
  /** In a moment, unless more reports come: what is counted together costs least. */
  countSoon(): void
  end(): void
}

/** What is written of DMARC reports. */
export function dmarcWriteParts(write: WriterClient['write'], clock: { now(): Date }): DmarcWriteParts {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnding = false
  let isPutting = false
  const asked = new Set<Promise<void>>()

  /** Each a small write of its own, so that others have their turns between. What comes meanwhile is not waited for, else there might be no end. */
  async function count(domain?: number): Promise<void> {
    for (let upTo: number | undefined; !isEnding; ) {
      const { isAll, newest } = await write('dmarc.count', domain, upTo)
      if (isAll) return
      upTo ??= newest
    }
  }

  async function complete(domain?: number): Promise<void> {
    while (!isEnding && !(await write('dmarc.complete', domain)).isAll);
  }

  async function countQuietly(): Promise<void> {
    while (!isEnding && !isPutting && !(await write('dmarc.count')).isAll);
    while (!isEnding && !isPutting && !(await write('dmarc.complete')).isAll);
  }

  async function countFirst(domain: number): Promise<void> {
    const counted = count(domain)
    const settled = counted.catch(() => {}).finally(() => asked.delete(settled))
    asked.add(settled)
    await counted
  }

  async function countSome(domain?: number): Promise<void> {
    for (let left = COUNTS_AT_ONCE; left > 0 && !isEnding; left -= 1) {
      if ((await write('dmarc.count', domain)).isAll) return
    }
  }

  async function countMuch({ all, full }: { all: number; full: readonly number[] }): Promise<void> {
    for (const domain of full) await countSome(domain)
    if (full.length === 0 && all > MOST_WAITING) await countSome()
  }

  function countSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void countQuietly().catch(() => {}), QUIET_MS)
    timer.unref()
  }

  const step = createTogether<PutCall, PutStep>(
    async (calls) => {
      isPutting = true
      clearTimeout(timer)
      try {
        await Promise.all(asked)
        const { steps, waiting } = await write('dmarc.put', calls, clock.now().getTime())
        // They are kept, whatever becomes of counting.
        await countMuch(waiting).catch(() => {})
        return steps
      } finally {
        isPutting = false
        countSoon()
      }
    },
    ({ bytes }) => bytes.length + OCTETS_OF_REPORT,
  )
  return {
    writes: {
      async put(report): Promise<Kept> {
        const incoming = incomingOf(report)
        const { pieces } = report.aggregate
        for (let piece = 0; ; ) {
          const done = await step({ incoming, piece, bytes: pieces[piece] ?? new Uint8Array() })
          if (done.outcome !== 'next') return done
          piece = done.piece
        }
      },
      async attributeAnew(limit) {
        await count()
        return write('dmarc.attributeAnew', limit, clock.now().getTime())
      },
      deleteBefore: (accountId, day, limit) => write('dmarc.deleteBefore', accountId, day, limit),
    },
    count,
    countFirst,
    complete,
    countSoon,
    end() {
      isEnding = true
      clearTimeout(timer)
    },
  }
}
