import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { newEntry } from '../../src/core/domains/verification.ts'
import { tokenFrom } from '../../src/core/mail-test.ts'
import type { DomainEntry } from '../../src/core/sender-domain.ts'
import { createLimits } from '../../src/services/access/limits.ts'
import { createIntake, type IntakeDeps } from '../../src/services/intake/intake.ts'
import { REPORT_MAIL_BOUNDS } from '../../src/services/intake/report-mail.ts'
import { createReportRate } from '../../src/services/intake/report-rate.ts'
import { ROLE_MAIL_BOUNDS } from '../../src/services/intake/role-mail.ts'
import { account, mailTest, ROOMY, random } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { entry as said } from '../support/people.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { type TestStore, testStore } from '../support/store.ts'

let own: TestStore
let one: DomainEntry
let clock: ReturnType<typeof testClock>
let told: string[] = []

beforeEach(async () => {
  clock = testClock()
  told = []
  own = await testStore({ clock })
  const owner = account()
  await own.store.accounts.create(owner)
  one = newEntry({
    id: crypto.randomUUID(),
    accountId: owner.id,
    domain: 'example.org',
    token: tokenFrom(random),
    createdAt: clock.now(),
  })
  const entry = said('domain.added', { accountId: owner.id })
  await own.store.domains.add(one, { verified: 1, unverified: 1 }, entry)
})
afterEach(() => own.done())

const HOST = 'reports.example.com'

function intake({ host = HOST, ...changes }: Partial<IntakeDeps> & { host?: string } = {}) {
  return createIntake({
    store: own.store,
    announcer: { announce() {} },
    clock,
    random,
    mailDomain: 'in.example.com',
    reports: { host, bounds: REPORT_MAIL_BOUNDS, waits: () => told.push('waits') },
    bounds: { ...ROOMY, ...ROLE_MAIL_BOUNDS },
    readiness: readinessUnderTest().readiness,
    log: { info() {}, warn() {}, error() {} },
    ...changes,
  })
}

const kindAt = async (address: string, which = intake()) => {
  const found = await which.recipient(address)
  return found.ok ? found.value.kind : found.refusal.kind
}
const raw = new TextEncoder().encode('From: a@example.net\r\n\r\nx\r\n')
const send = (which = intake(), from = '192.0.2.1', bytes = raw) =>
  which.accept(
    [{ kind: 'reports', domainId: one.id, from }],
    () => envelope({ receivedAt: clock.now() }),
    bytes,
  )

describe('a reports address', () => {
  test.each([
    ['as it is', (token: string) => `${token}@${HOST}`],
    ['in capitals', (token: string) => `${token}@${HOST}`.toUpperCase()],
    ['with a suffix', (token: string) => `${token}+google@${HOST}`],
    ['quoted', (token: string) => `"${token}"@${HOST}`],
  ])('is that of the domain, %s', async (_how, address) => {
    expect(await intake().recipient(address(one.token), 0, '192.0.2.1')).toEqual({
      ok: true,
      value: { kind: 'reports', domainId: one.id, from: '192.0.2.1' },
    })
  })

  test('is one of its host alone, and tests have theirs at the mail domain alone', async () => {
    const known = mailTest()
    await own.store.mailTests.allocate({ test: known })
    expect(await kindAt(`${one.token}@in.example.com`)).toBe('unknown_recipient')
    expect(await kindAt(`${known.localPart}@in.example.com`)).toBe('test')
    expect(await kindAt(`${known.localPart}@${HOST}`)).toBe('unknown_recipient')
    const shared = intake({ host: 'in.example.com' })
    expect(await kindAt(`${one.token}@in.example.com`, shared)).toBe('reports')
    expect(await kindAt(`${known.localPart}@in.example.com`, shared)).toBe('test')
  })

  test('of an unknown token is unknown, but of our domain; postmaster and abuse are there', async () => {
    expect(await kindAt(`${tokenFrom(random)}@${HOST}`)).toBe('unknown_recipient')
    expect(intake().isOurs(`${tokenFrom(random)}@${HOST}`)).toBe(true)
    expect(intake().isOurs('x@in.example.com')).toBe(true)
    expect(intake().isOurs(`x@sub.${HOST}`)).toBe(false)
    expect(await kindAt(`postmaster@${HOST}`)).toBe('role')
    expect(await kindAt(`ABUSE@${HOST}`)).toBe('role')
  })

  test('is none any more once the domain is deleted', async () => {
    const entry = said('domain.deleted', { accountId: one.accountId })
    await own.store.domains.delete(one.accountId, one.id, entry)
    expect(await kindAt(`${one.token}@${HOST}`)).toBe('unknown_recipient')
    expect(await send()).toEqual({ ok: false, refusal: { kind: 'unknown_recipient' } })
  })
})

