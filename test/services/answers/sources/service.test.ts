import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { KNOWN } from '../../../../src/app/aggregates/open-sources.ts'
import { sourceInquiries } from '../../../../src/app/aggregates/source-inquiries.ts'
import { reportUidFrom } from '../../../../src/core/aggregate/report-uid.ts'
import { readSpfTerms } from '../../../../src/mail/authentication/spf/naming/terms.ts'
import { organisationOf } from '../../../../src/mail/reading/domains/sender-domain.ts'
import { type ZoneLiteral, zoneResolver } from '../../../../src/net/dns/zone.ts'
import type { Resolver } from '../../../../src/net/ports.ts'
import { createLooked, type Looked } from '../../../../src/services/answers/looked.ts'
import { createSourceAnswers } from '../../../../src/services/answers/sources/create-source-answers.ts'
import { createSourceReading } from '../../../../src/services/answers/sources/reading.ts'
import { createSpfNamings } from '../../../../src/services/answers/spf-naming.ts'
import { createSenderDomains } from '../../../../src/services/domains/sender-domains.ts'
import { aggregateOf } from '../../../../src/services/samples/dmarc-year/aggregate.ts'
import { DEMO_LIFE, demoScenario } from '../../../../src/services/samples/dmarc-year/demo.ts'
import { namesOf } from '../../../../src/services/samples/dmarc-year/load.ts'
import { reportsOf } from '../../../../src/services/samples/dmarc-year/year.ts'
import { QueryTooLong } from '../../../../src/store/aggregates.ts'
import { random } from '../../../support/builders.ts'
import { provenDomain } from '../../../support/dmarc-year.ts'
import { entry as said } from '../../../support/people.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'

const DOMAIN = 'example.org'
const FIRST = 20_400
const DAY_MS = 86_400_000
/** The newsletter lost its key some days ago. */
const WINDOW = { from: FIRST + DEMO_LIFE.keyLost - 24, to: FIRST + DEMO_LIFE.keyLost + 5 }
const KEY = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

const ZONE: ZoneLiteral = {
  [DOMAIN]: { TXT: ['v=spf1 ip4:192.0.2.10 ip4:192.0.2.11 ip6:2001:db8:0:10::/64 -all'] },
  [`mail._domainkey.${DOMAIN}`]: { TXT: [KEY] },
}

let held: TestStore
let domain: Awaited<ReturnType<typeof provenDomain>>
const time = { at: new Date((WINDOW.to + 2) * DAY_MS) }
const clock = { now: () => time.at, ticks: () => time.at.getTime() }
let asked = 0
/** What reading waits for. */
let heldBack: Promise<void> | undefined

beforeAll(async () => {
  held = await testStore({ clock })
  const { store } = held
  const scenario = demoScenario(DOMAIN)
  domain = await provenDomain(store, DOMAIN)
  for (const report of reportsOf(scenario, { first: FIRST, from: WINDOW.from - 30, to: WINDOW.to })) {
    const uid = reportUidFrom(random, report.receivedAt)
    const { accountId } = domain
    const { receivedAt } = report
    const aggregate = aggregateOf(report)
    await store.aggregates.put({ aggregate, accountId, uid, fileId: uid, receivedAt, authenticated: true })
  }
  await store.aggregates.name(namesOf(scenario, time.at))
})

afterAll(() => held.done())

function readingOf(resolver: Resolver = zoneResolver(ZONE), looked?: Looked) {
  const { store } = held
  const counted = {
    ...store.aggregates,
    facts: async (...args: Parameters<typeof store.aggregates.facts>) => {
      asked += 1
      await heldBack
      return store.aggregates.facts(...args)
    },
  }
  return createSourceReading({
    store: { aggregates: counted, sourceMarks: store.sourceMarks },
    spf: createSpfNamings({ clock, read: (name) => readSpfTerms(name, resolver) }),
    organisationOf,
    senders: KNOWN,
    clock,
    ...(looked && { looked }),
  })
}

function service(zone: ZoneLiteral = ZONE, fail: string[] = []) {
  const { store } = held
  const resolver = zoneResolver(zone, { fail })
  const domains = createSenderDomains(store)
  const reading = readingOf(resolver)
  return createSourceAnswers({ store, domains, reading, inquiries: sourceInquiries(resolver, clock) })
}

