import { describe, expect, test } from 'bun:test'
import { refused } from '../../../src/core/refusal.ts'
import type { AccountTests, ListedTest, TestQuery } from '../../../src/services/mail-tests/account-tests.ts'
import { RULES } from '../../support/builders.ts'
import { DKIM, DKIM_FAILED, SPF } from '../checks.ts'
import { createAnnouncer, createFakeMailTests, NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { report } from '../reports.ts'
import { siteUnderTest } from '../site-under-test.ts'

const DECIDED = { withholdingVersion: RULES.version }

function listed(token: string, rest: Partial<ListedTest> = {}): ListedTest {
  return {
    token,
    address: 'k3vq7m2xw4pa@mail.mailgauge.example',
    source: 'dashboard',
    status: 'scored',
    score: 7,
    createdAt: NOW,
    expiresAt: NOW,
    receivedAt: NOW,
    messages: 1,
    shared: false,
    ...rest,
  }
}

/** Tests of the account `acc_1`, which it alone may read. */
async function withTests(items: ListedTest[] = [], next?: string) {
  const { mailTests, ...fake } = createFakeMailTests(createAnnouncer())
  const asked: TestQuery[] = []
  const accountTests = {
    find: async (_: unknown, query: TestQuery) => {
      asked.push(query)
      return { items, ...(next !== undefined && { next }) }
    },
  } as unknown as AccountTests
  const { sessions } = fakeSessions({ me: somebody({ role: 'viewer' }) })
  const site = siteUnderTest({
    accountTests,
    people: peopleWith(sessions),
    mailTests: {
      ...mailTests,
      readMessage: (_, token, messageId) => mailTests.readMessage({ kind: 'token', token }, token, messageId),
      read: async (actor, token, messageId) =>
        actor.kind === 'session' && actor.accountId === 'acc_1'
          ? mailTests.read({ kind: 'token', token }, token, messageId)
          : refused({ kind: 'not_found', what: 'test' }),
    },
  })
  const ask = (query: string) => site.ask(`/tests/compare${query}`, { headers: { cookie: 'mailgauge=me' } })
  return { site, fake, asked, ask, html: async (query = '') => (await ask(query)).text() }
}

async function testWith(fake: Awaited<ReturnType<typeof withTests>>['fake'], one = report([SPF], DECIDED)) {
  const token = await fake.create()
  const id = fake.receive(token)
  fake.finish(token, id, one)
  return { token, id }
}

describe('any two reports of an account', () => {
  test('stand side by side, the latest message of each where none is named', async () => {
    const { fake, html } = await withTests()
    const one = await testWith(fake, report([SPF, DKIM_FAILED], DECIDED))
    const two = await testWith(fake, report([SPF, DKIM], DECIDED))
    const text = await html(`?a=${one.token}&b=${two.token}.${two.id}`)
    expect(text).toContain('<h1>+1.5 compared with the first report</h1>')
    expect(text).toContain('DKIM fixed.')
    expect(text).toContain('First report')
    expect(await html(`?a=${one.token}&b=${one.token}`)).toContain('The same message twice')
  })

  test('let no subject or sender turn the order of what stands beside them', async () => {
    const { fake, html } = await withTests()
    const headline = { from: 'Ann \u202Egro.elpmaxe', date: '', subject: '\u202Eesrever\u2028 x' }
    const one = await testWith(fake, report([SPF], { ...DECIDED, headline }))
    const two = await testWith(fake)
    for (const query of [`?a=${one.token}&b=${two.token}`, `?a=${one.token}`]) {
      const text = await html(query)
      expect(text).toContain('esrever x')
      expect(text).not.toMatch(/[\u202E\u2028]/)
    }
  })

  test('of which one has none say so', async () => {
    const { fake, html } = await withTests()
    const one = await testWith(fake)
    const empty = await fake.create()
    expect(await html(`?a=${one.token}&b=${empty}`)).toContain(
      'The second report has no message: nothing has arrived at its address yet.',
    )
  })

  test('are those of the account alone, and what names no test is none', async () => {
    const { fake, ask, site } = await withTests()
    const { token } = await testWith(fake)
    const strange = [
      `?a=${token}&b=${'q'.repeat(26)}`,
      `?a=${'q'.repeat(26)}`,
      `?a=${token}&b=${token}.msg_${'z'.repeat(26)}`,
      '?a=nonsense',
      `?a=${token}.`,
      `?a=${encodeURIComponent('<script>')}`,
    ]
    for (const query of strange) expect([query, (await ask(query)).status]).toEqual([query, 404])
    const stranger = await site.ask(`/tests/compare?a=${token}&b=${token}`)
    expect([stranger.status, stranger.headers.get('location')?.startsWith('/sign-in')]).toEqual([303, true])
  })
})

describe('choosing them', () => {
  test('lists the tests that have a report, found by words and a page at a time', async () => {
    const other = 'r'.repeat(26)
    const before = new Date(NOW.getTime() - 86_400_000_000)
    const items = [
      listed(other, { subject: 'Spring <b>offer</b>', from: 'a@x.example', receivedAt: before }),
      listed('s'.repeat(26), { subject: '' }),
    ]
    const { fake, html, asked } = await withTests(items, '17')
    const { token } = await testWith(fake)
    const text = await html(`?a=${token}&search=spring`)
    expect(asked[0]).toEqual({ status: 'scored', limit: 25, words: 'spring' })
    expect(text).toContain('Spring &lt;b>offer')
    expect(text).toContain('No subject')
    // What arrived first is the first, whichever was chosen first.
    expect(text).toContain(`/tests/compare?a=${other}&amp;b=${token}`)
    expect(text).toContain(`/tests/compare?a=${token}&amp;search=spring&amp;after=17`)
    expect(await html(`?a=${token}&search=spring&after=17`)).toContain('Newest')
  })

  test('begins with the first where none is named', async () => {
    const { html } = await withTests([listed('r'.repeat(26))])
    const text = await html()
    expect(text).toContain('Compare which report?')
    expect(text).toContain(`/tests/compare?a=${'r'.repeat(26)}`)
  })

  test('says what to do where there is nothing to choose', async () => {
    const { fake, html } = await withTests()
    const { token } = await testWith(fake)
    expect(await html(`?a=${token}`)).toContain('No other test has a report yet')
    expect(await html(`?a=${token}&search=zzz`)).toContain('No other test found')
  })

  test('keeps what strangers wrote text', async () => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>\u202Egnp ${'w'.repeat(2_000)}`
    const { html } = await withTests([listed('r'.repeat(26), { subject: hostile, from: hostile })])
    const text = await html(`?search=${encodeURIComponent(hostile)}`)
    expect(text).not.toContain('<img src=x')
    expect(text).not.toContain('<script>alert')
    // What was searched for stands in the field as it was typed.
    expect(text.replaceAll(/ value="[^"]*"/g, '')).not.toContain('\u202E')
    expect(text.length).toBeLessThan(15_000)
  })
})
