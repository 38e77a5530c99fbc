import type { AggregateReads } from '../../../store/aggregates.ts'
import type { Log } from '../../ports.ts'

/** Says in the log that DMARC reports are counted anew after an upgrade, how far that is, and when it is done. */
export function createCountingTold({
  store: { aggregates },
  log,
}: {
  store: { aggregates: Pick<AggregateReads, 'uncounted'> }
  log: Pick<Log, 'info'>
}) {
  let before = 0
  return {
    async look(): Promise<void> {
      const left = await aggregates.uncounted()
      if (left > 0) log.info({ domains: left }, 'Counting DMARC reports after the upgrade')
      else if (before > 0) log.info({}, 'Counted DMARC reports after the upgrade')
      before = left
    },
  }
}
