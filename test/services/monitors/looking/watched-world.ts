import type { StoredEvent } from '../../../../src/core/event.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { openRunningTime } from '../../../../src/services/monitors/watching/running-time.ts'
import { createMonitorWatching } from '../../../../src/services/monitors/watching/watching.ts'
import { entry as said } from '../../../support/people.ts'
import { HOUR, lookingWorld } from './world.ts'

/** What is due soon is looked at ten minutes later. */
const STEP = HOUR / 6
export const ZONE: ZoneLiteral = {
  'example.org': {
    A: ['203.0.114.80'],
    NS: ['ns.example.org'],
    TXT: ['v=spf1 mx -all'],
    MX: [[10, 'a.example.org']],
  },
  'a.example.org': { A: ['203.0.114.6'] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
}
export const BROKEN: ZoneLiteral = {
  ...ZONE,
  'example.org': { ...ZONE['example.org'], TXT: ['v=spf1 mx nonsense -all'] },
}
export const LISTED: ZoneLiteral = { ...ZONE, 'example.org.dbl.example': { A: ['127.0.0.2'] } }

/** A domain monitor whose looks are judged by the machine, from DNS packets to the outbox. */
export async function watchedWorld(domain = 'example.org', zone = ZONE) {
  let watching: ReturnType<typeof createMonitorWatching> | undefined
  const world = await lookingWorld({ observe: async (id, look) => watching?.looked(id, look) })
  const { store, clock } = world
  watching = createMonitorWatching({
    store,
    gate: { isGated: async () => false },
    running: await openRunningTime({
      times: store.watchedTime,
      monitors: store.monitors,
      clock,
      isTaking: async () => true,
    }),
    clock,
    log: { info() {}, warn() {}, error() {} },
    holder: { host: 'test', start: '1' },
  })
  world.dns.publish(zone)
  const { accountId, domainId } = await world.verified(domain)
  const monitor = await world.monitor(accountId, { kind: 'domain', domainId, domain })
  const reasonsOf = (event: StoredEvent) =>
    event.type === 'monitor.alert' || event.type === 'monitor.recovered'
      ? event.payload.reasons.map(({ condition, about }) => `${condition} ${about}`)
      : []
  const rules = {
    ...{ verified: 100, later: 0 },
    entries: {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    },
  }
  return {
    ...world,
    /** What the daily look for the record that proves the domain found. */
    prove: (of: { state: 'found' } | { state: 'absent'; seconds: number }) =>
      store.domains.looked(domainId, { ...of, at: clock.now() }, rules),
    async lookAfter(milliseconds: number) {
      clock.advance(milliseconds)
      await world.looking.run()
    },
    /** Time passes, and whatever is due is looked at. */
    async pass(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= STEP) {
        clock.advance(Math.min(left, STEP))
        await world.looking.run()
      }
    },
    /** What was said of records: what each said before, and then. */
    changed: async () =>
      (await world.told()).flatMap(({ payload }) =>
        payload.changes.map(({ name, before, after }) => [name, before.join(), after.join()]),
      ),
    state: async () => (await store.monitors.byId(accountId, monitor.id))?.standing.state,
    async rung() {
      const events = await store.outbox.behind(crypto.randomUUID(), 10_000)
      return events
        .filter(({ type }) => type.startsWith('monitor.'))
        .map((event) => [event.type, ...reasonsOf(event)].join(', '))
    },
  }
}
