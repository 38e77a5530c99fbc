import { describe, expect, test } from 'bun:test'
import type { MailTest } from '../../../src/core/mail-test.ts'
import { fakeSessions, peopleWith, type Somebody, somebody } from '../people.ts'
import { MIXED } from '../reports.ts'
import { siteUnderTest } from '../site-under-test.ts'

const IN: Readonly<Record<string, Somebody>> = {
  viewer: { role: 'viewer' },
  member: { role: 'member' },
  visitor: { role: 'viewer', admin: true, visiting: true },
  halfway: { role: 'owner', stage: 'factor' },
  nowhere: {},
}

/** A test with a report, and those who ask for it: `acc_1` is the account of all who are in one, `acc_2` another of theirs. */
async function testOf(changes: Partial<MailTest>) {
  const { sessions } = fakeSessions(
    Object.fromEntries(Object.entries(IN).map(([name, who]) => [name, somebody(who)])),
  )
  const site = siteUnderTest({ people: peopleWith(sessions) })
  const token = await site.fake.create()
  site.fake.change(token, { source: 'dashboard', ...changes })
  site.fake.finish(token, site.fake.receive(token), MIXED)
  const open = async (who: string, path = '', method = 'GET') => {
    const headers = { cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' }
    const answer = await site.ask(`/t/${token}${path}`, { method, headers })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  return { ...site, token, open }
}

describe('a test of an account', () => {
  test('is read by whoever is in it, whatever their role', async () => {
    const { open } = await testOf({ accountId: 'acc_1' })
    for (const who of ['viewer', 'member', 'visitor'])
      for (const path of ['', '.json'])
        expect([who, path, (await open(who, path)).status]).toEqual([who, path, 200])
  })

  test('is described and deleted by roles that do, and the page names these', async () => {
    const { open } = await testOf({ accountId: 'acc_1' })
    for (const path of ['/delete', '/kind']) {
      const refused = await open('viewer', path)
      expect([path, refused.status]).toEqual([path, 403])
      expect(refused.text).toContain('In Example you are a viewer. This is for members, admins and owners.')
      expect((await open('visitor', path)).text).toContain('as an instance admin')
      expect((await open('member', path)).status).toBe(200)
    }
    expect((await open('viewer', '/delete', 'POST')).status).toBe(403)
    expect((await open('viewer')).status).toBe(200)
    expect((await open('member', '/delete', 'POST')).status).toBe(303)
    expect((await open('member')).status).toBe(404)
  })

  test('of another account of theirs offers to switch to it, and comes back', async () => {
    const { open, ask, token } = await testOf({ accountId: 'acc_2' })
    for (const [path, method] of [
      ['', 'GET'],
      ['/delete', 'GET'],
      ['/delete', 'POST'],
    ] as const) {
      const offered = await open('member', path, method)
      expect([path, offered.status]).toEqual([path, 403])
      expect(offered.text).toContain('Switch to Second')
      expect(offered.text).toContain(`name="next" value="/t/${token}"`)
    }
    const post = (next: string) =>
      ask('/switch', {
        method: 'POST',
        headers: { cookie: 'mailgauge=member', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ account: 'acc_2', next }),
      })
    expect((await post(`/t/${token}`)).headers.get('location')).toBe(`/t/${token}`)
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await post(next)).headers.get('location')).toBe('/')
  })

  test('is not there for anybody else', async () => {
    const { open } = await testOf({ accountId: 'acc_9' })
    for (const who of ['nobody', 'halfway', 'member', 'nowhere'])
      for (const [path, method] of [
        ['', 'GET'],
        ['.json', 'GET'],
        ['/preview', 'GET'],
        ['/events', 'GET'],
        ['/kind', 'GET'],
        ['/kind', 'POST'],
        ['/delete', 'GET'],
        ['/delete', 'POST'],
      ] as const)
        expect([who, path, (await open(who, path, method)).status]).toEqual([
          who,
          path,
          path === '/kind' && method === 'POST' ? 400 : 404,
        ])
  })

  test('that is shared is read by everybody, and changed by nobody else', async () => {
    const { open } = await testOf({ accountId: 'acc_9', shared: true })
    for (const who of ['nobody', 'halfway', 'member', 'nowhere']) {
      const shown = await open(who)
      expect([who, shown.status]).toEqual([who, 200])
      expect(shown.text).not.toContain('/delete"')
      expect(shown.text).not.toContain('/kind"')
      for (const path of ['/kind', '/delete'])
        expect([who, path, (await open(who, path)).status]).toEqual([who, path, 404])
      expect((await open(who, '/delete', 'POST')).status).toBe(404)
    }
    expect((await open('nobody')).status).toBe(200)
  })
})

test('a test that is gone, one that a key made and one that nobody shares are the same page', async () => {
  const { open, fake, ask, token } = await testOf({ accountId: 'acc_9' })
  const pages = [await open('nobody')]
  fake.change(token, { source: 'api', shared: true })
  pages.push(await open('nobody'))
  fake.change(token, { source: 'api', accountId: 'acc_1' })
  pages.push(await open('nobody'))
  fake.change(token, { source: 'anonymous', accountId: undefined as never })
  await fake.mailTests.delete({ kind: 'token', token }, token)
  const gone = await ask(`/t/${token}`, { headers: { cookie: 'mailgauge=nobody' } })
  pages.push({ status: gone.status, text: await gone.text(), headers: gone.headers })
  const [first] = pages
  for (const { status, text, headers } of pages) {
    expect([status, text, [...headers]]).toEqual([404, first?.text ?? '', [...(first?.headers ?? [])]])
    expect(text).toContain(`/sign-in?next=%2Ft%2F${token}`)
  }
})

test('of whoever is not signed in it is not looked up whose test it is', async () => {
  const { sessions } = fakeSessions({ member: somebody({ role: 'member' }) })
  const site = siteUnderTest({ people: peopleWith(sessions) })
  const asked: string[] = []
  const { accountOf } = site.fake.mailTests
  site.fake.mailTests.accountOf = (token) => {
    asked.push(token)
    return accountOf(token)
  }
  const token = await site.fake.create()
  await site.ask(`/t/${token}`)
  expect(asked).toEqual([])
  await site.ask(`/t/${token}`, { headers: { cookie: 'mailgauge=member' } })
  expect(asked).toEqual([token])
})