describe('mail to a reports address', () => {
  test('is durable when it is taken, and somebody is told that it waits', async () => {
    const sent = await send()
    if (!sent.ok) throw new Error(sent.refusal.kind)
    expect(told).toEqual(['waits'])
    const [due] = await own.store.reportMail.claim('here/1', 1000, 10)
    expect(due).toMatchObject({ id: sent.value.ids[0], domain: 'example.org' })
    expect((await own.store.reportMail.raw(due?.id ?? ''))?.raw).toEqual(raw)
  })

  test('is refused for the moment once so much waits', async () => {
    const bounds = { waitingBytes: 100_000, waitingBytesPerDomain: 60_000 }
    const narrow = intake({ reports: { host: HOST, bounds, waits() {} } })
    const large = crypto.getRandomValues(new Uint8Array(40_000))
    expect((await send(narrow, '192.0.2.1', large)).ok).toBe(true)
    expect(await send(narrow, '192.0.2.1', large)).toEqual({ ok: false, refusal: { kind: 'reports_full' } })
  })

  test('is bounded by the hour, from one network and for one domain', async () => {
    const rate = createReportRate(createLimits(clock), 'test')
    for (let sent = 0; sent < 2000; sent += 1) await rate.take(`domain ${sent}`, '192.0.2.1', 1)
    expect(await rate.wait('another', '192.0.2.1')).toBeGreaterThan(0)
    expect(await rate.wait('another', '192.0.2.2')).toBe(0)
    for (let sent = 0; sent < 3000; sent += 1) await rate.take('one', `203.0.113.${sent}`, 1)
    expect(await rate.wait('one', '198.51.100.1')).toBeGreaterThan(0)
    expect(await rate.wait('two', '198.51.100.1')).toBe(0)
    clock.advance(3_600_000)
    expect(await rate.wait('one', '192.0.2.1')).toBe(0)
  })

  test('from one network leaves a domain room for that of others', async () => {
    const rate = createReportRate(createLimits(clock), 'test')
    for (let sent = 0; sent < 1000; sent += 1) await rate.take('one', '192.0.2.1', 1)
    expect(await rate.wait('one', '192.0.2.1')).toBeGreaterThan(0)
    expect(await rate.wait('one', '198.51.100.1')).toBe(0)
    expect(await rate.wait('two', '192.0.2.1')).toBe(0)
  })

  test('of a relay that does not tell who sends it is bounded for one domain alone', async () => {
    const rate = createReportRate(createLimits(clock), 'test')
    for (let sent = 0; sent < 3000; sent += 1) await rate.take('one', '', 1_000_000)
    expect(await rate.wait('one', '')).toBeGreaterThan(0)
    expect(await rate.wait('two', '')).toBe(0)
  })

  test('counts by its size, so that large mail of one network does not fill the room of a domain', async () => {
    const rate = createReportRate(createLimits(clock), 'test')
    let bytes = 0
    while ((await rate.wait('one', '192.0.2.1')) === 0 && bytes < 1e9) {
      await rate.take('one', '192.0.2.1', 4_000_000)
      bytes += 4_000_000
    }
    expect(bytes).toBeLessThan(REPORT_MAIL_BOUNDS.waitingBytesPerDomain)
    expect(await rate.wait('one', '198.51.100.1')).toBe(0)
    clock.advance(3_600_000)
    expect(await rate.wait('one', '192.0.2.1')).toBe(0)
  })
})

describe('a complaints address', () => {
  const local = async () => (await own.store.complaints.localPart(one.id)) ?? ''

  test('is found as it is written, at the reports host alone', async () => {
    const address = await local()
    for (const written of [address, address.toUpperCase(), `"${address}"`, `${address}+yahoo`]) {
      expect(await kindAt(`${written}@${HOST}`)).toBe('complaints')
    }
    expect(await kindAt(`${address}@in.example.com`)).toBe('unknown_recipient')
    expect(await kindAt(`${address}@in.example.com`, intake({ host: 'in.example.com' }))).toBe('complaints')
    expect(await kindAt(`fbl-${one.token}@${HOST}`)).toBe('unknown_recipient')
    expect(await kindAt(`${address}0@${HOST}`)).toBe('unknown_recipient')
    await own.store.domains.delete(
      one.accountId,
      one.id,
      said('domain.deleted', { accountId: one.accountId }),
    )
    expect(await kindAt(`${address}@${HOST}`)).toBe('unknown_recipient')
  })

  test('its mail waits in the same line, with what it came to', async () => {
    const which = intake()
    const found = await which.recipient(`${await local()}@${HOST}`, raw.byteLength, '192.0.2.1')
    if (!found.ok) throw new Error(found.refusal.kind)
    const taken = await which.accept([found.value], () => envelope({ receivedAt: clock.now() }), raw)
    expect(taken.ok).toBe(true)
    expect(told).toEqual(['waits'])
    expect(await own.store.reportMail.claim('here/1', 1000, 10)).toMatchObject([
      { purpose: 'complaints', domainId: one.id },
    ])
  })

  test('one network may send more of them than of reports, and others go on when it may not', async () => {
    const rate = createReportRate(createLimits(clock), 'test', 5)
    for (let sent = 0; sent < 5000; sent += 1) {
      expect(await rate.wait('one', '192.0.2.1')).toBe(0)
      await rate.take('one', '192.0.2.1', 1)
    }
    expect(await rate.wait('one', '192.0.2.1')).toBeGreaterThan(0)
    expect(await rate.wait('one', '192.0.2.2')).toBe(0)
  })
})
