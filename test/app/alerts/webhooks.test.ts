import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Webhook as Reference } from 'standardwebhooks'
import { Webhook } from '../../../clients/typescript/src/client.ts'
import { describeApi } from '../../../src/services/api-description/describe-api.ts'
import { faultsOf } from '../../http/openapi-schema.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { until } from '../../support/until.ts'
import { type OpenedAlerts, openedAlerts, openReceiver, type Taken } from './opened.ts'

setDefaultTimeout(120_000)

const receiver = openReceiver()
let opened: OpenedAlerts
beforeAll(async () => {
  opened = await openedAlerts()
  opened.alerts.start()
})
afterAll(async () => {
  await opened.done()
  await receiver.stop()
})

/** A webhook of an account of its own. */
async function scoredWebhook() {
  const { store, alerts } = opened
  const owner = account()
  await store.accounts.create(owner)
  const actor = { kind: 'operator', accountId: owner.id } as const
  const url = `http://127.0.0.1:${receiver.port}/in/${owner.id}?key=word`
  const made = await alerts.destinations.create(actor, {
    name: 'Tickets',
    target: { kind: 'webhook', url },
    filter: { types: ['test.scored'] },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.refusal))
  const { destination, secret = '' } = made.value
  const came = () => receiver.taken.filter((one) => one.url === `/in/${owner.id}?key=word`)
  return { owner, actor, destination, secret, came }
}

async function scored(accountId: string) {
  const { store } = opened
  const one = mailTest({ accountId })
  await store.mailTests.allocate({ test: one })
  const message = newMessage(one.token)
  await store.messages.accept([message], ROOMY)
  await finish(store, message.id, { status: 'scored', report: report({ score: 8.5 }), evidence: {} })
  return { token: one.token, id: message.id }
}

test('a scored message arrives, signed, as the description says, and what is noted of it holds no secret', async () => {
  const { store, alerts, config } = opened
  const { owner, actor, destination, secret, came } = await scoredWebhook()
  const { token, id } = await scored(owner.id)
  alerts.storeWorks()
  await until(() => came().length > 0)
  const [{ headers, body }] = came() as [Taken]
  const event = new Reference(secret).verify(body, headers) as { type: string }
  expect(event).toEqual({
    type: 'test.scored',
    timestamp: expect.any(String),
    data: {
      token,
      message_id: id,
      score: 8.5,
      max_score: 10,
      link: `${config.site.baseUrl}/t/${token}?m=${id}`,
    },
  } as never)
  const { components } = describeApi(config.site.baseUrl)
  expect(faultsOf(event, { $ref: '#/components/schemas/TestScoredEvent' }, components)).toEqual([])
  expect((await new Webhook(secret).verify(body, headers)).id).toBe(headers['webhook-id'] ?? '')

  const delivered = await until(async () => {
    const { items } = await store.deliveries.list(destination.id, { limit: 10 })
    return items[0]?.state === 'delivered' && items[0]
  })
  const read = await alerts.destinations.delivery(actor, destination.id, delivered.id)
  const shown = JSON.stringify(read)
  expect(shown).toContain('Delivered: the answer was 204.')
  expect(shown).not.toContain('word')
  expect(shown).not.toContain(secret.slice(6))
})

test('what is sent again has the same id, another time and a signature of its own; two while secrets change', async () => {
  const { store, alerts } = opened
  const { owner, actor, destination, secret, came } = await scoredWebhook()
  await scored(owner.id)
  await until(() => came().length === 1)
  const [first] = await until(async () => {
    const { items } = await store.deliveries.list(destination.id, { limit: 10, state: 'delivered' })
    return items.length > 0 && items
  })
  const rotated = await alerts.destinations.rotate(actor, destination.id)
  if (!rotated.ok || !first) throw new Error('not rotated')
  // Another second, by which the time of the attempt is another one.
  const before = came()[0]?.headers['webhook-timestamp']
  await until(() => String(Math.floor(Date.now() / 1000)) !== before)
  expect(await alerts.destinations.replay(actor, destination.id, { ids: [first.id] })).toMatchObject({
    ok: true,
  })
  await until(() => came().length === 2)
  const [one, two] = came() as [Taken, Taken]
  expect(two.body).toBe(one.body)
  expect(two.headers['webhook-id']).toBe(one.headers['webhook-id'] ?? '')
  expect(two.headers['webhook-timestamp']).not.toBe(one.headers['webhook-timestamp'] ?? '')
  expect(two.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const known of [secret, rotated.value.secret])
    expect(new Reference(known).verify(two.body, two.headers)).toEqual(JSON.parse(one.body))
})

test('410 turns it off', async () => {
  const { alerts } = opened
  const { owner, actor, destination, came } = await scoredWebhook()
  receiver.status = 410
  await scored(owner.id)
  await until(() => came().length === 1)
  const view = await until(async () => {
    const read = await alerts.destinations.read(actor, destination.id)
    return read.ok && read.value.disabled && read.value
  })
  receiver.status = 204
  expect(view.disabled?.reason).toBe('gone')
})

test('an address inside is refused unless it is allowed, and says so', async () => {
  const { store, config } = opened
  const { owner, destination, came } = await scoredWebhook()
  config.webhooks.allowPrivate.splice(0)
  try {
    await scored(owner.id)
    const delivery = await until(async () => {
      const { items } = await store.deliveries.list(destination.id, { limit: 10 })
      return items[0]?.attempts === 1 && items[0]
    })
    expect(delivery).toMatchObject({ state: 'due', says: expect.stringContaining('webhooks.allow_private') })
    expect(came()).toEqual([])
  } finally {
    config.webhooks.allowPrivate.push('127.0.0.1/32')
  }
})
