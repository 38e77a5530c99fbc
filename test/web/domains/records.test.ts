import { expect, test } from 'bun:test'
import { ROLES } from '../../../src/core/access/role.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { RecordVersion } from '../../../src/core/watching/records.ts'
import { type RecordTelling, recordsOf } from '../../../src/services/monitors/looking/records-view.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { domainView, fakeDomains, HOSTILE, VERIFIED } from './fake-domains.ts'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const DMARC = { record: 'dmarc', name: '_dmarc.example.org' } as const

const version = (
  values: string[],
  from: number,
  to: number,
  changes: Partial<RecordVersion> = {},
): RecordVersion => ({
  ...DMARC,
  values,
  firstSeenAt: ago(from),
  lastSeenAt: ago(to),
  current: to === 0,
  ...changes,
})

function site(versions: readonly RecordVersion[], lookedAt: Date | undefined = ago(0)) {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const records: RecordTelling = {
    async ofDomain(_actor, id) {
      if (id !== 'dom-example.org') return refused({ kind: 'not_found', what: 'domain' })
      const current = versions.filter((one) => one.current)
      return granted({
        domain: 'example.org',
        ...(lookedAt && { lookedAt }),
        ...recordsOf(current, versions, lookedAt),
      })
    },
  }
  const views = [domainView('example.org', VERIFIED), domainView('new.example')]
  const { ask } = siteUnderTest({ people: peopleWith(sessions), records, ...fakeDomains(views, {}) })
  const get = (path: string, who: string) => ask(path, { headers: { cookie: `mailgauge=${who}` } })
  return {
    get,
    html: async (path = '/domains/dom-example.org/records', who = 'admin') =>
      (await (await get(path, who)).text()).replaceAll('<wbr/>', ''),
  }
}

test('shows what a record says, since when, and what it said before, with the tags that differ marked', async () => {
  const html = await site([
    version(['v=DMARC1; p=reject; rua=mailto:a@example.org'], 3, 0),
    version(['v=DMARC1; p=none; rua=mailto:a@example.org'], 90, 4),
    version(['v=spf1 -all'], 90, 0, { record: 'spf', name: 'example.org' }),
  ]).html()
  expect(html).toContain('<mark>p=none</mark>')
  expect(html).toContain('<mark>p=reject</mark>')
  expect(html).not.toContain('<mark>rua')
  expect(html).toContain('3 hours ago')
  expect(html).toContain('<code>v=DMARC1; p=reject; rua=mailto:a@example.org</code>')
  expect(html).toContain('<code>v=spf1 -all</code>')
  expect(html).toContain('Since the first look, ')
})

test('says that nothing changed, and that nobody looked', async () => {
  expect(await site([version(['v=DMARC1; p=none'], 90, 0)]).html()).toContain(
    'Nothing has changed since the first look',
  )
  expect(await site([], ago(0)).html()).toContain('No record was found.')
  const { html } = siteWithoutLook()
  expect(await html()).toContain('Nobody has looked yet')
})

function siteWithoutLook() {
  const { sessions } = fakeSessions({ admin: somebody({ role: 'admin' }) })
  const records: RecordTelling = {
    ofDomain: async () => granted({ domain: 'example.org', places: [], changes: [] }),
  }
  const { ask } = siteUnderTest({
    people: peopleWith(sessions),
    records,
    ...fakeDomains([domainView('example.org', VERIFIED)], {}),
  })
  return {
    html: async () =>
      (await ask('/domains/dom-example.org/records', { headers: { cookie: 'mailgauge=admin' } })).text(),
  }
}

test('what is gone, and what came', async () => {
  const html = await site([version([], 1, 0), version(['v=DMARC1; p=none'], 90, 2)]).html()
  expect(html).toContain('no record')
  expect(html).toContain('No record.')
})

test('a page stays small whatever strangers publish, and shows it as text', async () => {
  const hostile = Array.from({ length: 60 }, (_, at) =>
    version(
      Array.from({ length: 50 }, (_, no) => `${HOSTILE}${at}${no}${'x'.repeat(3_000)}`),
      at + 1,
      at,
      { current: at === 0 },
    ),
  )
  const { html } = site(hostile)
  const first = await html()
  expect(first).not.toContain('<script>alert')
  expect(first).not.toContain('\u202e')
  expect(first.length).toBeLessThan(100_000)
  expect(first).toContain('?from=8')
  const older = await html('/domains/dom-example.org/records?from=56')
  expect(older).toContain('Newest')
  expect(older).not.toContain('?from=60')
})

test('viewers read it; strangers are led to the sign-in, and an unknown domain is not there', async () => {
  const { get } = site([version(['v=DMARC1; p=none'], 90, 0)])
  expect((await get('/domains/dom-example.org/records', 'viewer')).status).toBe(200)
  expect((await get('/domains/dom-example.org/records', 'nobody')).status).toBe(303)
  expect((await get('/domains/other/records', 'admin')).status).toBe(404)
})

test('the page of the domain shows the last changes and leads to all of them', async () => {
  const html = await site([version(['v=DMARC1; p=reject'], 3, 0), version(['v=DMARC1; p=none'], 90, 4)]).html(
    '/domains/dom-example.org',
  )
  expect(html).toContain('History of its records')
  expect(html).toContain('href="/domains/dom-example.org/records"')
  expect(html).toContain('<mark>p=reject</mark>')
})
