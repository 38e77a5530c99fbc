import { DESTINATION_KINDS } from '../../../core/watching/destination-kind.ts'
import type { Store } from '../../../store/store.ts'
import type { Send, Sent } from '../../destinations/sending.ts'
import type { Registry } from '../registry.ts'

const OUTCOMES = ['delivered', 'refused', 'unreached'] as const satisfies readonly Sent['outcome'][]

/** What webhooks and alert channels took. */
export function deliveryMeter(registry: Registry) {
  const attempts = registry.counter({
    name: 'delivery_attempts_total',
    help: 'Attempts to deliver to webhooks and alert channels, by what came of them.',
    labels: { kind: DESTINATION_KINDS, outcome: OUTCOMES },
  })
  const oldest = registry.gauge({
    name: 'delivery_oldest_due_age_seconds',
    help: 'How long the delivery waits that is due for longest; 0 where none is. Of the whole store: hosts that share one say the same.',
  })
  const destinations = registry.gauge({
    name: 'destinations_failing',
    help: 'Webhooks and alert channels that take nothing: tried again, or turned off for it. Of the whole store: hosts that share one say the same.',
    labels: { state: ['tried', 'turned_off'] },
  })
  return {
    /** The same, with what comes of it counted. */
    counted:
      (send: Send): Send =>
      async (sending) => {
        const sent = await send(sending)
        attempts.add(1, sending.destination.kind, sent.outcome)
        return sent
      },
    follow(store: Pick<Store, 'deliveries' | 'destinations'>, now: () => Date): void {
      registry.collect('deliveries', async () => {
        const at = now()
        const next = await store.deliveries.nextDue()
        oldest.set(next ? Math.max(0, (at.getTime() - next.getTime()) / 1000) : 0)
        const { tried, disabled } = await store.destinations.failing(at)
        destinations.set(tried, 'tried')
        destinations.set(disabled, 'turned_off')
      })
    },
  }
}
