import { expect, test } from 'bun:test'
import { SECRETS } from './checks.ts'
import { readEvents } from './events.ts'
import { BAD, MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const everything = Object.values(SECRETS)

test('the fixtures hold the secrets where reports hold the words of a message', () => {
  const held = JSON.stringify([MIXED, BAD])
  for (const secret of everything) expect(held).toContain(secret)
})

test('no page of a token repeats the words of the message', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const first = site.fake.receive(token)
  site.fake.finish(token, first, BAD)
  site.fake.finish(token, site.fake.receive(token), MIXED)
  for (const path of [`/t/${token}`, `/t/${token}?m=${first}`, `/t/${token}/delete`]) {
    const html = await (await site.ask(path)).text()
    expect(html).toContain('k3vq7m2xw4pb')
    for (const secret of everything) expect(html).not.toContain(secret)
  }
})

test('nor do its events', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const events = readEvents(await site.ask(`/t/${token}/events`))
  await events.next()
  site.fake.finish(token, site.fake.receive(token), MIXED)
  const told = JSON.stringify([await events.next(), await events.next()])
  expect(told).toContain('version')
  for (const secret of everything) expect(told).not.toContain(secret)
  await events.close()
})
