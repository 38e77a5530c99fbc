import { describe, expect, test } from 'bun:test'
import { listed, testsSite } from './tests-site.ts'

const open = async (site: ReturnType<typeof testsSite>, path = '/tests', who = 'member') => {
  const answer = await site.as(who)(path)
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}
const text = (html: string) =>
  html
    .replace(/^.*<main/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the list of tests', () => {
  test('shows who sent what, how it ended, and everything else in its words', async () => {
    const site = testsSite()
    site.list([
      listed(1, { shared: true, createdBy: 'Ann', messages: 1204 }),
      listed(2, { status: 'failed', score: undefined as never, reason: 'It holds only NUL bytes.' }),
      listed(3, { status: 'pending', subject: undefined as never, from: undefined as never, messages: 0 }),
      listed(4, { status: 'pending', subject: undefined as never, from: undefined as never, source: 'api' }),
      listed(5, { subject: '', source: 'monitor' }),
    ])
    const { html, status } = await open(site)
    expect(status).toBe(200)
    const rows = html.split('<tr>').slice(2).map(text)
    expect(rows[0]).toContain('Offer 1')
    expect(rows[0]).toContain('News &lt;news@shop.example>')
    expect(rows[0]).toContain('7.5')
    expect(rows[0]).toContain('1,204')
    expect(rows[0]).toContain('60 minutes ago by Ann')
    expect(rows[0]).toContain('Shared')
    expect(rows[1]).toContain('Failed It holds only NUL bytes.')
    expect(rows[2]).toContain('k3vq7m2xw4pd @mail.mailgauge.example')
    expect(rows[2]).toContain('Waiting for mail')
    expect(rows[3]).toContain('Being analysed API')
    expect(rows[4]).toContain('(no subject)')
    expect(rows[4]).toContain('Monitor')
    expect(html.split('<tr>')[2]).toContain(`href="/t/${'b'.repeat(26)}"`)
  })

  test('is kept by nobody, and in no index', async () => {
    const { headers } = await open(testsSite())
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })

  test('of an account without tests says how to send the first one', async () => {
    const { html } = await open(testsSite())
    expect(text(html)).toContain('No tests yet')
    expect(html).toContain('<form method="post" action="/tests">')
    expect(html).not.toContain('name="q"')
    const read = await open(testsSite(), '/tests', 'viewer')
    expect(text(read.html)).toContain('Your role lets you read them.')
    expect(read.html).not.toContain('action="/tests"')
  })

  test('that nothing matches says what to change, and shows what was asked for', async () => {
    const { html } = await open(testsSite(), '/tests?q=offer&status=failed&source=api')
    expect(text(html)).toContain('No tests match')
    expect(html).toContain('value="offer"')
    expect(html).toMatch(/<option [^>]*value="failed"/)
    expect(html).toContain('Filters (2)')
    expect(html).toContain('href="/tests">Clear all filters')
  })

  test('looks for all that the address says', async () => {
    const site = testsSite()
    await open(
      site,
      '/tests?q=+spring+offer+&status=scored&source=monitor&min=2%2C5&max=9&domain=m%C3%BCnchen.example&since=2026-11-01&until=2026-11-20&after=17',
    )
    expect(site.asked).toEqual([
      {
        limit: 25,
        words: 'spring offer',
        status: 'scored',
        source: 'monitor',
        minScore: 2.5,
        maxScore: 9,
        domain: 'xn--mnchen-3ya.example',
        since: new Date('2026-11-01T00:00:00Z'),
        until: new Date('2026-11-21T00:00:00Z'),
        after: '17',
      },
    ])
  })

  test('says what it cannot read, and looks for the rest', async () => {
    const site = testsSite()
    const path =
      '/tests?q=offer&status=lost&source=mars&min=eleven&max=11&domain=a%20b&since=yesterday&until=2026-02-30'
    const { html, status } = await open(site, path)
    expect(status).toBe(422)
    expect(site.asked).toEqual([{ limit: 25, words: 'offer' }])
    for (const says of ['Enter a score from 0 to 10.', 'Enter a domain such as', 'Enter a day such as'])
      expect(html).toContain(says)
    expect(html).toContain('value="eleven"')
  })

  test('leaves empty fields out of its address', async () => {
    const answer = await testsSite().as('member')('/tests?q=offer&status=&source=&min=+&max=&domain=')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/tests?q=offer'])
    const none = await testsSite().as('member')('/tests?q=&status=')
    expect(none.headers.get('location')).toBe('/tests')
  })

  test('goes on behind what it showed, with the same filters', async () => {
    const site = testsSite()
    site.list([listed(1), listed(2)], '41')
    const first = await open(site, '/tests?status=scored')
    expect(first.html).toContain('href="/tests?status=scored&amp;after=41"')
    expect(first.html).not.toContain('>Newest<')
    site.list([listed(3)])
    const last = await open(site, '/tests?status=scored&after=41')
    expect(last.html).toContain('href="/tests?status=scored">Newest')
    expect(last.html).not.toContain('>Older<')
    site.list([], '12')
    const gap = await open(site, '/tests?q=rare')
    expect(text(gap.html)).toContain('Older tests were not looked at yet.')
    expect(gap.html).toContain('href="/tests?q=rare&amp;after=12"')
  })

  test('shows what strangers wrote as text', async () => {
    const site = testsSite()
    const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>\u202Egnp.exe javascript:alert(3)'
    const long = 'x'.repeat(500)
    site.list([
      listed(1, { subject: hostile, from: hostile, createdBy: hostile, domain: hostile }),
      listed(2, { status: 'failed', reason: hostile, subject: long, from: long }),
    ])
    for (const path of [
      '/tests',
      `/tests?q=${encodeURIComponent(hostile)}&domain=${encodeURIComponent(hostile)}`,
    ]) {
      const { html } = await open(site, path)
      expect(html).not.toContain('<img src=x')
      expect(html).not.toContain('<script>alert')
      expect(html).not.toMatch(/(?:href|src|action)="\s*javascript:/)
    }
    const { html } = await open(site)
    expect(html).toContain(
      `<bdi class="listed-subject">${hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</bdi>`,
    )
  })
})

