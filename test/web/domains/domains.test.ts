import { describe, expect, test } from 'bun:test'
import { ROLES } from '../../../src/core/access/role.ts'
import { granted } from '../../../src/core/refusal.ts'
import type { DomainView } from '../../../src/services/domains/domains.ts'
import type { HealthView } from '../../../src/services/domains/health/health.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { domainView, fakeDomains, HEALTH, HOSTILE, VERIFIED } from './fake-domains.ts'

function site(
  views: readonly DomainView[],
  health: Readonly<Record<string, HealthView>> = {},
  more: Partial<WebDeps> = {},
) {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const fake = fakeDomains(views, health)
  const { ask: bare } = siteUnderTest({
    people: peopleWith(sessions),
    organisationOf: (domain) => domain.split('.').slice(-2).join('.'),
    ...fake,
    ...more,
  })
  const ask = (path: string, who = 'admin') => bare(path, { headers: { cookie: `mailgauge=${who}` } })
  return {
    ...fake,
    ask,
    html: async (path: string, who?: string) =>
      (await (await ask(path, who)).text()).replaceAll('<wbr/>', ''),
    post: (path: string, fields: Record<string, string> = {}, who = 'admin') =>
      bare(path, {
        method: 'POST',
        headers: { cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(fields),
      }),
  }
}

const day = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const healthy = (at = day(0.5)): HealthView => ({
  underWay: false,
  look: { at, checks: [], drawn: {} },
  changes: [],
  selectors: [],
})

describe('/domains', () => {
  test('an empty list says why and how, and offers the form to those who may add', async () => {
    const { html } = site([])
    const asAdmin = await html('/domains')
    expect(asAdmin).toContain('No domains yet')
    expect(asAdmin).toContain('<textarea')
    const asViewer = await html('/domains', 'viewer')
    expect(asViewer).toContain('Admins and owners of this account can add domains')
    expect(asViewer).not.toContain('<textarea')
  })

  test('shows the worst first, and what to do', async () => {
    const views = [
      domainView('fine.example', VERIFIED),
      domainView('stale.example', VERIFIED),
      domainView('new.example', VERIFIED),
      domainView('trouble.example', VERIFIED),
      domainView('unproved.example'),
      domainView('ending.example', { ...VERIFIED, endsAt: day(-2) }),
    ]
    const { html } = site(views, {
      'dom-fine.example': healthy(),
      'dom-stale.example': healthy(day(5)),
      'dom-trouble.example': HEALTH,
      'dom-ending.example': healthy(),
    })
    const page = await html('/domains', 'viewer')
    const order = ['ending', 'unproved', 'trouble', 'new', 'stale', 'fine'].map((name) =>
      page.indexOf(`>${name}.example<`),
    )
    expect(order.every((at) => at > 0)).toBe(true)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(page).toContain('Publish its TXT record, then verify it.')
    expect(page).toContain('One thing to fix.')
    expect(page).toContain('Its DNS was last looked at 5 days ago.')
    expect(page).toContain('Its DNS was not looked at yet.')
    expect(page).toContain(
      '6 domains: 1 with a missing record, 1 not verified, 1 with something to fix, 2 not known, 1 fine.',
    )
  })

  test('the name of a domain leads to it, or to the form with it', async () => {
    const { ask, html } = site([domainView('there.example')])
    expect((await ask('/domains/there.example')).headers.get('location')).toBe('/domains/dom-there.example')
    const missing = (await ask('/domains/Missing.example')).headers.get('location')
    expect(missing).toBe('/domains?add=missing.example')
    expect(await html(missing ?? '')).toMatch(/<textarea[^>]*>missing\.example</)
    expect(await html('/domains?add=%3C/textarea%3E%3Cscript%3E')).not.toContain('<script>')
  })

  test('an evaluation offers the domain of its samples until it is there', async () => {
    const send = async () => granted(undefined)
    const evaluation = {
      smtpServer: '127.0.0.1:2525',
      program: 'mailgauge',
      samples: { send, sendReports: send },
      year: { load: async () => ({ reports: 0, tlsReports: 0 }) },
    }
    const offers = 'Add mailgauge-sample.example'
    expect(await site([], {}, { evaluation }).html('/domains')).toContain(offers)
    expect(await site([], {}, { evaluation }).html('/domains', 'viewer')).not.toContain(offers)
    expect(await site([]).html('/domains')).not.toContain(offers)
    const there = site([domainView('mailgauge-sample.example')], {}, { evaluation })
    expect(await there.html('/domains')).not.toContain(offers)
    expect(await there.html('/domains/dom-mailgauge-sample.example')).toContain('by itself: only verify it')
  })

  test('a first look under way is told once', async () => {
    const health: HealthView = { underWay: true, changes: [], selectors: [] }
    const page = await site([domainView('new.example', VERIFIED)], { 'dom-new.example': health }).html(
      '/domains/dom-new.example',
    )
    expect(page).toContain('The DNS is being looked at.')
    expect(page).not.toContain('Nobody has looked at its DNS yet.')
    expect(page).not.toContain('Its DNS was not looked at yet.')
  })

  test('pages by what stood last', async () => {
    const views = Array.from({ length: 130 }, (_, at) =>
      domainView(`d${String(at).padStart(3, '0')}.example`),
    )
    const { html } = site(views)
    const first = await html('/domains')
    expect(first).toContain('>d099.example<')
    expect(first).not.toContain('>d100.example<')
    expect(first.length).toBeLessThan(60_000)
    const next = /href="(\/domains\?after=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = await html(next)
    expect(second).toContain('>d100.example<')
    expect(second).toContain('>d129.example<')
    expect(second).toContain('To the first page')
    expect(second).not.toContain('More domains')
  })

  test('one that is added leads to its page, several to the list', async () => {
    const { post, held } = site([])
    const one = await post('/domains', { domains: ' example.org ' })
    expect(one.headers.get('location')).toBe('/domains/dom-example.org')
    const many = await post('/domains', { domains: 'a.example\r\n\r\nb.example\n' })
    expect(many.headers.get('location')).toBe('/domains')
    expect([...held.keys()]).toEqual(['dom-example.org', 'dom-a.example', 'dom-b.example'])
  })

  test('what cannot be added stays in the form with the reason, and the others are added', async () => {
    const { post, held } = site([])
    const answer = await post('/domains', {
      domains: `good.example\nnot a domain\n${HOSTILE}\ntoomany.example`,
    })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect([...held.keys()]).toEqual(['dom-good.example'])
    expect(page).toContain('1 domain is added')
    expect(page).toContain('not a domain: That is not a domain, such as example.org.')
    expect(page).toContain('The plan allows no more domains.')
    expect(page).toMatch(/<textarea[^>]*>not a domain\n/)
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script>alert')
    const nothing = await post('/domains', { domains: ' \n ' })
    expect(nothing.status).toBe(422)
    expect(await nothing.text()).toContain('Enter a domain')
    const flood = Array.from({ length: 300 }, (_, at) => `d${at}.example`).join('\n')
    expect((await post('/domains', { domains: flood })).status).toBe(422)
    expect(held.size).toBe(1)
  })
})

describe('/domains/<id>', () => {
  test('says how the key of a selector comes to be known that was seen since the last look', async () => {
    const health = { ...healthy(), selectors: [{ selector: 'late', lastSeen: NOW }] }
    const { html } = site([domainView('one.example', VERIFIED)], { 'dom-one.example': health })
    expect(await html('/domains/dom-one.example')).toContain(
      'Seen since the last look: look at the DNS again.',
    )
  })

  test('shows the record with copy buttons, also as panels want it that add the zone', async () => {
    const { html } = site([domainView('news.shop.example')])
    const page = await html('/domains/dom-news.shop.example')
    expect(page).toContain('data-copy="_mailgauge.news.shop.example"')
    expect(page).toContain('data-copy="mailgauge-verification=abcdefghijklmnop"')
    expect(page).toContain('data-copy="_mailgauge.news"')
    expect(page).toContain('data-copy="_mailgauge"')
    expect(page).toContain('>Verify</button>')
  })

  test('verifying says what was seen', async () => {
    const { post, html } = site([domainView('example.org'), domainView('no-record.example')])
    const answer = await post('/domains/dom-example.org/verify')
    expect(answer.headers.get('location')).toBe('/domains/dom-example.org?tried')
    expect(await html('/domains/dom-example.org?tried')).toContain('The domain is verified.')
    await post('/domains/dom-no-record.example/verify')
    expect(await html('/domains/dom-no-record.example?tried')).toMatch(
      /role="alert"[^>]*>There is no such record/,
    )
  })

  test('a record that is gone is told with the day on which it counts', async () => {
    const { html } = site([
      domainView('example.org', {
        ...VERIFIED,
        endsAt: day(-2),
        checked: { at: day(0.1), state: 'absent', says: 'There is no such name.' },
      }),
    ])
    const page = await html('/domains/dom-example.org')
    expect(page).toContain('The record that proves the domain is gone.')
    expect(page).toContain(`datetime="${day(-2).toISOString()}"`)
  })

  test('health is shown with advice to copy, the tree of SPF, keys and policies', async () => {
    const { html } = site([domainView('example.org', VERIFIED)], { 'dom-example.org': HEALTH })
    const page = await html('/domains/dom-example.org', 'viewer')
    expect(page).toContain('data-copy="v=spf1 mx ip4:192.0.2.0/24 -all"')
    expect(page).toMatch(/12 of 10 look-ups/)
    expect(page).toContain('look-up 11 (past the limit of 10)')
    expect(page).toContain('Could not be found out: the DNS gave no answer.')
    expect(page).toContain('3 more terms are not shown.')
    expect(page).toContain('RSA, 2048 bits')
    expect(page).toContain('t=y: receivers may treat its signatures as absent')
    expect(page).toContain('Inherited: the record of example.org applies.')
    expect(page).toContain('Mode testing, id 1.')
    expect(page).toContain('Could not be found out: no answer.')
    expect(page).toMatch(/DMARC policy[\s\S]*Before: <\/span>none[\s\S]*Now: <\/span>quarantine/)
  })

  test('a look that is begun is shown, and the page asks again', async () => {
    const { post, html } = site([domainView('example.org', VERIFIED), domainView('often.example')])
    const answer = await post('/domains/dom-example.org/look')
    expect(answer.headers.get('location')).toBe('/domains/dom-example.org')
    const page = await html('/domains/dom-example.org')
    expect(page).toContain('The DNS is being looked at')
    expect(page).toMatch(/<main[^>]* data-again="3"/)
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="3"')
    const often = await post('/domains/dom-often.example/look')
    expect([often.status, often.headers.get('retry-after')]).toEqual([429, '90'])
  })

  test('a look that never came to its end is no good news', async () => {
    const failed: HealthView = { underWay: false, failedAt: day(0.1), changes: [], selectors: [] }
    const { html } = site([domainView('example.org', VERIFIED)], { 'dom-example.org': failed })
    const page = await html('/domains/dom-example.org')
    expect(page).toContain('did not come to its end')
    expect(page).toContain('Not known')
    expect(page).not.toContain('Nothing needs fixing')
  })

  test('deleting asks first, says what is lost and kept, and ends at the list', async () => {
    const { html, post, held } = site([domainView('example.org', VERIFIED)])
    const asked = await html('/domains/dom-example.org/delete')
    expect(asked).toContain('Lost:')
    expect(asked).toContain('Kept:')
    expect(held.size).toBe(1)
    const answer = await post('/domains/dom-example.org/delete')
    expect(answer.headers.get('location')).toBe('/domains?deleted')
    expect(held.size).toBe(0)
    expect(await html('/domains?deleted')).toContain('The domain is deleted.')
  })

  test('what does not exist is not found', async () => {
    const { ask, post } = site([])
    for (const path of ['/domains/none', '/domains/none/delete']) expect((await ask(path)).status).toBe(404)
    for (const path of ['/domains/none/verify', '/domains/none/delete'])
      expect((await post(path)).status).toBe(404)
  })

  test('viewers and members read, and are offered nothing that they may not do', async () => {
    for (const who of ['viewer', 'member']) {
      const { html, post } = site([domainView('example.org')], { 'dom-example.org': HEALTH })
      const page = await html('/domains/dom-example.org', who)
      expect(page).not.toContain('method="post" action="/domains')
      expect(page).not.toContain('/delete"')
      expect((await post('/domains/dom-example.org/verify', {}, who)).status).toBe(403)
    }
  })

  test('what strangers publish is shown as what it is', async () => {
    const spf = HEALTH.look?.drawn.spf
    if (!spf || !HEALTH.look) throw new Error('There is no look to change.')
    const drawn = {
      spf: {
        ...spf,
        root: { domain: HOSTILE, state: 'record' as const, terms: [{ text: HOSTILE, lookups: 0 }] },
      },
      keys: [{ selector: HOSTILE, state: 'usable' as const, via: HOSTILE }],
      dmarc: {
        state: 'own' as const,
        at: HOSTILE,
        record: HOSTILE,
        policy: 'none' as const,
        reports: [HOSTILE],
      },
      mx: { state: 'hosts' as const, hosts: [{ preference: 1, name: HOSTILE }] },
      sts: { state: 'policy' as const, mode: HOSTILE, id: HOSTILE },
      tlsReports: { state: 'record' as const, record: HOSTILE },
      bimi: { state: 'record' as const, at: HOSTILE, logo: `javascript:${HOSTILE}` },
    }
    const checks = HEALTH.look.checks.map((one) => ({
      ...one,
      summary: HOSTILE,
      evidence: { [HOSTILE]: HOSTILE },
    }))
    const { html } = site(
      [domainView('example.org', { checked: { at: NOW, state: 'other', says: HOSTILE } })],
      {
        'dom-example.org': {
          ...HEALTH,
          look: { at: NOW, checks, drawn },
          changes: [{ what: 'SPF', before: HOSTILE, after: HOSTILE, at: NOW }],
          selectors: [{ selector: HOSTILE, lastSeen: NOW }],
        },
      },
    )
    const page = await html('/domains/dom-example.org')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('href="javascript:')
    expect(page).toContain('\\u{202e}reversed')
  })
})
