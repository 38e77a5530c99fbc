import { expect, test } from 'bun:test'
import { ROLES } from '../../../src/core/access/role.ts'
import type { RecordVersion } from '../../../src/core/watching/records.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { domainView, fakeDomains, VERIFIED } from './fake-domains.ts'
import { CHANGED, fakeRecords, HOSTILE_RECORDS, version } from './fake-records.ts'

const PATH = '/domains/dom-example.org/records'

function site(versions: readonly RecordVersion[] | 'no look') {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const views = [domainView('example.org', VERIFIED), domainView('new.example')]
  const records = fakeRecords({ 'dom-example.org': versions, 'dom-new.example': 'no look' })
  const { ask } = siteUnderTest({ people: peopleWith(sessions), ...fakeDomains(views), records })
  const get = (path: string, who: string) => ask(path, { headers: { cookie: `mailgauge=${who}` } })
  return {
    get,
    html: async (path = PATH, who = 'admin') =>
      (await (await get(path, who)).text()).replaceAll('<wbr/>', ''),
  }
}

test('shows what a record says, since when, and what it said before, with the tags that differ marked', async () => {
  const html = await site(CHANGED).html()
  expect(html).toContain('<mark>p=none</mark>')
  expect(html).toContain('<mark>p=reject</mark>')
  expect(html).not.toContain('<mark>rua')
  expect(html).toContain('<mark>include:_spf.example.net</mark>')
  expect(html).toContain('3 hours ago')
  expect(html).toContain('<code>v=DMARC1; p=reject; rua=mailto:a@example.org</code>')
  expect(html).toContain('CNAME s1.esp.example')
  expect(html).toContain('Since the first look, ')
  expect(html.length).toBeLessThan(60_000)
})

test('says that nothing changed, that nothing was found, and that nobody looked', async () => {
  const unchanged = site([version(['v=DMARC1; p=none'], 90, 0)])
  expect(await unchanged.html()).toContain('Nothing has changed since the first look')
  expect(await site([]).html()).toContain('No record was found.')
  expect(await site('no look').html()).toContain('Nobody has looked yet')
  expect(await site('no look').html('/domains/dom-new.example/records')).toContain('Verify it first')
})

test('what is gone, and what came', async () => {
  const html = await site([version([], 1, 0), version(['v=DMARC1; p=none'], 90, 2)]).html()
  expect(html).toContain('no record')
  expect(html).toContain('No record.')
})

test('a page stays small whatever strangers publish, and shows it as text', async () => {
  const { html } = site(HOSTILE_RECORDS)
  const first = await html()
  expect(first).not.toContain('<script>alert')
  expect(first).not.toContain('\u202e')
  expect(first.length).toBeLessThan(60_000)
  expect(first).toContain('?from=8')
  const older = await html(`${PATH}?from=56`)
  expect(older).toContain('Newest')
  expect(older).not.toContain('?from=64')
})

test('viewers read it; strangers are led to the sign-in, and an unknown domain is not there', async () => {
  const { get } = site(CHANGED)
  expect((await get(PATH, 'viewer')).status).toBe(200)
  expect((await get(PATH, 'nobody')).status).toBe(303)
  expect((await get('/domains/other/records', 'admin')).status).toBe(404)
})

test('the page of the domain shows the last changes and leads to all of them', async () => {
  const html = await site(CHANGED).html('/domains/dom-example.org')
  expect(html).toContain('History of its records')
  expect(html).toContain(`href="${PATH}"`)
  expect(html).toContain('<mark>p=reject</mark>')
})