const me = () => ({ kind: 'operator' as const, accountId: domain.accountId })

async function sources(answers = service()) {
  const found = await answers.sources(me(), domain.id, WINDOW)
  if (!found.ok) throw new Error(found.refusal.kind)
  return found.value
}

async function one(key: string, answers = service()) {
  const found = await answers.source(me(), domain.id, WINDOW, key)
  if (!found.ok || !found.value.found) throw new Error(key)
  return found.value.found
}

function mark(key: string, mine: 'mine' | null) {
  const { accountId, id } = domain
  const entry = said('dmarc.source_marked', { accountId, target: DOMAIN })
  return held.store.sourceMarks.change(accountId, id, { key, mark: mine }, { at: time.at, by: 'Ann' }, entry)
}

describe('sources of a domain whose truth is known', () => {
  test('each is what it is', async () => {
    const all = await sources()
    const told = Object.fromEntries(
      all.sources.filter(({ standing }) => standing !== 'abuse').map((one) => [one.key, one.standing]),
    )
    expect(told).toEqual({
      'sender:sendgrid': 'broken',
      'sender:zendesk': 'unaligned',
      'domain:gardeners.example': 'mailing_list',
      'domain:mailbox.example': 'forwarded',
      'domain:mail.example.org': 'passing',
      'domain:university.example': 'forwarded',
    })
    const strangers = all.sources.filter(({ standing }) => standing === 'abuse')
    expect(strangers.map(({ key }) => key)).toContain('domain:broadband.example')
    expect(strangers.every(({ pass, whose }) => pass === 0 && whose === 'others')).toBe(true)
  })

  test('they add up to what was reported', async () => {
    const { sources: all, rest } = await sources()
    const summary = await held.store.aggregates.summary(domain.id, WINDOW)
    expect(rest).toBeUndefined()
    expect(all.reduce((sum, { messages }) => sum + messages, 0)).toBe(summary.messages)
    expect(all.reduce((sum, { pass }) => sum + pass, 0)).toBe(summary.pass)
    expect(summary.messages).toBeGreaterThan(10_000)
  })

  test('the domain of another account is not there', async () => {
    const answers = service()
    const stranger = { kind: 'operator' as const, accountId: 'another' }
    const refusal = { ok: false, refusal: { kind: 'not_found', what: 'domain' } }
    expect(await answers.sources(stranger, domain.id, WINDOW)).toMatchObject(refusal)
    expect(await answers.source(stranger, domain.id, WINDOW, 'sender:sendgrid')).toMatchObject(refusal)
    const at = { key: 'sender:sendgrid', limit: 10 }
    expect(await answers.records(stranger, domain.id, WINDOW, at)).toMatchObject(refusal)
  })
})

