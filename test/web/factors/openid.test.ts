import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { CLIENT, type RunningProvider, runProvider } from '../../support/openid-provider.ts'
import { codeOf, createBrowser, type FactorSite, factorSite } from './factor-site.ts'

const BACK = '/sign-in/openid/back'

describe('the OpenID provider', () => {
  let provider: RunningProvider
  let site: FactorSite
  let strict: FactorSite

  const config = (more: string) => `[oidc]
issuer = "${provider.issuer}"
client_id = "${CLIENT.clientId}"
client_secret = "${CLIENT.clientSecret}"
name = "Example ID"
${more}`

  beforeAll(async () => {
    provider = await runProvider()
    site = await factorSite({
      config: config(
        'create_people = true\ngroup_claim = "groups"\nadmin_groups = ["mail-admins"]\nviewer_groups = ["staff"]',
      ),
    })
    strict = await factorSite({ config: config('disable_password = true') })
    provider.admit(`${site.base}${BACK}`, `${strict.base}${BACK}`)
  })
  afterAll(async () => {
    await site.done()
    await strict.done()
    await provider.stop()
  })
  afterEach(() => provider.instead.clear())

  /** Begins at our sign-in page, signs in at the provider, and gives the address that the browser comes back to. */
  async function answered(
    login: string,
    browser: ReturnType<typeof createBrowser>,
    next = '',
  ): Promise<string> {
    const begun = await browser.ask(`/sign-in/openid${next}`)
    const back = await provider.signIn(begun.headers.get('location') ?? '', login)
    return `${back.pathname}${back.search}`
  }

  async function signIn(login: string, at = site, next = '') {
    const browser = createBrowser(at)
    const response = await browser.ask(await answered(login, browser, next))
    return { browser, response, location: response.headers.get('location') }
  }

  const roleOf = async (email: string) => {
    const person = await site.store.people.byEmail(email)
    return person && site.store.memberships.roleOf(site.own.id, person.id)
  }

  test('lets somebody in whom nobody invited, in the role of their groups', async () => {
    provider.people.set('bob', {
      email: 'Bob@Example.org',
      email_verified: true,
      name: 'Bob',
      groups: ['staff', 'x'],
    })
    const { browser, location } = await signIn('bob', site, '?next=%2Fme%2Fopenid')
    expect(location).toBe('/me/openid')
    expect(await browser.text('/me/openid')).toContain('It is linked')
    expect(await roleOf('bob@example.org')).toBe('viewer')
    provider.people.set('bob', { email: 'bob@new.example', email_verified: true, groups: ['mail-admins'] })
    expect((await signIn('bob')).location).toBe('/')
    expect(await roleOf('bob@example.org')).toBe('admin')
    provider.people.set('bob', { email: 'bob@example.org', email_verified: true, groups: [] })
    expect((await signIn('bob')).response.status).toBe(403)
  })

  test.each([
    [
      'whose address is not verified',
      { email: 'carl@example.org', email_verified: false, groups: ['staff'] },
      'has not verified carl@example.org',
    ],
    ['of whom no address is told', { groups: ['staff'] }, 'did not pass on your e-mail address'],
    [
      'in none of the groups',
      { email: 'carl@example.org', email_verified: true, groups: ['others'] },
      'None of your groups may sign in',
    ],
  ])('nobody gets in %s', async (_, claims, says) => {
    provider.people.set('carl', claims)
    const { response, browser } = await signIn('carl')
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(says)])
    expect(browser.cookies.has('mailgauge')).toBe(false)
    expect(await site.store.people.byEmail('carl@example.org')).toBeUndefined()
  })

  test('whose address is known signs in the old way once, and then links', async () => {
    const person = await site.somebody()
    provider.people.set('dora', {
      email: person.email.toUpperCase(),
      email_verified: true,
      groups: ['staff'],
    })
    const { browser, location } = await signIn('dora')
    expect(location).toBe('/sign-in?next=%2Fme%2Fopenid%2Fwaiting')
    expect(browser.cookies.has('mailgauge')).toBe(false)
    // Somebody else who signs in with it links nothing.
    const other = await site.somebody()
    await browser.signIn(other.email)
    expect((await browser.send('/me/openid/waiting')).status).toBe(403)
    const again = await signIn('dora')
    await again.browser.signIn(person.email)
    expect(await again.browser.text('/me/openid/waiting')).toContain('Link Example ID?')
    const linked = await again.browser.send('/me/openid/waiting')
    expect(linked.headers.get('location')).toBe('/me/openid?done=linked')
    expect(await site.store.people.identities.of(person.id)).toHaveLength(1)
    expect((await signIn('dora')).location).toBe('/')
  })

  test('an address that the provider does not vouch for links nothing', async () => {
    const person = await site.somebody()
    provider.people.set('mallory', { email: person.email, email_verified: false, groups: ['staff'] })
    expect((await signIn('mallory')).response.status).toBe(403)
    expect(await site.store.people.identities.of(person.id)).toEqual([])
  })

  test('is linked and unlinked in the profile; the last way in stays', async () => {
    const person = await site.somebody()
    const browser = createBrowser(site)
    await browser.signIn(person.email)
    expect((await browser.send('/me/openid/link', { password: 'another password' })).status).toBe(422)
    const page = await (await browser.send('/me/openid/link', { password: 'correct horse battery' })).text()
    const url = /url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = await provider.signIn(url, 'erin')
    const done = await browser.ask(`${back.pathname}${back.search}`)
    expect(done.headers.get('location')).toBe('/me/openid?done=linked')
    await site.store.people.setPassword(
      person.id,
      undefined,
      {},
      { at: new Date(), actor: { kind: 'operator' }, action: 'password.set' },
    )
    provider.people.set('erin', { groups: ['staff'] })
    const { browser: without } = await signIn('erin')
    const refused = await without.send('/me/openid/unlink')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('your only way')])
  })

  test('what was begun in another session does not link', async () => {
    const [one, other] = [await site.somebody(), await site.somebody()]
    const browser = createBrowser(site)
    await browser.signIn(one.email)
    const page = await (await browser.send('/me/openid/link', { password: 'correct horse battery' })).text()
    const back = await provider.signIn(/url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '', 'fred')
    await browser.signIn(other.email)
    expect((await browser.ask(`${back.pathname}${back.search}`)).status).toBe(403)
    expect(await site.store.people.identities.of(other.id)).toEqual([])
  })

  test('an answer counts once, in the browser that asked, with its state', async () => {
    provider.people.set('gus', { email: 'gus@example.org', email_verified: true, groups: ['staff'] })
    const [mine, victim] = [createBrowser(site), createBrowser(site)]
    const back = await answered('gus', mine)
    // Login CSRF: an answer of mine in the browser of somebody else, who began nothing, or another one.
    expect((await victim.ask(back)).status).toBe(403)
    await victim.ask('/sign-in/openid')
    expect((await victim.ask(back)).status).toBe(403)
    expect(victim.cookies.has('mailgauge')).toBe(false)
    const kept = new Map(mine.cookies)
    expect((await mine.ask(back)).headers.get('location')).toBe('/')
    const replaying = createBrowser(site)
    for (const [name, value] of kept) replaying.cookies.set(name, value)
    expect((await replaying.ask(back)).status).toBe(403)
  })

  test('the answer of another issuer is refused (mix-up)', async () => {
    const browser = createBrowser(site)
    const back = await answered('gus', browser)
    const mixed = back.replace(
      encodeURIComponent(provider.issuer),
      encodeURIComponent('https://evil.example'),
    )
    expect(mixed).not.toBe(back)
    expect((await browser.ask(mixed)).status).toBe(403)
    expect(browser.cookies.has('mailgauge')).toBe(false)
  })

  test('a session that was planted before is not the one that is signed in', async () => {
    const planted = await site.somebody()
    const browser = createBrowser(site)
    await browser.signIn(planted.email)
    const before = browser.cookies.get('mailgauge')
    await browser.ask(await answered('gus', browser))
    expect(browser.cookies.get('mailgauge')).not.toBe(before)
    const old = createBrowser(site)
    old.cookies.set('mailgauge', before ?? '')
    expect((await old.ask('/me')).status).toBe(303)
  })

  test('who turned on a second step is asked for it', async () => {
    await signIn('gus')
    const person = await site.store.people.byEmail('gus@example.org')
    if (!person) throw new Error('nobody')
    const { base32 } = await site.turnOn(person)
    const { browser, location } = await signIn('gus')
    expect(location).toBe('/sign-in/code')
    expect((await browser.send('/sign-in/code', { code: codeOf(base32) })).headers.get('location')).toBe('/')
  })

  test('a token endpoint that is down is told, and nobody signed in', async () => {
    const browser = createBrowser(site)
    const back = await answered('gus', browser)
    provider.instead.set('/token', () => new Response('later', { status: 503 }))
    const response = await browser.ask(back)
    expect([response.status, await response.text()]).toEqual([
      502,
      expect.stringContaining('Example ID cannot be reached'),
    ])
  })

  test('a provider that is down hinders no other way in', async () => {
    const down = await factorSite({
      config: `[oidc]\nissuer = "http://127.0.0.1:9"\nclient_id = "mailgauge"`,
    })
    const person = await down.somebody()
    const browser = createBrowser(down)
    const page = await browser.ask('/sign-in/openid')
    expect([page.status, await page.text()]).toEqual([502, expect.stringContaining('cannot be reached')])
    expect((await browser.signIn(person.email)).headers.get('location')).toBe('/')
    await down.done()
  })

  test('without passwords nobody signs in with one', async () => {
    const person = await strict.somebody()
    const browser = createBrowser(strict)
    const page = await browser.text('/sign-in')
    expect(page).not.toContain('type="password"')
    expect(page).toContain('Continue with Example ID')
    expect((await browser.signIn(person.email)).headers.get('location')).toBe('/sign-in')
    expect(browser.cookies.has('mailgauge')).toBe(false)
  })

  test('nowhere else leads a sign-in on', async () => {
    const { location } = await signIn('gus', site, `?next=${encodeURIComponent('//evil.example/')}`)
    expect(location).not.toContain('evil')
  })
})
