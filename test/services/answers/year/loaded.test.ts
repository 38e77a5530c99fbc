import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { senderOfHost } from '../../../../src/app/aggregates/known-sender.ts'
import { dateOfDay } from '../../../../src/services/aggregates/window.ts'
import { createReportedMail } from '../../../../src/services/answers/reported-mail.ts'
import { DEMO_LIFE, demoScenario } from '../../../../src/services/samples/dmarc-year/demo.ts'
import { createSampleYear } from '../../../../src/services/samples/dmarc-year/load.ts'
import { createPastLooks } from '../../../../src/services/samples/dmarc-year/past.ts'
import { DEMO_DOMAIN, demoZone } from '../../../../src/services/samples/zone.ts'
import { random } from '../../../support/builders.ts'
import type { KnownDomain } from './domains.ts'
import { windowOf } from './run.ts'
import { sendersOf } from './sources.ts'
import { openYear, type YearWorld } from './world.ts'

setDefaultTimeout(300_000)

const TODAY = 20_780
const [spf = ''] = demoZone(DEMO_DOMAIN, { dkimPublicKey: '', selector: '' })[DEMO_DOMAIN]?.TXT ?? []
const known: KnownDomain = { scenario: demoScenario(), kinds: {}, spf, begins: 0, asXml: false }

let world: YearWorld
beforeAll(async () => {
  world = await openYear([known])
  world.turnTo(TODAY)
  await world.watch()
  const { store, clock } = world
  const { accountId, id } = world.entryOf(known)
  const year = createSampleYear({
    ...{ store, clock, random },
    past: createPastLooks({ store, sources: world.reading }),
    scenario: known.scenario,
    knownSender: senderOfHost,
  })
  await year.load(accountId, id)
})
afterAll(() => world.done())

test('the sample year shows a source of every kind', async () => {
  const { answered, addresses } = await world.sources(known, windowOf(TODAY))
  const shown = new Map(
    answered.sources.map((source) => {
      const [sender = ''] = sendersOf(known, addresses.get(source.key) ?? [])
      return [sender, [source.standing, source.whose]]
    }),
  )
  expect(Object.fromEntries(shown)).toEqual({
    office: ['passing', 'own'],
    newsletter: ['passing', 'own'],
    shop: ['passing', 'own'],
    'help-desk': ['unaligned', 'undecided'],
    web: ['broken', 'own'],
    university: ['passing', 'passed_on'],
    'old-mailbox': ['forwarded', 'passed_on'],
    list: ['mailing_list', 'passed_on'],
    'abuse-named': ['abuse', 'others'],
    'abuse-below': ['abuse', 'others'],
  })
  const names = answered.sources.map(({ name }) => name)
  expect(names).toContain('Zendesk')
  expect(names).toContain(`mail.${DEMO_DOMAIN}`)
})

test('a source that passes over the year says on which days it failed', async () => {
  const { accountId, id } = world.entryOf(known)
  const found = await world.answers.source(
    { kind: 'operator', accountId },
    id,
    { from: TODAY - 366, to: TODAY - 2 },
    'sender:sendgrid',
  )
  if (!found.ok || !found.value.found) throw new Error('It is not there')
  const { source } = found.value.found
  const days = [DEMO_LIFE.keyLost, DEMO_LIFE.keyBack].map((day) => dateOfDay(TODAY - 366 + day))
  expect(source).toMatchObject({ standing: 'passing', whose: 'own' })
  expect(source.reasons[1]).toMatch(new RegExp(`^Its mail of ${days[0]} to .* failed: `))
  expect(source.reasons[2]).toBe(`It passes again since ${days[1]}.`)
  expect(source.advice.says).toStartWith('It passes again: find out what was lost')
})

test('it says what is to be repaired under its policy', async () => {
  const { scopes, data } = await world.readiness(known)
  expect(data.enough).toBe(true)
  const verdicts = scopes.find(({ scope }) => scope === 'p')?.verdicts ?? []
  expect(verdicts.map(({ policy, ready }) => [policy, ready])).toEqual([
    ['quarantine', 'no'],
    ['reject', 'no'],
  ])
  const web = verdicts[1]?.simulation.bySource.find(({ standing }) => standing === 'broken')
  expect(web?.messages).toBeGreaterThan(1_000)
})

test('the report of a test tells the share of the mail that passed, by the sources that the page shows', async () => {
  const { accountId, id } = world.entryOf(known)
  const { store, clock } = world
  const log = { info() {}, warn() {}, error() {} }
  const mail = createReportedMail({
    ...{ clock, log, domains: store.domains, sources: world.answers, patienceMs: 60_000 },
  })
  const told = await mail.of(
    { kind: 'session', accountId, role: 'viewer', personId: 'per_1' },
    `Notes <news@${DEMO_DOMAIN}>`,
  )
  const window = { from: TODAY - 8, to: TODAY - 2, authenticated: true }
  const { pass, messages } = await store.aggregates.summary(id, window)
  expect(told).toMatchObject({ domainId: id, window, pass, worst: { name: 'Zendesk' } })
  expect((told?.messages ?? 0) + (told?.others ?? 0)).toBe(messages)
  expect(told?.others).toBeGreaterThan(0)
})

test('what happens in it is listed, each once and as of the sample', async () => {
  const told = await world.told(known)
  expect(told.every(({ isSample }) => isSample)).toBe(true)
  const first = TODAY - 366
  const days = (type: string, is: (payload: string) => boolean = () => true) =>
    told.flatMap(({ at, event }) =>
      event.type === type && is(JSON.stringify(event.payload))
        ? Math.floor(at.getTime() / 86_400_000) - first
        : [],
    )
  const { sampled, quarantine, reject, keyLost, newService } = DEMO_LIFE
  // Days are judged when they are two days old.
  expect(days('dmarc.policy_changed')).toEqual([sampled + 2, quarantine + 2, reject + 2])
  expect(days('dmarc.source_regressed', (payload) => payload.includes('sendgrid'))).toEqual([keyLost + 2])
  expect(days('dmarc.rate_low')).toEqual([keyLost + 2])
  expect(days('dmarc.source_new', (payload) => !payload.includes('likelyAbuse'))).toEqual([newService + 2])
  expect(days('dmarc.source_new', (payload) => payload.includes('likelyAbuse')).length).toBeGreaterThan(3)
  expect(days('tls.failures')).toHaveLength(3)
  expect(days('dmarc.reports_missing')).toEqual([])
})

test('nothing of it is told as an event', async () => {
  const { store } = world
  const before = await world.told(known)
  const lately = () => store.watching.toldSince(world.entryOf(known).accountId, new Date(0), 50)
  for (const day of [TODAY, TODAY + 1]) {
    world.turnTo(day)
    await world.watch()
    expect(await world.told(known)).toEqual(before)
    expect(await lately()).toEqual([])
    const announced = (await store.outbox.behind('anybody', 1_000)).map(({ type }) => type)
    expect(announced.filter((type) => /^(dmarc|tls)\./.test(type))).toEqual([])
  }
})
