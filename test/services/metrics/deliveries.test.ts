import { expect, test } from 'bun:test'
import { createExposition } from '../../../src/services/metrics/exposition.ts'
import { deliveryMeter } from '../../../src/services/metrics/families/deliveries.ts'
import { createRegistry } from '../../../src/services/metrics/registry.ts'
import { later } from '../../support/builders.ts'
import { sent } from '../../support/delivering.ts'
import {
  addDeliveries,
  addDestination,
  delivery,
  destination,
  refusedAttempt,
} from '../../support/destinations.ts'
import { testStore } from '../../support/store.ts'

test('attempts are counted by kind and outcome; what waits and what fails is told at a scrape', async () => {
  const { store, done } = await testStore()
  const registry = createRegistry()
  const meter = deliveryMeter(registry)
  meter.follow(store, () => later(90_000))
  const scrape = createExposition(registry, () => performance.now(), { holdsMs: 0 })
  const lines = async () =>
    (await scrape())
      .split('\n')
      .filter((line) => /^mailgauge_(?:deliver|destin)/.test(line) && !/ 0$/.test(line))
  expect(await lines()).toEqual([])
  const slack = { destination: destination({ kind: 'slack' }) } as never
  await meter.counted(async () => sent(200))(slack)
  await meter.counted(async () => sent(500))(slack)
  await meter.counted(async () => sent(0, { outcome: 'unreached' }))(slack)
  const one = await addDestination(store)
  await addDeliveries(store, [delivery(one.id), delivery(one.id)])
  const request = { holder: 'a/b', leaseMs: 1000, limit: 1, places: 8, perDestination: 1 }
  const [claimed] = await store.deliveries.claim(request)
  if (claimed) await store.deliveries.settle(claimed, refusedAttempt(), { kind: 'given_up' })
  expect(await lines()).toEqual([
    'mailgauge_delivery_attempts_total{kind="slack",outcome="delivered"} 1',
    'mailgauge_delivery_attempts_total{kind="slack",outcome="refused"} 1',
    'mailgauge_delivery_attempts_total{kind="slack",outcome="unreached"} 1',
    'mailgauge_delivery_oldest_due_age_seconds 90',
    'mailgauge_destinations_failing{state="tried"} 1',
  ])
  await done()
})