describe('a new test', () => {
  test('is made by one press, and shown', async () => {
    const site = testsSite()
    const answer = await site.as('member')('/tests', { method: 'POST' })
    expect(answer.status).toBe(303)
    const path = answer.headers.get('location') ?? ''
    expect(path).toMatch(/^\/t\/[a-z]{26}$/)
    expect(await (await site.as('member')(path)).text()).toContain('Send your message to this address')
    expect((await site.as('nobody')(path)).status).toBe(404)
  })

  test('that the plan does not allow says which plan, and when there are more', async () => {
    const site = testsSite()
    site.refuse({ kind: 'allowance_exhausted', plan: 'small', allowance: 1500, retryAfterSeconds: 899_400 })
    const answer = await site.as('member')('/tests', { method: 'POST' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '899400'])
    const html = await answer.text()
    expect(html).toContain('The plan “small” of this account allows 1,500 tests a month')
    expect(html).toContain('1 Dec 2026, 00:00 UTC')
    expect(html).toContain('action="/tests/upload"')
  })

  test.each([
    [{ kind: 'out_of_space' }, 503, 'There is no space left'],
    [{ kind: 'mail_not_taken' }, 503, 'cannot take mail at the moment'],
    [{ kind: 'rate_limited', retryAfterSeconds: 20 }, 429, 'Try again in 20 seconds'],
  ] as const)('is refused for %o', async (refusal, status, says) => {
    const site = testsSite()
    site.refuse(refusal)
    for (const path of ['/tests', '/tests/upload']) {
      const body = new FormData()
      body.set('message', new File(['From: a@b.example\r\n\r\nHello'], 'a.eml'))
      const answer = await site.as('member')(path, { method: 'POST', ...(path !== '/tests' && { body }) })
      expect([path, answer.status]).toEqual([path, status])
      expect(await answer.text()).toContain(says)
    }
  })

  test('is made of a message file, whatever its name', async () => {
    const site = testsSite()
    const body = new FormData()
    body.set('message', new File(['From: a@b.example\r\n\r\nHello'], '"><script>alert(1)</script>.eml'))
    const answer = await site.as('member')('/tests/upload', { method: 'POST', body })
    expect(answer.status).toBe(303)
    expect(site.did).toEqual([['upload', 26]])
    const page = await (await site.as('member')(answer.headers.get('location') ?? '')).text()
    expect(page).not.toContain('<script>alert')
  })

  test('needs a file, and one that is not too large', async () => {
    const site = testsSite()
    const none = await site.as('member')('/tests/upload', { method: 'POST', body: new FormData() })
    expect(none.status).toBe(400)
    expect(await none.text()).toContain('There was no file')
    const large = await site.as('member')('/tests/upload', {
      method: 'POST',
      headers: { 'content-length': String(2 ** 31), 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(large.status).toBe(413)
  })

  test('is offered to those who may make one', async () => {
    const site = testsSite()
    site.list([listed(1)])
    for (const [who, may] of [
      ['member', true],
      ['viewer', false],
      ['visitor', false],
    ] as const) {
      const html = await (await site.as(who)('/tests')).text()
      expect([
        who,
        html.includes('href="/tests/new"'),
        html.includes('method="post" action="/tests"'),
      ]).toEqual([who, may, may])
      expect((await site.as(who)('/tests', { method: 'POST' })).status).toBe(may ? 303 : 403)
    }
  })
})

describe('the header', () => {
  test('leads to the places of those who are signed in, and says where they are', async () => {
    const site = testsSite()
    const places = (html: string) =>
      [
        ...(/<nav class="site-nav[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? '').matchAll(
          /<a href="([^"]*)"(?: aria-current="(\w+)")?[^>]*>([^<]*)/g,
        ),
      ].map(([, href, current, words]) => [words, href, current].filter(Boolean).join(' '))
    expect(places((await open(site)).html)).toContain('Tests /tests page')
    const fresh = places((await open(site, '/tests/new')).html)
    expect(fresh).toContain('New test /tests/new page')
    expect(fresh).toContain('Tests /tests')
    expect(places((await open(site, '/docs')).html)).toContain('API /docs page')
    expect(places((await open(site, '/docs', 'viewer')).html).join()).not.toContain('New test')
    expect(places((await open(site, '/docs', 'nowhere')).html)).toEqual([
      'New test /',
      'Check /check',
      'Bounce /bounce',
      'API /docs page',
    ])
    expect(places((await open(site, '/docs', 'nobody')).html)).toEqual([
      'New test /',
      'Check a domain /check',
      'Bounce /bounce',
      'API /docs',
    ])
  })
})