describe('what was read', () => {
  test('is kept for a minute, for longer where nothing came, and never longer than it is true', async () => {
    const answers = service()
    asked = 0
    const first = await sources(answers)
    expect((await sources(answers)).sources).toBe(first.sources)
    expect(asked).toBe(1)
    await mark('ip:192.0.2.20', 'mine')
    expect((await sources(answers)).sources).not.toBe(first.sources)
    expect(asked).toBe(1)
    await mark('ip:192.0.2.20', null)
    time.at = new Date(time.at.getTime() + 61_000)
    await sources(answers)
    expect(asked).toBe(2)
    time.at = new Date(time.at.getTime() + 100_000)
    await sources(answers)
    expect(asked).toBe(2)
    time.at = new Date(time.at.getTime() + 21_000)
    await sources(answers)
    expect(asked).toBe(3)
  })

  test('for what is kept elsewhere takes nothing of what pages ask for', async () => {
    const reading = readingOf()
    asked = 0
    const once = await reading.readOnce(domain.accountId, domain, WINDOW)
    const first = await reading.read(domain.accountId, domain, WINDOW)
    expect(asked).toBe(2)
    expect(first.answered.sources).toEqual(once.answered.sources)
    const again = await reading.readOnce(domain.accountId, domain, WINDOW)
    expect((await reading.read(domain.accountId, domain, WINDOW)).answered).toBe(first.answered)
    expect(again.answered).toBe(first.answered)
    expect(asked).toBe(2)
  })

  test('is asked of the store once where several ask at the same time', async () => {
    const reading = readingOf()
    asked = 0
    const { accountId } = domain
    await Promise.all([reading.readOnce(accountId, domain, WINDOW), reading.read(accountId, domain, WINDOW)])
    expect(asked).toBe(1)
    await reading.read(accountId, domain, WINDOW)
    expect(asked).toBe(1)
  })

  test('is no longer waited for than a page says, by whatever is as good, and never without what people said', async () => {
    const reading = readingOf()
    const { accountId } = domain
    const soon = (patience: number) => reading.soon(accountId, domain, WINDOW, patience)
    const gate = Promise.withResolvers<void>()
    heldBack = gate.promise
    asked = 0
    expect(await soon(1)).toBeUndefined()
    await until(() => asked === 1)
    // Whoever looks again waits for what is under way.
    expect(await soon(1)).toBeUndefined()
    expect(asked).toBe(1)
    gate.resolve()
    const whole = await reading.read(accountId, domain, WINDOW)
    expect((await soon(10_000))?.answered).toBe(whole.answered)
    expect(asked).toBe(1)
    // Of the same reports, a minute later: names may be others by now.
    time.at = new Date(time.at.getTime() + 61_000)
    const late = Promise.withResolvers<void>()
    heldBack = late.promise
    expect((await soon(1))?.answered).toBe(whole.answered)
    await until(() => asked === 2)
    await mark('ip:192.0.2.20', 'mine')
    expect(await soon(1)).toBeUndefined()
    late.resolve()
    expect((await soon(10_000))?.answered).not.toBe(whole.answered)
    await mark('ip:192.0.2.20', null)
    heldBack = undefined
  })

  test('is read again for who looked, when a report came or the day is another, and as long as it is kept', async () => {
    const looked = createLooked(clock)
    const reading = readingOf(zoneResolver(ZONE), looked)
    const { accountId } = domain
    const over = () => false
    await reading.read(accountId, domain, WINDOW)
    asked = 0
    await looked.prepare(over)
    expect((await reading.soon(accountId, domain, WINDOW, 10_000))?.answered.reports).toBeGreaterThan(10)
    await looked.prepare(over)
    expect(asked).toBe(0)
    const tomorrow = { from: WINDOW.from + 1, to: WINDOW.to + 1 }
    const before = time.at
    // The hour is over before the day is: somebody looks shortly before midnight.
    const midnight = (Math.floor(before.getTime() / DAY_MS) + 1) * DAY_MS
    time.at = new Date(midnight - 60_000)
    await reading.soon(accountId, domain, WINDOW, 10_000)
    asked = 0
    time.at = new Date(midnight)
    await looked.prepare(over)
    expect(asked).toBe(1)
    expect((await reading.soon(accountId, domain, tomorrow, 10_000))?.answered.window).toEqual(tomorrow)
    expect(asked).toBe(1)
    time.at = before
  })

  test('that took too long is not begun again by each look, and is tried again', async () => {
    const reading = readingOf()
    const { accountId } = domain
    const soon = () => reading.soon(accountId, domain, WINDOW, 10_000)
    heldBack = Promise.reject(new QueryTooLong('too long'))
    heldBack.catch(() => {})
    asked = 0
    await expect(soon()).rejects.toBeInstanceOf(QueryTooLong)
    await expect(soon()).rejects.toBeInstanceOf(QueryTooLong)
    expect(asked).toBe(1)
    heldBack = undefined
    time.at = new Date(time.at.getTime() + 11_000)
    expect((await soon())?.answered.sources.length).toBeGreaterThan(5)
    expect(asked).toBe(2)
  })

  test('has another version once a source is marked', async () => {
    const reading = readingOf()
    const before = await reading.version(domain.id, WINDOW)
    expect(await reading.version(domain.id, WINDOW)).toEqual(before)
    await mark('ip:192.0.2.20', 'mine')
    expect(await reading.version(domain.id, WINDOW)).not.toEqual(before)
    await mark('ip:192.0.2.20', null)
    expect(await reading.version(domain.id, WINDOW)).toEqual(before)
  })

  test('without the DNS nothing is taken for not named', async () => {
    const all = await sources(service(ZONE, [`TXT ${DOMAIN}`]))
    expect(all.spfUnknown).toBe(true)
    expect(all.sources.filter(({ standing }) => standing === 'abuse')).toEqual([])
    expect(all.sources.find(({ key }) => key === 'sender:sendgrid')?.standing).toBe('broken')
  })
})

