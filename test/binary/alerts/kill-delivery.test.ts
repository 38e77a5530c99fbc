import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Server } from 'bun'
import { Webhook } from 'standardwebhooks'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { addDeliveries, delivery } from '../../support/destinations.ts'
import { until } from '../../support/until.ts'

interface Came {
  id: string
  headers: Record<string, string>
  body: string
  answer(status: number, headers?: Record<string, string>): void
  /** Whether whoever sent it still waits. */
  isOpen: boolean
}

let receiver: Server<undefined>
let came: Came[] = []
let place: ReturnType<typeof temporaryFolder>
let running: Running | undefined

beforeEach(() => {
  came = []
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const headers = Object.fromEntries(request.headers)
      const one: Came = {
        id: headers['webhook-id'] ?? '',
        headers,
        body: await request.text(),
        isOpen: true,
        answer(status, more = {}) {
          one.isOpen = false
          resolve(new Response(null, { status, headers: more }))
        },
      }
      request.signal.addEventListener('abort', () => {
        one.isOpen = false
        resolve(new Response())
      })
      came.push(one)
      return promise
    },
  })
  place = temporaryFolder()
  writeConfig(place.folder, {}, { webhooks: 'allow_private = ["127.0.0.0/8"]' })
})
afterEach(async () => {
  await running?.kill('SIGKILL')
  running = undefined
  await receiver.stop(true)
  place.remove()
})

const command = (...args: string[]) => mailgauge(args, { cwd: place.folder })

/** A service with a webhook to the receiver; its id and secret. */
async function begun() {
  running = await serve(place.folder)
  await command('account', 'create', 'shop')
  const url = `http://127.0.0.1:${receiver.port}/hook`
  const added = await command('alerts', 'add', 'webhook', 'CI', url, '--json')
  expect(added.code).toBe(0)
  const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string }
  return { id, secret }
}

/** The store, beside the service. */
async function beside<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const deliverAll = (id: string, count: number) =>
  beside(async (store) => {
    const some = Array.from({ length: count }, () => delivery(id, { createdAt: new Date() }))
    await addDeliveries(store, some)
    return some.map(({ messageId }) => messageId)
  })

const notDelivered = (id: string) =>
  beside(async (store) =>
    (await store.deliveries.list(id, { limit: 200 })).items.filter(({ state }) => state !== 'delivered'),
  )

test('kill -9 in mid-delivery: it comes again under the same webhook-id, with a new signature, and never twice at a time', async () => {
  const { id, secret } = await begun()
  const [messageId = ''] = await deliverAll(id, 1)
  const first = await until(() => came[0])
  expect(first.id).toBe(messageId)
  await running?.kill('SIGKILL')
  await until(() => !first.isOpen)
  running = await serve(place.folder)
  const second = await until(() => came[1])
  expect(second.id).toBe(messageId)
  expect(second.body).toBe(first.body)
  expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(
    Number(first.headers['webhook-timestamp']),
  )
  for (const one of [first, second]) new Webhook(secret).verify(one.body, one.headers)
  second.answer(204)
  await until(async () => (await notDelivered(id)).length === 0)
  expect(came).toHaveLength(2)
}, 120_000)

test('killed over and over while it sends, every delivery is taken at least once and none is lost', async () => {
  const { id } = await begun()
  const made = await deliverAll(id, 40)
  const twice = new Set<string>()
  for (let round = 0; round < 3; round += 1) {
    for (let taken = 0; taken < 8; taken += 1) {
      const one = await until(() => came.find(({ isOpen }) => isOpen))
      const open = came.filter(({ isOpen }) => isOpen).map((each) => each.id)
      if (new Set(open).size < open.length) twice.add(one.id)
      one.answer(200)
    }
    await running?.kill('SIGKILL')
    await until(() => came.every(({ isOpen }) => !isOpen))
    running = await serve(place.folder)
  }
  await until(async () => {
    for (const one of came) if (one.isOpen) one.answer(200)
    return (await notDelivered(id)).length === 0
  })
  expect(new Set(came.map((one) => one.id))).toEqual(new Set(made))
  expect([...twice]).toEqual([])
}, 240_000)

test('alerts test tells what came of it; a rotated secret signs beside the one before; what failed is replayed by time', async () => {
  const { secret } = await begun()
  const tested = command('alerts', 'test', 'CI')
  ;(await until(() => came[0])).answer(200)
  expect(await tested).toMatchObject({ code: 0, stderr: expect.stringContaining('200') })
  const rotated = await command('alerts', 'rotate', 'CI')
  const again = command('alerts', 'test', 'CI')
  const second = await until(() => came[1])
  expect(second.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const one of [secret, rotated.stdout.trim()]) new Webhook(one).verify(second.body, second.headers)
  second.answer(410)
  expect(await again).toMatchObject({ code: 1, stderr: expect.stringContaining('410') })
  expect((await command('alerts', 'list')).stdout).toContain('OFF since')
  expect((await command('alerts', 'replay', 'CI', '--since', '2026-01-01')).stderr).toContain('turned off')
  await command('alerts', 'enable', 'CI')
  const replayed = await command('alerts', 'replay', 'CI', '--since', '2026-01-01', '--failed')
  expect(replayed).toMatchObject({ code: 0, stderr: expect.stringContaining('1 delivery is sent') })
  const third = await until(() => came[2])
  expect([third.id, third.body]).toEqual([second.id, second.body])
  third.answer(204)
  const log = running?.output() ?? ''
  for (const hidden of [secret.slice(6), rotated.stdout.trim().slice(6), '/hook'])
    expect(log).not.toContain(hidden)
}, 120_000)
