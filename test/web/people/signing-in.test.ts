import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../../support/until.ts'
import { CODE, cookieOf, EMAIL, PASSWORD, type PeopleSite, peopleSite, sendForm } from './people-site.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A site whose first person exists, opened anew for each group. */
function claimedSite(options: Parameters<typeof peopleSite>[0] = {}) {
  const held = {} as { site: PeopleSite; cookie: string }
  beforeAll(async () => {
    held.site = await peopleSite(options)
    held.cookie = await held.site.claimed()
  })
  afterAll(() => held.site.done())
  return held
}

const signIn = (
  site: PeopleSite,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => sendForm(site, '/sign-in', { email: EMAIL, password: PASSWORD, ...fields }, headers)

const isSignedIn = async (site: PeopleSite, cookie: string) =>
  (await site.ask('/me', { headers: { cookie } })).status === 200

describe('signing in', () => {
  const held = claimedSite()

  test('with the right password leads on, with a cookie that no script and no other site gets', async () => {
    const answer = await signIn(held.site)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    const setCookie = answer.headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(
      /^mailgauge=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await isSignedIn(held.site, cookieOf(setCookie))).toBe(true)
  })

  test.each(['Ann@Example.ORG', ' ann@example.org ', 'ANN@EXAMPLE.ORG'])(
    'the case of the address does not matter: %s',
    async (email) => {
      expect((await signIn(held.site, { email })).status).toBe(303)
    },
  )

  test.each([
    'аnn@example.org',
    'ann@exаmple.org',
    'ann@example.org\u0000',
    'ann@example.org,x@y.example',
    'ann',
  ])('an address that only looks the same is nobody’s: %j', async (email) => {
    expect((await signIn(held.site, { email })).status).toBe(422)
  })

  test('wrong passwords, people nobody knows and people without a password get the same words', async () => {
    const { site } = held
    site.from('198.51.100.1/32')
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'person.created' } as const
    const bare = { id: 'per_bare', email: 'bare@example.org', name: '', isInstanceAdmin: false }
    await site.store.people.create({ person: { ...bare, createdAt: site.now() } }, entry)
    const pages = await Promise.all(
      [
        { password: 'wrong password' },
        { email: 'nobody@example.org' },
        { email: 'bare@example.org' },
        { password: '' },
      ].map(async (fields) => {
        const answer = await signIn(site, fields)
        expect(answer.status).toBe(422)
        expect(answer.headers.get('set-cookie')).toBeNull()
        return (await answer.text()).replace(/value="[^"]*"/g, '')
      }),
    )
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('The e-mail address or the password is wrong.')
    site.from('192.0.2.1/32')
  })

  test('what was typed is kept, but for the password, and is shown as what it is', async () => {
    const hostile = '"><script>alert(1)</script>@example.org'
    const html = await (await signIn(held.site, { email: hostile, password: 'secret-of-mine' })).text()
    expect(html).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>@example.org"')
    expect(html).not.toContain('secret-of-mine')
  })

  test('leads on only within this site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example']) {
      const answer = await signIn(held.site, { next })
      expect([next, answer.headers.get('location')]).toEqual([next, '/'])
      const page = await (await held.site.ask(`/sign-in?next=${encodeURIComponent(next)}`)).text()
      expect(page).not.toContain('evil')
    }
    expect((await signIn(held.site, { next: '/me?x=1' })).headers.get('location')).toBe('/me?x=1')
    expect(await (await held.site.ask('/sign-in?next=%2Fme')).text()).toContain('name="next" value="/me"')
  })

  test('begins a new session, and ends the one that the browser came with', async () => {
    const planted = cookieOf((await signIn(held.site)).headers.get('set-cookie'))
    const answer = await signIn(held.site, {}, { cookie: planted })
    const own = cookieOf(answer.headers.get('set-cookie'))
    expect(own).not.toBe(planted)
    expect(await isSignedIn(held.site, own)).toBe(true)
    expect(await isSignedIn(held.site, planted)).toBe(false)
    const invented = `mailgauge=${'A'.repeat(43)}`
    const other = cookieOf((await signIn(held.site, {}, { cookie: invented })).headers.get('set-cookie'))
    expect(other).not.toBe(invented)
    expect(await isSignedIn(held.site, invented)).toBe(false)
  })

  test('needs a page of this site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await signIn(held.site, {}, headers)).status).toBe(403)
    const answer = await held.site.ask('/sign-in', { method: 'POST', body: 'email=x' })
    expect(answer.status).toBe(403)
  })

  test('no page of people is kept or listed, and a form tells its origin', async () => {
    const { site, cookie } = held
    for (const path of ['/sign-in', '/reset', '/me']) {
      const { headers } = await site.ask(path, path === '/me' ? { headers: { cookie } } : {})
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  test('of two cookies of the name, one that holds is enough', async () => {
    const { site, cookie } = held
    expect(await isSignedIn(site, `mailgauge=${'A'.repeat(43)}; ${cookie}`)).toBe(true)
    expect(await isSignedIn(site, `mailgauge="${cookie.slice('mailgauge='.length)}"`)).toBe(true)
    expect(await isSignedIn(site, `${'x=1; '.repeat(5000)}${cookie}`)).toBe(false)
    for (const odd of ['mailgauge', 'mailgauge=', '=', ';', 'mailgauge=%00', `mailgauge=${'A'.repeat(4000)}`])
      expect(await isSignedIn(site, odd)).toBe(false)
  })
})

describe('the end of a session', () => {
  const held = claimedSite({ baseUrl: 'https://mailgauge.example' })

  test('over https the cookie cannot be set by other hosts or by plain pages', async () => {
    const answer = await signIn(held.site)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-mailgauge=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('signing out ends it, and takes the cookie away with all its attributes', async () => {
    const { site } = held
    const cookie = cookieOf((await signIn(site)).headers.get('set-cookie'))
    const answer = await sendForm(site, '/sign-out', {}, { cookie })
    expect(answer.headers.get('set-cookie')).toBe(
      '__Host-mailgauge=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(await isSignedIn(site, cookie)).toBe(false)
  })

  test('it ends when nothing was done for too long, and however much was done', async () => {
    const { site } = held
    const used = cookieOf((await signIn(site)).headers.get('set-cookie'))
    const idle = cookieOf((await signIn(site)).headers.get('set-cookie'))
    for (let day = 0; day < 88; day += 8) {
      site.pass(8 * DAY)
      expect(await isSignedIn(site, used)).toBe(true)
      // That it was seen is written beside the answer.
      await until(
        async () =>
          (await site.people.sessions.find(used))?.session.seenAt.getTime() === site.now().getTime(),
      )
    }
    expect(await isSignedIn(site, idle)).toBe(false)
    site.pass(3 * DAY)
    expect(await isSignedIn(site, used)).toBe(false)
  })
})

describe('the second factor', () => {
  const held = claimedSite()
  beforeAll(async () => {
    const { site, cookie } = held
    const me = await site.people.sessions.find(cookie)
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'totp.enabled' } as const
    await site.store.people.factors.enable(me?.person.id ?? '', { secretId: 'sec_1', lastStep: 0 }, [], entry)
  })

  test('is asked for in a session that opens nothing else', async () => {
    const { site } = held
    const answer = await signIn(site, { next: '/me' })
    expect(answer.headers.get('location')).toBe('/sign-in/code?next=%2Fme')
    const cookie = cookieOf(answer.headers.get('set-cookie'))
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=600')
    for (const path of site.app.table.filter(
      ({ needs }) => !['anybody', 'file', 'factor'].includes(needs) && !needs.startsWith('test:'),
    )) {
      const asked = await site.ask(path.path, {
        method: path.method,
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
      expect([path.path, [303, 403].includes(asked.status)]).toEqual([path.path, true])
    }
    expect(await site.people.sessions.actorOf(cookie)).toBeUndefined()
    expect((await site.ask('/sign-in/code', { headers: { cookie } })).status).toBe(200)
    expect((await site.ask('/sign-in/code')).headers.get('location')).toBe('/sign-in')

    const wrong = await sendForm(site, '/sign-in/code', { code: '000000' }, { cookie })
    expect(wrong.status).toBe(422)
    const right = await sendForm(site, '/sign-in/code', { code: CODE, next: '/me' }, { cookie })
    expect(right.headers.get('location')).toBe('/me')
    const whole = cookieOf(right.headers.get('set-cookie'))
    expect(whole).not.toBe(cookie)
    expect(await isSignedIn(site, whole)).toBe(true)
    expect((await site.ask('/sign-in/code', { headers: { cookie } })).status).toBe(303)
  })

  test('is waited for ten minutes', async () => {
    const { site } = held
    const cookie = cookieOf((await signIn(site)).headers.get('set-cookie'))
    site.pass(11 * 60_000)
    const late = await sendForm(site, '/sign-in/code', { code: CODE }, { cookie })
    expect(late.headers.get('location')).toBe('/sign-in')
    expect(late.headers.get('set-cookie')).toBeNull()
  })

  test('is not guessed: those who try wait longer and longer', async () => {
    const { site } = held
    site.from('203.0.113.7/32')
    const cookie = cookieOf((await signIn(site)).headers.get('set-cookie'))
    let tried = 0
    for (let i = 0; i < 60; i += 1) {
      const answer = await sendForm(site, '/sign-in/code', { code: '000000' }, { cookie })
      if (answer.status === 422) tried += 1
      else expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      site.pass(5000)
    }
    expect(tried).toBeLessThan(15)
  })
})

describe('guessing passwords', () => {
  const held = claimedSite()

  test('one network waits longer and longer, and is told how long', async () => {
    const { site } = held
    site.from('198.51.100.9/32')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn(site, { email: `nobody${at}@example.org` })),
    )
    const waits = answers.filter(({ status }) => status === 429)
    expect(waits.length).toBeGreaterThan(15)
    expect(waits[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await waits[0]?.text()).toContain('Too many tries. Wait')
  })

  test('who knows a password cannot have it compared and written down without end', async () => {
    const site = await peopleSite()
    const turn = async () => {
      const taken = await site.tries.password('192.0.2.1/32', EMAIL, undefined)
      if ('waitSeconds' in taken) return false
      taken.passed()
      return true
    }
    let granted = 0
    for (let i = 0; i < 1000; i += 1) if (await turn()) granted += 1
    expect(granted).toBeLessThan(150)
    expect(granted).toBeGreaterThan(50)
    expect(await site.tries.password('192.0.2.2/32', EMAIL, undefined)).toHaveProperty('passed')
    site.pass(60_000)
    expect(await turn()).toBe(true)
    await site.done()
  })

  test('strangers do not keep somebody out of a network that they signed in from', async () => {
    const { site } = held
    for (let i = 0; i < 60; i += 1) {
      site.from(`203.0.113.${i}/32`)
      await signIn(site, { password: `guess number ${i}` })
    }
    site.from('203.0.113.200/32')
    expect((await signIn(site)).status).toBe(429)
    // The same for an address that nobody has.
    for (let i = 0; i < 60; i += 1) {
      site.from(`198.51.101.${i}/32`)
      await signIn(site, { email: 'nobody@example.org', password: `guess number ${i}` })
    }
    site.from('203.0.113.201/32')
    expect((await signIn(site, { email: 'nobody@example.org' })).status).toBe(429)
    site.from('192.0.2.1/32')
    expect((await signIn(site)).status).toBe(303)
  })
})
