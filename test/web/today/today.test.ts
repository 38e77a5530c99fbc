import { describe, expect, test } from 'bun:test'
import type { Role } from '../../../src/core/access/role.ts'
import { granted } from '../../../src/core/refusal.ts'
import type { AttentionKind, StandingRow } from '../../../src/services/answers/standings/standing.ts'
import type { Standings } from '../../../src/services/answers/standings/standings.ts'
import type { WatchTelling } from '../../../src/services/answers/watching/telling.ts'
import type { DomainView } from '../../../src/services/domains/domains.ts'
import type { AccountTests, ListedTest } from '../../../src/services/mail-tests/account-tests.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { todayOf } from '../../../src/web/pages/today/standing.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'

let made = 0
function listed(rest: Partial<ListedTest> = {}): ListedTest {
  made += 1
  return {
    token: String.fromCharCode(97 + (made % 26)).repeat(26),
    address: 'k3vq7m2xw4pa@mail.mailgauge.example',
    source: 'dashboard',
    status: 'scored',
    score: 10,
    createdAt: NOW,
    expiresAt: NOW,
    receivedAt: NOW,
    messages: 1,
    shared: false,
    subject: `Subject ${made}`,
    from: 'a@x.example',
    ...rest,
  }
}

const domain = (name: string, rest: Partial<DomainView> = {}): DomainView => ({
  id: name,
  domain: name,
  verified: true,
  record: { name: `_mailgauge.${name}`, value: 'x' },
  addedAt: NOW,
  ...rest,
})

describe('how the mail of an account is today', () => {
  test('the worst is first, and what a newer test of the same message replaced is not told', () => {
    const [poor, worst, failed] = [
      listed({ score: 4 }),
      listed({ score: 1 }),
      listed({ status: 'failed', reason: 'No.' }),
    ]
    const fair = listed({ score: 7 })
    const fixed = listed({ score: 10, subject: 'A' })
    const tests = [poor, fixed, listed({ score: 0, subject: 'A' }), worst, fair, failed]
    const today = todayOf({ tests, hasTests: true })
    expect(today.bad).toEqual([failed, worst, poor])
    expect(today.better).toEqual([fair])
  })

  test('tests of which no words are told are each their own', () => {
    const { subject: _, from: __, ...silent } = listed({ score: 1 })
    expect(
      todayOf({ tests: [silent, { ...silent, token: 'z'.repeat(26) }], hasTests: true }).bad,
    ).toHaveLength(2)
  })

  test('the other tests stand by the time that is shown, the newest first', () => {
    const [early, late] = [new Date(NOW.getTime() - 60_000), NOW]
    const again = listed({ createdAt: early, receivedAt: late, subject: 'A' })
    const once = listed({ createdAt: new Date(NOW.getTime() - 30_000), receivedAt: early, subject: 'B' })
    expect(todayOf({ tests: [once, again], hasTests: true }).fine).toEqual([again, once])
  })

  test('a part that nobody looks after is no step', () => {
    expect(todayOf({ tests: [], hasTests: false }).steps).toEqual(['test'])
    expect(todayOf({ tests: [], hasTests: true, domains: [], keys: 0 }).steps).toEqual(['domain', 'key'])
    expect(todayOf({ tests: [], hasTests: true, keys: 2 }).steps).toEqual([])
    expect(todayOf({ tests: [], hasTests: true, monitors: [] }).steps).toEqual(['monitor'])
  })

  test('of mail to monitors the monitor says whether it is as expected', () => {
    const probe = listed({ source: 'monitor', score: 1 })
    expect(todayOf({ tests: [probe], hasTests: true }).bad).toEqual([probe])
    const watched = todayOf({ tests: [probe], hasTests: true, monitors: [] })
    expect([watched.bad, watched.fine]).toEqual([[], [probe]])
  })
})

interface Account {
  tests?: ListedTest[]
  /** Made before the days that count as lately. */
  older?: ListedTest[]
  domains?: DomainView[]
  keys?: number
  role?: Role
  reports?: Awaited<ReturnType<WatchTelling['ofAccount']>>
  stands?: StandingRow[]
  /** More is known of them in a moment. */
  isOpen?: boolean
}

function front({
  tests = [],
  older = [],
  domains = [],
  keys = 0,
  role = 'owner',
  reports,
  stands,
  isOpen = false,
}: Account) {
  const queries: unknown[] = []
  const accountTests = {
    find: async (_: unknown, query: { since?: Date }) => {
      queries.push(query)
      return { items: query.since ? tests : [...tests, ...older] }
    },
  } as unknown as AccountTests
  const administration = {
    keys: {
      list: async () =>
        granted({
          plan: { name: 'p', api: true },
          keys: Array.from({ length: keys }, () => ({ state: 'active' })),
        }),
    },
  } as unknown as NonNullable<WebDeps['administration']>
  const { sessions } = fakeSessions({ me: somebody({ role }), nowhere: somebody() })
  const { ask } = siteUnderTest({
    accountTests,
    administration,
    domains: { list: async () => domains } as unknown as NonNullable<WebDeps['domains']>,
    people: peopleWith(sessions),
    dmarc: {
      ...(reports && { watch: { ofAccount: async () => reports } as unknown as WatchTelling }),
      ...(stands && {
        standings: { of: async () => granted({ rows: stands, isOpen }) } as unknown as Standings,
      }),
    },
  })
  const html = async (who = 'me') => (await ask('/', { headers: { cookie: `mailgauge=${who}` } })).text()
  return { ask, html, queries }
}

