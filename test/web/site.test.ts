import { describe, expect, test } from 'bun:test'
import { StoreAway } from '../../src/core/trouble/store-away.ts'
import { fixedPages, siteUnderTest } from './site-under-test.ts'

const TOKEN = 'q'.repeat(26)
const PAGES = [...(await fixedPages()), `/t/${TOKEN}`, '/nowhere']

describe('the start page', () => {
  test('says what this is and offers the one thing to do', async () => {
    const { ask } = siteUnderTest()
    const answer = await ask('/')
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toStartWith('<!doctype html><html lang="en">')
    expect(html).toContain('<title>Mailgauge</title>')
    expect(html).toContain('<form method="post" action="/">')
    expect(html).toContain('Create a test address')
    expect(html).toContain('up to 1.5 points')
  })

  test('makes a test and goes there', async () => {
    const { ask, post } = siteUnderTest()
    const made = await post('/')
    expect(made.status).toBe(303)
    const location = made.headers.get('location') ?? ''
    expect(location).toMatch(/^\/t\/[a-z2-7]{26}$/)
    expect(await (await ask(location)).text()).toContain('@mail.mailgauge.example')
  })

  test('takes no form of another site', async () => {
    const { post, ask } = siteUnderTest()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const answer = await post('/', headers as Record<string, string>)
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('This form came from another site')
    }
    expect((await ask('/t/bbbbbbbbbbbbbbbbbbbbbbbbbb')).status).toBe(404)
  })

  test('says when it is enough, and how long to wait', async () => {
    const { post, fake } = siteUnderTest()
    fake.refuseWith({ kind: 'too_many_anonymous_tests', retryAfterSeconds: 700 })
    const answer = await post('/')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('700')
    expect(await answer.text()).toContain('Try again in 12 minutes')
  })

  test('says when tests without an account are off, and offers no button', async () => {
    const { ask, post, fake } = siteUnderTest({ anonymousTests: false })
    const html = await (await ask('/')).text()
    expect(html).toContain('Tests without an account are turned off here.')
    expect(html).not.toContain('<form')
    fake.refuseWith({ kind: 'anonymous_tests_off' })
    expect((await post('/')).status).toBe(403)
  })
})

describe('every page', () => {
  test.each(PAGES)('%s is bound to its own origin', async (path) => {
    const { headers } = await siteUnderTest().ask(path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('has no inline script, style or handler', async () => {
    const { ask } = siteUnderTest()
    for (const path of PAGES) {
      const html = await (await ask(path)).text()
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
      expect(html).not.toMatch(/<script(?![^>]* src=)/)
    }
  })

  test('404 is a page, with a way on', async () => {
    for (const path of [
      '/nowhere',
      '/t/',
      '/t/short',
      `/t/${TOKEN}`,
      `/t/${TOKEN}/events/x`,
      '/..%2f',
      '/t/%zz',
    ]) {
      const answer = await siteUnderTest().ask(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      expect(await answer.text()).toContain('Create a test address')
    }
  })

  test('another method is 405 and says which there are', async () => {
    const { ask } = siteUnderTest()
    const answer = await ask('/', { method: 'PUT' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await ask(`/t/${TOKEN}`, { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD')
  })

  test('a database that is away is no bug: a page that says so, and nothing in the log', async () => {
    const away = () => Promise.reject(new StoreAway('The connection to db.example.com ended.'))
    const { ask, faults } = siteUnderTest({
      mailTests: {
        allocateAnonymous: away,
        accountOf: async () => undefined,
        delete: away,
        read: away,
        readMessage: away,
        readSubjects: away,
        readMessageView: away,
      },
    })
    const answer = await ask(`/t/${TOKEN}`)
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(html).toContain('does not answer at the moment')
    expect(html).not.toContain('db.example.com')
    expect(faults).toEqual([])
  })

  test('a bug is a page without its words, and one entry in the log without the token', async () => {
    const { ask, faults } = siteUnderTest({
      mailTests: {
        allocateAnonymous: () => Promise.reject(new Error('no')),
        accountOf: async () => undefined,
        delete: () => Promise.reject(new Error('no')),
        read: () => Promise.reject(new Error('the disk fell out')),
        readMessage: () => Promise.reject(new Error('no')),
        readSubjects: () => Promise.reject(new Error('no')),
        readMessageView: () => Promise.reject(new Error('no')),
      },
    })
    const answer = await ask(`/t/${TOKEN}`)
    const html = await answer.text()
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('Something went wrong here')
    expect(html).not.toContain('disk')
    expect(faults).toHaveLength(1)
    expect(JSON.stringify(faults)).toContain('the disk fell out')
    expect(JSON.stringify(faults)).not.toContain(TOKEN)
  })
})

describe('files', () => {
  test('stylesheet and script stand under paths of their content, for good', async () => {
    const { ask } = siteUnderTest()
    const html = await (await ask('/')).text()
    const paths = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      expect(path).toMatch(/^\/assets\/site-[0-9a-f]{12}\.(css|js)$/)
      const answer = await ask(path)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await answer.text()).length).toBeGreaterThan(500)
    }
    expect((await ask('/assets/site-000000000000.js')).status).toBe(404)
  })

  test('the stylesheet asks nobody for anything', async () => {
    const { ask } = siteUnderTest()
    const html = await (await ask('/')).text()
    const css = await (await ask(/"(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '')).text()
    expect(css).not.toMatch(/url\(|@import|\/\*/)
    expect(css).toContain('prefers-color-scheme: dark')
  })

  test('mark and robots', async () => {
    const { ask } = siteUnderTest()
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      expect((await ask(path)).headers.get('content-type')).toBe('image/svg+xml')
    }
    expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /t/')
  })
})
