import type { Store } from '../../../store/store.ts'
import type { Log } from '../../ports.ts'

/** Records that one write looks at. */
const RECORDS_AT_ONCE = 1000

/** Brings records of DMARC reports to the domains that they belong to now, after domains were verified or deleted. */
export function createAttribution({ store, log }: { store: Pick<Store, 'aggregates'>; log: Log }) {
  let isEnding = false
  return {
    /** Resolves when nothing is left to do, with how many records were looked at. */
    async run(isOver: () => boolean = () => false): Promise<number> {
      let looked = 0
      while (!isEnding && !isOver()) {
        const some = await store.aggregates.attributeAnew(RECORDS_AT_ONCE)
        if (some === 0) break
        looked += some
      }
      if (looked > 0) log.info({ records: looked }, 'Looked whose the records of DMARC reports are now')
      return looked
    },
    /** Begins no more writes; what is left is done after the next start. */
    end(): void {
      isEnding = true
    },
  }
}