describe('one source', () => {
  test('its days and addresses add up', async () => {
    const { source, addresses, days, messages } = await one('sender:sendgrid')
    expect(addresses).toHaveLength(6)
    expect(days.reduce((sum, day) => sum + day.messages, 0)).toBe(source.messages)
    expect(days.reduce((sum, day) => sum + day.pass, 0)).toBe(source.pass)
    expect(messages).toBe((await held.store.aggregates.summary(domain.id, WINDOW)).messages)
  })

  test('its advice names the selector that reports name, and what the DNS says of it', async () => {
    const { source } = await one('sender:sendgrid')
    expect(source.advice.says).toStartWith(
      'Its signatures as example.org no longer verify. s1._domainkey.example.org has no key: publish there the record that Twilio SendGrid shows for it.',
    )
    const there = service({ ...ZONE, 's1._domainkey.example.org': { TXT: [KEY] } })
    expect((await one('sender:sendgrid', there)).source.advice.says).toContain(
      's1._domainkey.example.org has a key: compare it',
    )
    const silent = service(ZONE, ['TXT s1._domainkey.example.org'])
    expect((await one('sender:sendgrid', silent)).source.advice.says).toContain(
      's1._domainkey.example.org could not be looked up',
    )
  })

  test('an address that is marked gets a record only where the domain is asked for, and none is cut off', async () => {
    await mark('ip:192.0.2.20', 'mine')
    const { source } = await one('ip:192.0.2.20')
    expect(source).toMatchObject({ standing: 'broken', whose: 'own', mark: 'mine' })
    expect(source.advice.record).toBeUndefined()
    await mark('ip:192.0.2.20', null)
    const stranger = (await sources()).sources.find(
      ({ key, standing, headerFrom }) =>
        key.startsWith('ip:') && standing === 'abuse' && headerFrom[0] === DOMAIN,
    )
    const key = stranger?.key ?? ''
    expect((await one(key)).source.advice.record).toBeUndefined()
    await mark(key, 'mine')
    const spf = 'v=spf1 ip4:192.0.2.10 ip4:192.0.2.11 ip6:2001:db8:0:10::/64'
    const { advice } = (await one(key)).source
    expect(advice.record).toEqual({
      name: DOMAIN,
      type: 'TXT',
      value: `${spf} ip4:${key.slice(3)} -all`,
      replaces: `${spf} -all`,
    })
    const silent = service(ZONE, [`TXT ${DOMAIN}`])
    expect((await one(key, silent)).source.advice.record).toBeUndefined()
    const several = service({ ...ZONE, [DOMAIN]: { TXT: [`${spf} -all`, 'v=spf1 -all'] } })
    expect((await one(key, several)).source.advice.record).toBeUndefined()
    const open = service({ ...ZONE, [DOMAIN]: { TXT: ['v=spf1 include:gone.example -all'] } }, [
      'TXT gone.example',
    ])
    expect((await one(key, open)).source.advice.record).toBeUndefined()
    await mark(key, null)
  })

  test('its records are those of its addresses, and of one of them', async () => {
    const answers = service()
    const { addresses } = await one('sender:zendesk', answers)
    const [ip = ''] = addresses
    const all = await answers.records(me(), domain.id, WINDOW, { key: 'sender:zendesk', limit: 50 })
    const some = await answers.records(me(), domain.id, WINDOW, { key: 'sender:zendesk', ip, limit: 50 })
    const none = await answers.records(me(), domain.id, WINDOW, {
      key: 'sender:zendesk',
      ip: '192.0.2.10',
      limit: 50,
    })
    if (!all.ok || !some.ok || !none.ok) throw new Error('refused')
    expect(all.value.records).toHaveLength(50)
    expect(all.value.records.every(({ record }) => addresses.includes(record.ip))).toBe(true)
    expect(new Set(some.value.records.map(({ record }) => record.ip))).toEqual(new Set([ip]))
    expect(none.value.records).toEqual([])
  })

  test('one that is not there is none', async () => {
    const found = await service().source(me(), domain.id, WINDOW, 'sender:nobody')
    expect(found).toEqual({ ok: true, value: {} })
  })
})
