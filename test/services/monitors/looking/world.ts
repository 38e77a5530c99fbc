import { inspect } from '../../../../src/analysis/inspect.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { Expectations, Monitor } from '../../../../src/core/watching/monitor.ts'
import { lookAtRecords } from '../../../../src/mail/records/look.ts'
import type { ListSetting } from '../../../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../../../src/net/dns/recorder.ts'
import { createStubResolver } from '../../../../src/net/dns/stub.ts'
import type { Fetcher } from '../../../../src/net/ports.ts'
import { createRecordLooking, type LookingDeps } from '../../../../src/services/monitors/looking/looking.ts'
import type { SeenLook } from '../../../../src/services/monitors/watching/observation.ts'
import { account, random, THEN } from '../../../support/builders.ts'
import { testClock } from '../../../support/clock.ts'
import { dnsServer } from '../../../support/dns-server.ts'
import { outside } from '../../../support/outside.ts'
import { entry as said } from '../../../support/people.ts'
import { testStore } from '../../../support/store.ts'

export const HOUR = 3_600_000
export const EVERY = 4 * HOUR

const list = (kind: 'block' | 'domain', id: string): ListSetting => ({
  kind,
  id,
  zone: `${id}.example`,
  name: `${id}.example`,
  weight: 3,
  v4: true,
  v6: true,
  codes: { '127.0.0.2': { means: 'spam', weight: 3 } },
})
export const LISTS = [list('block', 'bl'), list('domain', 'dbl')]

/** Looks over a real store and real DNS packets, with a clock to turn. */
export async function lookingWorld(more: Partial<LookingDeps> = {}) {
  const clock = testClock()
  const opened = await testStore({ clock })
  const dns = await dnsServer({})
  const { store } = opened
  const resolver = createStubResolver({ servers: [dns.address], timeoutMs: 2_000, tries: 1 })
  const web: Fetcher = { fetch: async () => ({ kind: 'failure', reason: 'network' }) }
  const looks: { monitorId: string; look: SeenLook }[] = []
  const settings = {
    hostname: 'mx.example.net',
    lists: LISTS,
    listStates: LISTS.map(({ id }) => ({ id, usable: true })),
  }
  const looking = createRecordLooking({
    store,
    clock,
    // No spread, so that times can be told.
    random: (length) => (length === 2 ? new Uint8Array([128, 0]) : random(length)),
    log: { info() {}, warn() {}, error() {} },
    every: () => EVERY,
    lookAtRecords: (sought) => lookAtRecords(sought, { resolver, fetcher: web }),
    seats: {
      inspectBeside: (subject, signedBy) =>
        inspect(
          { subject, settings, waitAtMost: 30_000, ...(signedBy && { signedBy }) },
          outside(createRecorder(resolver, clock), clock),
        ),
    },
    lists: () => LISTS,
    observe: async (monitorId, look) => looks.push({ monitorId, look }),
    pause: 1,
    ...more,
  })

  return {
    ...opened,
    clock,
    dns,
    looking: {
      async run() {
        await Promise.all([looking.domains(), looking.monitors()])
      },
    },
    looks,
    /** A verified domain of an account of its own, or of one that is there. */
    async verified(domain = 'example.org', of?: string) {
      const one = account()
      if (of === undefined) await store.accounts.create(one)
      const accountId = of ?? one.id
      const id = crypto.randomUUID()
      const made = newEntry({ id, accountId, domain, token: tokenFrom(random), createdAt: THEN })
      await store.domains.add(made, { verified: 100, unverified: 100 }, said('domain.added', { accountId }))
      const entries = {
        verified: said('domain.verified', { accountId }),
        unverified: said('domain.unverified', { accountId }),
      }
      const rules = { verified: 100, later: 0, entries }
      await store.domains.looked(id, { state: 'found', at: clock.now() }, rules)
      return { accountId, domainId: id }
    },
    async monitor(
      accountId: string,
      subject: Monitor['subject'],
      expectations: Partial<Expectations> = {},
    ): Promise<Monitor> {
      const made: Monitor = {
        id: `mon_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
        accountId,
        name: `monitor ${crypto.randomUUID()}`,
        subject,
        expectations: { mustPass: [], blocklists: true, records: true, ...expectations },
        windows: [],
        createdAt: clock.now(),
        standing: { state: 'waiting', since: clock.now(), reasons: [] },
      }
      await store.monitors.add(made, 100, said('monitor.created', { accountId }))
      return made
    },
    /** What was told of records so far. */
    async told() {
      const events = await store.outbox.behind(crypto.randomUUID(), 10_000)
      return events.flatMap((event) => (event.type === 'domain.record_changed' ? [event] : []))
    },
    async done() {
      looking.stop()
      dns.close()
      await opened.done()
    },
  }
}
