import { expect, spyOn, test } from 'bun:test'
import { createSeats } from '../../src/services/seats.ts'
import { createLiveStream } from '../../src/web/streams.ts'
import { readEvents, type SentEvent } from './events.ts'
import { NOW } from './fake-mail-tests.ts'
import { MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const versionOf = (sent: SentEvent | undefined) => (sent?.data as { version: string } | undefined)?.version

test('a stream begins with what is, and tells every change', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const answer = await site.ask(`/t/${token}/events`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const events = readEvents(answer)
  const first = await events.next()
  expect(first).toMatchObject({ event: 'state', data: { messages: 0, newest: 'none' } })
  const page = await (await site.ask(`/t/${token}`)).text()
  expect(page).toContain(`data-version="${versionOf(first)}"`)

  const id = site.fake.receive(token)
  expect(await events.next()).toMatchObject({ event: 'change', data: { messages: 1, newest: 'analysing' } })
  site.fake.finish(token, id, MIXED)
  expect(await events.next()).toMatchObject({ event: 'change', data: { messages: 1, newest: 'scored' } })
  await events.close()
  expect(site.announcer.listeners()).toBe(0)
})

test('every change has a version of its own', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  const versions = [await events.next()]
  const id = site.fake.receive(token)
  versions.push(await events.next())
  site.fake.finish(token, id, 'No header at all.')
  versions.push(await events.next())
  expect(new Set(versions.map(versionOf)).size).toBe(3)
  await events.close()
})

test('it ends when the test is deleted', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  await events.next()
  await site.post(`/t/${token}/delete`)
  expect((await events.next())?.event).toBe('gone')
  expect(await events.next()).toBeUndefined()
  expect(site.announcer.listeners()).toBe(0)
})

test('it ends when the service stops', async () => {
  const closing = new AbortController()
  const site = siteUnderTest({ closing: closing.signal })
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  await events.next()
  closing.abort()
  expect(await events.next()).toBeUndefined()
  expect(site.announcer.listeners()).toBe(0)
})

test('a stream asked for while the service stops ends at once', async () => {
  const site = siteUnderTest({ closing: AbortSignal.abort() })
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  while (await events.next());
  expect(site.announcer.listeners()).toBe(0)
})

test('it ends when the test expires', async () => {
  const site = siteUnderTest({ clock: { now: () => new Date(NOW.getTime() + 7 * 86_400_000 - 20) } })
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  while (await events.next());
  expect(site.announcer.listeners()).toBe(0)
})

test('a silent stream is kept alive well within a minute', async () => {
  const intervals = spyOn(globalThis, 'setInterval')
  const live = createLiveStream({ signals: [], lifetimeMs: 60_000, closed: () => undefined })
  const [[ping, every] = []] = intervals.mock.calls
  intervals.mockRestore()
  expect(every).toBeWithin(1, 30_001)
  const reader = live.body.getReader()
  await reader.read()
  if (typeof ping === 'function') ping()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(': ping\n\n')
  live.close()
})

test('a token of nobody has no events', async () => {
  const site = siteUnderTest()
  for (const token of ['q'.repeat(26), 'short'])
    expect((await site.ask(`/t/${token}/events`)).status).toBe(404)
})

test('one network has so many streams and no more, and a closed one makes room', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const open = []
  for (let i = 0; i < 40; i += 1) open.push(await site.ask(`/t/${token}/events`))
  const refused = await site.ask(`/t/${token}/events`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  await open[0]?.body?.cancel()
  const next = await site.ask(`/t/${token}/events`)
  expect(next.status).toBe(200)
  await Promise.all([...open.slice(1), next].map((answer) => answer.body?.cancel()))
  expect(site.announcer.listeners()).toBe(0)
})

test('seats are counted in all and by network, and given back once', () => {
  const seats = createSeats({ total: 3, perClient: 2 })
  const one = seats.take('a')
  seats.take('a')
  expect(seats.take('a')).toBeUndefined()
  seats.take('b')
  expect(seats.take('c')).toBeUndefined()
  one?.leave()
  one?.leave()
  expect(seats.take('c')).toBeDefined()
  expect(seats.take('c')).toBeUndefined()
})

test('a stream ends by itself after its lifetime', async () => {
  const closed = Promise.withResolvers<void>()
  const live = createLiveStream({ signals: [], lifetimeMs: 5, closed: () => closed.resolve() })
  await closed.promise
  live.send('state', '{}')
  expect(await new Response(live.body).text()).toBe('retry: 3000\n\n')
})

test('a waiting page is told when mail to it was refused; a report is not', async () => {
  const site = siteUnderTest()
  const [waiting, scored] = [await site.fake.create(), await site.fake.create()]
  site.fake.finish(scored, site.fake.receive(scored), MIXED)
  const [events, others] = [
    readEvents(await site.ask(`/t/${waiting}/events`)),
    readEvents(await site.ask(`/t/${scored}/events`)),
  ]
  const before = versionOf(await events.next())
  await others.next()
  site.fake.wasRefused({ outcome: 'message_too_big', lastAt: new Date(), count: 1, code: 552 })
  for (const token of [waiting, scored]) site.announcer.announce({ token, change: 'refused' })
  const told = await events.next()
  expect(told?.event).toBe('change')
  expect(versionOf(told)).not.toBe(before)
  site.fake.receive(scored)
  expect(await others.next()).toMatchObject({ event: 'change', data: { messages: 2 } })
  await Promise.all([events.close(), others.close()])
})

test('a waiting page is told when mail can be taken no longer, and again; a report is not', async () => {
  const site = siteUnderTest()
  const [waiting, scored] = [await site.fake.create(), await site.fake.create()]
  site.fake.finish(scored, site.fake.receive(scored), MIXED)
  const [events, others] = [
    readEvents(await site.ask(`/t/${waiting}/events`)),
    readEvents(await site.ask(`/t/${scored}/events`)),
  ]
  const before = versionOf(await events.next())
  await others.next()
  site.fake.refuseMail({ kind: 'out_of_space' })
  site.state.become({ obstacle: 'disk_full' })
  const told = await events.next()
  expect(told?.event).toBe('change')
  expect(versionOf(told)).not.toBe(before)
  site.fake.refuseMail(undefined)
  site.state.become({})
  expect(versionOf(await events.next())).toBe(before)
  site.fake.receive(scored)
  expect(await others.next()).toMatchObject({ event: 'change', data: { messages: 2 } })
  await Promise.all([events.close(), others.close()])
  expect(site.state.listeners()).toBe(0)
})
