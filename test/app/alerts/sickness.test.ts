import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { FindingState } from '../../../src/services/doctor/finding.ts'
import { createSickness } from '../../../src/services/instance/sickness/sickness.ts'
import { until } from '../../support/until.ts'
import { type OpenedAlerts, openedAlerts, openReceiver } from './opened.ts'

setDefaultTimeout(120_000)

const QUIET = { info() {}, warn() {}, error() {} }
/** The service made it at its start. */
const never = async (): Promise<boolean> => {
  throw new Error('It is made once.')
}
const OPERATOR = { kind: 'operator' } as const
const receiver = openReceiver()
let opened: OpenedAlerts
beforeAll(async () => {
  opened = await openedAlerts()
  opened.alerts.start()
  // The look that is made at the start, at the real machine.
  await until(() => opened.store.sickness.begin())
})
afterAll(async () => {
  await opened.done()
  await receiver.stop()
})

const own = async () => {
  const all = await opened.alerts.destinations.list(OPERATOR)
  return all.ok ? all.value : []
}

test('trouble of the instance is told to its own destinations, which administrators have without setting them up', async () => {
  const { store, alerts } = opened
  const pager = await alerts.destinations.create(OPERATOR, {
    name: 'Pager',
    target: { kind: 'webhook', url: `http://127.0.0.1:${receiver.port}/pager` },
    filter: { types: ['instance.trouble', 'instance.recovered'] },
  })
  expect(pager.ok).toBe(true)
  let now = Date.now()
  let state: FindingState = 'ok'
  const sickness = createSickness({
    store,
    doctor: {
      examine: async () => [{ id: 'disk', title: 'Room for mail', read: '', state, seen: `It is ${state}.` }],
    },
    clock: { now: () => new Date(now) },
    log: QUIET,
    makeDefault: never,
  })
  for (const next of ['ok', 'problem', 'problem', 'ok', 'ok'] as const) {
    now += 5 * 60_000
    state = next
    await sickness.run()
  }
  await until(() => receiver.taken.length === 2)
  expect(receiver.taken.map(({ body }) => JSON.parse(body).type)).toEqual([
    'instance.trouble',
    'instance.recovered',
  ])
  const [first] = receiver.taken
  expect(JSON.parse(first?.body ?? '{}').data).toMatchObject({
    finding: 'disk',
    says: 'It is problem.',
    link: expect.stringMatching(/\/admin\/setup$/),
  })

  const byMail = (await own()).find(({ kind }) => kind === 'email')
  expect(byMail).toMatchObject({ name: 'Administrators by e-mail' })
  const { items } = await store.deliveries.list(byMail?.id ?? '', { limit: 10 })
  expect(items.map(({ type }) => type).toSorted()).toEqual(['instance.recovered', 'instance.trouble'])
})

test('what a person deleted is not made again', async () => {
  const { alerts, store } = opened
  const byMail = (await own()).find(({ kind }) => kind === 'email')
  expect((await alerts.destinations.delete(OPERATOR, byMail?.id ?? '')).ok).toBe(true)
  const sickness = createSickness({
    store,
    doctor: { examine: async () => [] },
    clock: { now: () => new Date(Date.now() + 3_600_000) },
    log: QUIET,
    makeDefault: never,
  })
  await sickness.run()
  expect((await own()).map(({ name }) => name)).toEqual(['Pager'])
})
