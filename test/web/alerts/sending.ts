import type { DeliveryAttempt } from '../../../src/core/watching/destination.ts'
import type { AfterAttempt } from '../../../src/store/watching/deliveries.ts'
import type { Dashboard } from '../../support/dashboard.ts'
import { attempt } from '../../support/destinations.ts'

/** Claims what is due, as whoever sends it does, and notes how each attempt ended. */
export async function attemptDue(
  { store }: Pick<Dashboard, 'store'>,
  changes: Partial<DeliveryAttempt> = {},
  after: AfterAttempt = { kind: 'delivered' },
): Promise<number> {
  const claims = await store.deliveries.claim({
    holder: 'local/1',
    leaseMs: 60_000,
    limit: 64,
    places: 64,
    perDestination: 16,
  })
  for (const claim of claims)
    await store.deliveries.settle(claim, attempt({ number: claim.delivery.attempts + 1, ...changes }), after)
  return claims.length
}