describe('the front page', () => {
  test('of strangers, and of people without an account, is the form', async () => {
    const { ask, html } = front({})
    expect(await (await ask('/')).text()).toContain('See how well your mail is made and sent')
    expect(await html('nowhere')).toContain('See how well your mail is made and sent')
  })

  test('of an account that tested nothing lately does not call it new', async () => {
    const text = await front({ older: [listed()] }).html()
    expect(text).toContain('No mail was tested lately')
    expect(text).not.toContain('Nothing is measured yet')
  })

  test('of a new account says what to do next', async () => {
    const text = await front({}).html()
    expect(text).toContain('Nothing is measured yet')
    for (const step of ['Measure a message', 'Add the domain', 'Create an API key'])
      expect(text).toContain(step)
    const viewer = await front({ role: 'viewer' }).html()
    expect(viewer).toContain('Your role lets you read them')
    for (const step of ['Measure a message', 'Add a domain', 'Create an API key']) {
      expect(viewer).not.toContain(step)
    }
  })

  test('says what reports show that lasts, and what changed lately', async () => {
    const missing = { domain: 'good.example', days: 3, last: '2026-11-10' }
    const change = { domain: 'good.example', before: 'p=none', after: 'p=reject', day: '2026-11-18' }
    const of = { domainId: 'good.example' }
    const text = await front({
      tests: [listed({ score: 2 })],
      domains: [domain('good.example')],
      reports: {
        lasting: [
          { ...of, since: NOW, silent: false, event: { type: 'dmarc.reports_missing', payload: missing } },
        ],
        lately: [
          { ...of, at: NOW, event: { ...{ type: 'dmarc.policy_changed', subject: 'x' }, payload: change } },
        ],
      },
    }).html()
    expect(text).toContain('<h1>Two things need you</h1>')
    expect(text).toContain('One thing that DMARC and TLS reports show and one test of the last 7 days.')
    expect(text).toContain(
      'No DMARC report about good.example has come for 3 days; the newest is about 10 Nov 2026.',
    )
    expect(text).toContain('href="/domains/good.example#dmarc-reports"')
    expect(text).toContain('p=none → p=reject')
  })

  test('never says that nothing is wrong while a policy hits own mail', async () => {
    const standing = { domain: { id: 'id1', domain: 'good.example' } } as StandingRow['standing']
    const row = (kind: AttentionKind, says: string) => ({ standing, attention: { kind, says } })
    const of = (stands: StandingRow[]) =>
      front({ tests: [listed()], domains: [domain('good.example')], stands }).html()
    const text = await of([row('own_refused', '5 messages of its own 60 fail.'), row('tls', 'TLS fails.')])
    expect(text).toContain('<h1>Something needs you</h1>')
    expect(text).toContain('One domain whose own mail fails DMARC and is hit by its policy.')
    expect(text).toContain('5 messages of its own 60 fail.')
    expect(text).toContain('href="/domains/id1/dmarc"')
    expect(text).not.toContain('TLS fails.')
    expect(await of([row('ready', 'Ready.')])).toContain('<h1>Nothing known is wrong</h1>')
  })

  test('looks again by itself while it is not known yet whose own mail a policy hits', async () => {
    const of = (isOpen: boolean) =>
      front({ tests: [listed()], domains: [domain('good.example')], stands: [], isOpen }).html()
    const open = await of(true)
    expect(open).toContain('data-again="1"')
    expect(open).toContain('is being worked out')
    const known = await of(false)
    expect(known).not.toContain('data-again')
    expect(known).not.toContain('is being worked out')
  })

  test('says what is wrong, the worst first', async () => {
    const text = await front({
      tests: [listed({ score: 2, subject: 'Newsletter' }), listed({ score: 9.5 })],
      domains: [
        domain('good.example'),
        domain('lost.example', { endsAt: NOW }),
        domain('new.example', { verified: false }),
      ],
      keys: 1,
    }).html()
    expect(text).toContain('<h1>Three things need you</h1>')
    expect(text).toContain('Two domains and one test of the last 7 days, the worst first.')
    expect(text.indexOf('lost.example')).toBeLessThan(text.indexOf('new.example'))
    expect(text).toContain('Newsletter')
    expect(text).not.toContain('What to do next')
    expect(text).toContain('Domains of which something is not known')
  })

  test('says that nothing is wrong only where nothing is, and reads little', async () => {
    const { html, queries } = front({ tests: [listed()], keys: 1 })
    const text = await html()
    expect(text).toContain('Nothing is wrong with your mail')
    expect(text).toContain('No test of the last 7 days ended badly.')
    expect(queries).toHaveLength(1)
    const open = await front({ tests: [listed()], domains: [domain('a.example')], keys: 1 }).html()
    expect(open).toContain('Nothing known is wrong')
    expect(open).toContain('could not be found out of one domain')
  })

  test('names tests that wait', async () => {
    const { score: _, receivedAt: __, ...bare } = listed({ status: 'pending', messages: 0 })
    const text = await front({ tests: [bare], keys: 1 }).html()
    expect(text).toContain('Waiting for mail')
  })

  test('keeps what strangers wrote text', async () => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>\u202Egnp ${'w'.repeat(500)}`
    const text = await front({
      tests: [
        listed({ score: 1, subject: hostile, from: hostile }),
        listed({ status: 'failed', reason: hostile }),
      ],
      domains: [domain(hostile)],
    }).html()
    expect(text).not.toContain('<img src=x')
    expect(text).not.toContain('<script>alert')
  })
})
