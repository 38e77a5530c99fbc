import { once } from '../../../core/making/once.ts'
import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import { bare } from '../../keeping/parcels.ts'
import type { Store } from '../../store.ts'
import { deliveryReads, destinationReads } from '../aggregates/destinations/reads.ts'
import type { Connection } from '../connection.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'

interface Clocks {
  clock: { now(): Date }
  /** What claims go by. */
  steady: { now(): Date }
}

const OVER = DELIVERY_STATES.filter((state) => state !== 'due')

/** Webhooks and channels, and what is delivered to them. */
export function destinationParts(
  reader: Connection,
  write: WriterClient['write'],
  { clock, steady }: Clocks,
): Pick<Store, 'destinations' | 'deliveries'> {
  const destinations = once(() => destinationReads(reader))
  const deliveries = once(() => deliveryReads(reader))

  async function dropAllOf(id: string): Promise<void> {
    while ((await write('deliveries.dropOf', id)) > 0);
  }

  return {
    destinations: {
      add: (destination, most, said) => write('destinations.add', destination, most, said).catch(whenFull),
      byId: async (owner, id) => destinations().byId(owner, id),
      list: async (owner) => destinations().list(owner),
      wanting: async (owner, types) => destinations().wanting(owner, types),
      async change(owner, id, change, said) {
        // What waited when it was turned off is never sent.
        if (change.disabled === null && destinations().byId(owner, id)) await dropAllOf(id)
        const outcome = await write('destinations.change', owner, id, change, said).catch(whenFull)
        if (change.disabled && outcome === 'changed') await dropAllOf(id)
        return outcome
      },
      delete: (owner, id, said) => write('destinations.delete', owner, id, said),
      failing: async (since) => destinations().failing(since),
    },
    deliveries: {
      spread: (upTo, some) => write('deliveries.spread', upTo, some),
      add: (delivery, said) => write('deliveries.add', delivery, said).catch(whenFull),
      claim: (request) => write('deliveries.claim', request, clock.now(), steady.now()),
      renew: (claims, leaseMs) => write('deliveries.renew', claims.map(bare), leaseMs, steady.now()),
      async settle(claim, attempt, after) {
        const outcome = await write('deliveries.settle', bare(claim), attempt, after)
        while (after.kind === 'disable' && (await write('deliveries.dropLeft')) > 0);
        return outcome
      },
      giveBack: (claim) => write('deliveries.giveBack', bare(claim)),
      releaseOf: (host) => write('deliveries.releaseOf', host),
      nextDue: async () => deliveries().nextDue(),
      list: async (destinationId, page) => deliveries().list(destinationId, page),
      read: async (destinationId, id) => deliveries().read(destinationId, id),
      replay: (destinationId, which, limit, said, states = OVER) =>
        write('deliveries.replay', destinationId, which, limit, said, states, clock.now()).catch(whenFull),
      copy: (destinationId, copies, said) =>
        write('deliveries.copy', destinationId, copies, said).catch(whenFull),
      forget: (before, limit) => write('deliveries.forget', before, limit, clock.now()),
      async trim(most, limit, after = '') {
        const { ids, last } = deliveries().crowded(after, most)
        let deleted = 0
        for (const id of ids) deleted += await write('deliveries.trim', id, most, limit)
        return deleted > 0 ? { deleted, next: after } : { deleted, ...(last !== undefined && { next: last }) }
      },
    },
  }
}
