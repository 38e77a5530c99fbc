import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Needs } from '../../../src/web/frame/needs.ts'
import { text } from '../../../src/web/respond.ts'
import { by, createRouter } from '../../../src/web/router.ts'
import { createSite } from '../../../src/web/site.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { depsUnderTest, siteUnderTest } from '../site-under-test.ts'

const PEOPLE = {
  viewer: somebody({ role: 'viewer' }),
  member: somebody({ role: 'member' }),
  admin: somebody({ role: 'admin' }),
  owner: somebody({ role: 'owner' }),
  visitor: somebody({ role: 'viewer', admin: true, visiting: true }),
  operator: somebody({ admin: true }),
  nowhere: somebody(),
  halfway: somebody({ role: 'owner', admin: true, stage: 'factor' }),
}

/** A path for each need, which answers GET and POST. */
const PATHS: Readonly<Record<string, Needs>> = {
  '/anybody': 'anybody',
  '/token/:token': 'test:tests.read',
  '/describe/:token': 'test:tests.describe',
  '/share/:token': 'test:tests.share',
  '/factor': 'factor',
  '/person': 'person',
  '/account': 'account.read',
  '/keys': 'keys.change',
  '/transfer': 'account.transfer',
  '/instance': 'instance.read',
}

function routed() {
  const deps = depsUnderTest({ people: peopleWith(fakeSessions(PEOPLE).sessions) })
  const app = new Elysia()
  const { route, table } = createRouter(app, createSite(deps), deps)
  for (const [path, needs] of Object.entries(PATHS)) {
    const answers = by(needs, () => text('let through', 200))
    route(path, { get: answers, post: answers })
  }
  const ask = (path: string, who: string, init: RequestInit = {}) =>
    app.handle(
      new Request(`http://mailgauge.example${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...(init.headers as Record<string, string>), cookie: `mailgauge=${who}` },
      }),
    )
  return { ask, table }
}

const POST = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } } as const

describe('what a route needs', () => {
  test('the table names every path, verb and need', () => {
    const { table } = routed()
    expect(table).toHaveLength(Object.keys(PATHS).length * 2)
    expect(table).toContainEqual({ method: 'POST', path: '/keys', needs: 'keys.change' })
  })

  test.each([
    ['/person', 'viewer member admin owner visitor operator nowhere'],
    ['/account', 'viewer member admin owner visitor'],
    ['/keys', 'admin owner'],
    ['/transfer', 'owner'],
    ['/instance', 'operator visitor'],
    ['/factor', 'halfway'],
  ])('%s is for %s', async (path, who) => {
    const { ask } = routed()
    for (const name of [...Object.keys(PEOPLE), 'nobody']) {
      for (const init of [{}, POST]) {
        const answer = await ask(path, name, init)
        expect([name, answer.status === 200]).toEqual([name, who.split(' ').includes(name)])
      }
    }
  })

  test('who is not signed in is led to the sign-in, and from there back', async () => {
    const { ask } = routed()
    for (const who of ['nobody', 'halfway']) {
      const answer = await ask('/keys?page=2', who)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/sign-in?next=%2Fkeys%3Fpage%3D2')
    }
  })

  test('a form of somebody whose session ended says that what was typed is lost', async () => {
    const { ask } = routed()
    const answer = await ask('/keys', 'nobody', POST)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('what you typed was not kept')
  })

  test('a role that does not do is told which does', async () => {
    const { ask } = routed()
    const answer = await ask('/keys', 'viewer')
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('In Example you are a viewer. This is for admins and owners.')
    expect(await (await ask('/transfer', 'admin')).text()).toContain('you are an admin. This is for owners.')
    expect(await (await ask('/keys', 'visitor')).text()).toContain('as an instance admin')
  })

  test('somebody without an account is told so, with those that they can switch to', async () => {
    const { ask } = routed()
    const answer = await ask('/account', 'nowhere')
    expect(answer.status).toBe(403)
    const html = await answer.text()
    expect(html).toContain('Choose an account')
    expect(html).toContain('value="acc_2"')
  })

  test('pages of the instance are not there for others', async () => {
    const { ask } = routed()
    for (const who of ['owner', 'nowhere']) expect((await ask('/instance', who)).status).toBe(404)
    expect((await ask('/instance', 'nobody')).headers.get('location')).toBe('/sign-in?next=%2Finstance')
  })

  test('the method is looked at first, then where a form comes from, then who sends it', async () => {
    const { ask } = routed()
    expect((await ask('/keys', 'nobody', { method: 'DELETE' })).status).toBe(405)
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const answer = await ask('/keys', 'owner', { method: 'POST', headers })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('This form came from another site')
    }
  })

  test('a page of a test is for whoever holds its token, signed in or not', async () => {
    const { ask } = routed()
    for (const who of ['nobody', 'owner']) {
      expect((await ask(`/token/${'q'.repeat(26)}`, who)).status).toBe(200)
      expect((await ask('/token/short', who)).status).toBe(404)
      expect((await ask(`/token/${'q'.repeat(26)}.json`, who)).status).toBe(404)
    }
  })
})

describe('the frame of those who are signed in', () => {
  const site = (who: Parameters<typeof somebody>[0]) => {
    const { sessions, ended } = fakeSessions({ me: somebody(who) })
    const { ask } = siteUnderTest({ people: peopleWith(sessions) })
    const open = async (path: string) => (await ask(path, { headers: { cookie: 'mailgauge=me' } })).text()
    return { ask, open, ended }
  }

  test('the header names them, their account and its role', async () => {
    const { open } = site({ role: 'viewer' })
    for (const path of ['/', '/docs', '/nowhere']) {
      const html = await open(path)
      expect(html).toContain('Sign out')
      expect(html).toContain('Your role: viewer')
      expect(html).not.toContain('>Sign in<')
    }
  })

  test('nobody is offered the sign-in', async () => {
    const { ask } = site({ role: 'viewer' })
    expect(await (await ask('/')).text()).toContain('href="/sign-in">Sign in</a>')
    expect(await (await siteUnderTest().ask('/')).text()).not.toContain('/sign-in')
  })

  test('names are shown as what they are', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&'
    const { open } = site({ role: 'owner', person: { name: hostile }, accountName: hostile })
    const html = await open('/')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)>')
  })

  test('signing out ends the session and takes the cookie away', async () => {
    const { ask, ended } = site({ role: 'viewer' })
    const answer = await ask('/sign-out', { ...POST, headers: { ...POST.headers, cookie: 'mailgauge=me' } })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('set-cookie')).toBe('mailgauge=; Max-Age=0')
    expect(ended).toEqual(['ses_1'])
    expect((await ask('/sign-out')).status).toBe(405)
  })
})
