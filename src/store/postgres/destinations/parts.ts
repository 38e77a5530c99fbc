import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { deliveryClaims } from './claims.ts'
import { destinationWrites } from './destinations.ts'
import { forgetting } from './forgetting.ts'
import { deliveryReads, destinationReads } from './reads.ts'
import { replaying } from './replaying.ts'
import { settling } from './settling.ts'
import { spreading } from './spreading.ts'

/** Webhooks and channels, and what is delivered to them. */
export function destinationParts(db: Db, _of: PartOptions): Pick<Store, 'destinations' | 'deliveries'> {
  return {
    destinations: { ...destinationReads(db), ...destinationWrites(db) },
    deliveries: {
      ...deliveryReads(db),
      ...deliveryClaims(db),
      ...settling(db),
      ...spreading(db),
      ...replaying(db),
      ...forgetting(db),
    },
  }
}
