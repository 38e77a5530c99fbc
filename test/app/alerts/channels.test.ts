import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openTelling } from '../../../src/app/alerts/open-telling.ts'
import { createClosing } from '../../../src/app/life/closing.ts'
import { openOutgoing } from '../../../src/app/relay/open-outgoing.ts'
import { beginSecrets } from '../../../src/app/secrets/open-secrets.ts'
import { openAdministration, systemClock, systemRandom } from '../../../src/app/services.ts'
import type { Target } from '../../../src/core/watching/destination.ts'
import type { DestinationActor } from '../../../src/services/destinations/told.ts'
import { configOf } from '../../config/loading.ts'
import { type FakeRelay, fakeRelay } from '../../relay/fake-relay.ts'
import { account } from '../../support/builders.ts'
import { NTFY_TOKEN, ntfy } from '../../support/channels/ntfy.ts'
import { mattermost } from '../../support/channels/slack.ts'
import { standIn } from '../../support/channels/stand-in.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const servers = { chat: mattermost(), push: ntfy(), any: standIn(() => ({ status: 200, body: 'ok' })) }
const KEY = 'abcdefghijklmnopqrstuvwxyz'
let relay: FakeRelay
let opened: TestStore
beforeAll(async () => {
  relay = await fakeRelay()
  opened = await testStore({ clock: systemClock })
})
afterAll(async () => {
  await opened.done()
  await relay.close()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
})

const CHANNELS: Target[] = [
  { kind: 'slack', url: `${servers.chat.origin}/hooks/${KEY}` },
  { kind: 'ntfy', url: `${servers.push.origin}/closed`, token: NTFY_TOKEN },
  {
    kind: 'template',
    url: `${servers.any.origin}/in/my-secret-path`,
    method: 'POST',
    headers: { 'X-Key': 'my-secret-key' },
    body: '{"text": "{{title}}: {{text}}"}',
  },
  { kind: 'email', to: 'ops@example.net' },
]

test('an event of the outbox reaches people by every channel once, and no secret stands in what is kept', async () => {
  const { store, directory } = opened
  const log: string[] = []
  const note = (facts: object, sentence: string) => log.push(JSON.stringify({ ...facts, sentence }))
  const logger = { info: note, warn: note, error: note }
  const config = configOf(`
[smtp]
domain = "in.example.com"
[store]
directory = "${directory}"
[secrets]
key_path = "${join(directory, 'secrets.key')}"
[webhooks]
allow_private = ["127.0.0.0/8"]
[relay]
host = "127.0.0.1"
port = ${relay.port}
from = "Mailgauge <mailgauge@example.org>"
`)
  const { later, close } = createClosing(logger as never)
  await beginSecrets(config, store, logger as never)
  const { accounts } = openAdministration(config, store)
  const alerts = openTelling(
    config,
    {
      store,
      clock: systemClock,
      random: systemRandom,
      log: logger as never,
      accounts,
      outgoing: openOutgoing(config, later, undefined),
    },
    later,
  )
  const own = account()
  await store.accounts.create(own)
  const actor: DestinationActor = { kind: 'operator', accountId: own.id }
  const ids: string[] = []
  for (const target of CHANNELS) {
    const wanted = { name: `By ${target.kind}`, target, filter: { types: ['digest.weekly' as const] } }
    const made = await alerts.destinations.create(actor, wanted)
    if (!made.ok) throw new Error(JSON.stringify(made))
    ids.push(made.value.destination.id)
  }
  alerts.start()
  await store.digests.settle(own.id, '2026-11-23', new Date(Date.now() + 1000), {
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
    monitors: {
      items: [{ id: 'mon_1', name: 'Newsletter', state: 'ok', messages: 7, median: 9.3, alerts: 0 }],
      more: 0,
    },
    domains: { items: [], more: 0 },
  })
  alerts.storeWorks()
  await until(
    () =>
      servers.chat.taken.length + servers.push.taken.length + servers.any.taken.length + relay.taken.length >=
      4,
  )
  const kept = await until(async () => {
    const pages = await Promise.all(ids.map((id) => alerts.destinations.deliveries(actor, id, { limit: 10 })))
    const items = pages.flatMap((page) => (page.ok ? page.value.items : []))
    return items.length === 4 && items.every(({ state }) => state === 'delivered') ? items : undefined
  })
  const title = 'The week of 16 to 22 Nov 2026'
  expect(servers.chat.taken[0]?.json['text']).toStartWith(title)
  expect(servers.push.taken[0]?.json).toMatchObject({ topic: 'closed', title })
  expect(servers.any.taken[0]?.json['text']).toStartWith(`${title}: No alerts from monitors.`)
  expect(relay.taken[0]).toContain(`Subject: ${title}`)
  expect(relay.taken[0]).toContain('ops@example.net')
  const attempts = await Promise.all(
    kept.map(({ destinationId, id }) => alerts.destinations.delivery(actor, destinationId, id)),
  )
  const told = JSON.stringify([attempts, await alerts.destinations.list(actor), log])
  expect(told).toContain('"outcome":"delivered"')
  expect(told).not.toMatch(new RegExp(`${KEY}|${NTFY_TOKEN}|my-secret|/closed`))
  await close()
  for (const server of Object.values(servers)) expect(server.taken).toHaveLength(1)
  expect(relay.taken).toHaveLength(1)
})
