import { expect, test } from 'bun:test'
import { WITHHOLDING_REASONS, type Withholding } from '../../src/core/withholding.ts'
import { SECRETS } from './checks.ts'
import { readEvents } from './events.ts'
import { BAD, MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const everything = Object.values(SECRETS)

test('the fixtures hold the secrets where reports hold the words of a message', () => {
  const held = JSON.stringify([MIXED, BAD])
  for (const secret of everything) expect(held).toContain(secret)
})

const WITHHELD: Withholding = { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code }

const pathsOf = (token: string, id: string) => [
  `/t/${token}`,
  `/t/${token}?m=${id}`,
  `/t/${token}.json`,
  `/t/${token}.json?m=${id}`,
  `/t/${token}/delete`,
  `/t/${token}/kind`,
]

test('no page of a token repeats the words of a message that is withheld', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const first = site.fake.receive(token)
  site.fake.finish(token, first, { ...BAD, withheld: WITHHELD })
  site.fake.finish(token, site.fake.receive(token), { ...MIXED, withheld: WITHHELD })
  for (const path of pathsOf(token, first)) {
    const shown = await (await site.ask(path)).text()
    expect(shown).toContain(token)
    for (const secret of everything) expect(shown).not.toContain(secret)
  }
})

test('of one that is not, its words are shown as such: what checks quote is not', async () => {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const first = site.fake.receive(token)
  site.fake.finish(token, first, MIXED)
  for (const path of pathsOf(token, first)) {
    const shown = await (await site.ask(path)).text()
    for (const quoted of [SECRETS.path, SECRETS.query, SECRETS.body, SECRETS.header]) {
      expect(shown).not.toContain(quoted)
    }
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
