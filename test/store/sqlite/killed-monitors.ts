import { expect } from 'bun:test'
import type { WatchingEvent } from '../../../src/core/watching/events.ts'
import { later, THEN } from '../../support/builders.ts'
import { envelope } from '../../support/envelope.ts'
import { monitor } from '../../support/monitors.ts'
import { entry as said } from '../../support/people.ts'
import type { Killed } from './killed-writes.ts'

/** The writes of monitors of an account. */
export function killedMonitors(accountId: string): Killed[] {
  const watched = monitor(accountId, {
    id: 'mon_1',
    name: 'watched',
    subject: { kind: 'mail', localPart: 'watchedwatchedab' },
  })
  const mail = {
    messages: [
      {
        ...{ id: 'msg_watched', token: 'c'.repeat(26), monitorId: watched.id, sender: '', parcel: 0 },
        ...{ receivedAt: THEN.getTime(), expiresAt: later(1e9).getTime(), size: 3 },
        envelope: JSON.stringify(envelope({ receivedAt: THEN })),
      },
    ],
    parcels: [{ packing: 'plain', bytes: new Uint8Array([97, 13, 10]) }],
  }
  const recovered: WatchingEvent = {
    type: 'monitor.recovered',
    subject: watched.id,
    payload: {
      monitor: watched.id,
      name: watched.name,
      kind: 'mail',
      reasons: [],
      since: THEN.toISOString(),
    },
  }
  return [
    {
      name: 'monitors.add',
      args: [watched, 1, said('monitor.created')],
      done: async (store) => expect(await store.monitors.byId(accountId, watched.id)).toEqual(watched),
    },
    {
      name: 'monitors.accept',
      args: [mail, THEN],
      async done(store) {
        const { items } = await store.monitors.messages(watched.id, { limit: 10 })
        expect(items.map(({ messageId }) => messageId)).toEqual(['msg_watched'])
        expect((await store.monitors.begin(watched.id))?.arrivedAt).toEqual(THEN)
      },
    },
    {
      name: 'monitors.settle',
      args: [watched.id, 0, { standing: watched.standing, state: '{}', at: THEN }, [recovered]],
      async done(store) {
        expect((await store.monitors.begin(watched.id))?.kept?.version).toBe(1)
        expect(await store.monitors.told(watched.id, 10)).toHaveLength(1)
        const events = await store.outbox.behind('a test', 100)
        expect(events.filter(({ type }) => type === 'monitor.recovered')).toHaveLength(1)
      },
    },
    {
      name: 'monitors.change',
      args: [accountId, watched.id, { badge: 'badge' }, said('monitor.changed')],
      done: async (store) => expect((await store.monitors.byBadge('badge'))?.id).toBe(watched.id),
    },
  ]
}
