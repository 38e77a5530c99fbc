import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import { plan } from '../../support/builders.ts'
import { madePerson } from '../../support/people.ts'
import { cookieOf } from '../people/people-site.ts'
import { type AccountsSite, accountsSite } from './accounts-site.ts'

let site: AccountsSite
beforeAll(async () => {
  site = await accountsSite({ canMail: true })
})
afterAll(() => site.done())

const body = async (answer: Response | Promise<Response>) => (await answer).text()
const linkIn = (text: string) => /http:\/\/mailgauge\.example(\/join\/[\w-]{43})/.exec(text)?.[1] ?? ''

/** Invites as the owner by a link that is shown. */
async function invite(fields: Record<string, string> = {}, name?: string) {
  const home = await site.home(name)
  const answer = await site.send('/settings/people/invitations', home.owner.cookie, {
    role: 'member',
    by: 'link',
    ...fields,
  })
  return { home, answer, link: linkIn(await answer.clone().text()) }
}

const newcomer = (email = `new-${crypto.randomUUID()}@example.org`) => ({
  as: 'new',
  email,
  name: 'New',
  password: 'correct horse battery',
})

describe('who may what', () => {
  /** What each asks for, by the least role that may. */
  const ASKED: readonly (readonly [method: 'GET' | 'POST', path: string, least: Role])[] = [
    ['GET', '/settings/people', 'viewer'],
    ['GET', '/settings/account', 'viewer'],
    ['GET', '/settings/account/leave', 'viewer'],
    ['POST', '/settings/people/invitations', 'admin'],
    ['GET', '/settings/people/:viewer', 'admin'],
    ['POST', '/settings/people/:viewer', 'admin'],
    ['GET', '/settings/people/:viewer/remove', 'admin'],
    ['POST', '/settings/account', 'admin'],
    ['GET', '/settings/account/export', 'admin'],
    ['POST', '/settings/account/export', 'admin'],
    ['GET', '/settings/account/transfer', 'owner'],
    ['POST', '/settings/account/transfer', 'owner'],
    ['GET', '/settings/account/delete', 'owner'],
    ['POST', '/settings/account/delete', 'owner'],
    ['POST', '/settings/people/:viewer/remove', 'admin'],
  ]

  test.each(ASKED)('%s %s', async (method, path, least) => {
    const home = await site.home()
    const other = await site.home()
    const at = path.replace(':viewer', home.viewer.person.id)
    const asked = (cookie: string) => (method === 'GET' ? site.get(at, cookie) : site.send(at, cookie))
    for (const role of ROLES) {
      const may = ROLES.indexOf(role) >= ROLES.indexOf(least)
      expect([role, (await asked(home[role].cookie)).status === 403]).toEqual([role, !may])
    }
    const nobody = await asked('')
    expect([nobody.status, nobody.headers.get('location') ?? '']).toEqual(
      method === 'GET' ? [303, expect.stringMatching(/^\/sign-in/)] : [403, ''],
    )
    // People of another account are not found.
    if (path.includes(':viewer')) expect((await asked(other.owner.cookie)).status).toBe(404)
  })

  test('every page of this area is in the list above, or is for everybody who is signed in', () => {
    const own = site.app.table.filter(({ path }) => /^\/settings\/(people|account)(\/|$)/.test(path))
    const listed = new Set(ASKED.map(([method, path]) => `${method} ${path.replace(':viewer', ':person')}`))
    const open = ['GET', 'POST'].map((method) => `${method} /settings/people/invitations/:invitation/revoke`)
    const missing = own
      .map(({ method, path }) => `${method} ${path}`)
      .filter((one) => !listed.has(one) && !open.includes(one))
    expect(missing).toEqual(['POST /settings/account/leave'])
  })

  test('forms of other sites change nothing', async () => {
    const home = await site.home()
    const { table } = site.app
    const posts = table.filter(
      ({ method, path }) =>
        method === 'POST' && /^\/(settings\/(people|account)|accounts|join|me\/delete)/.test(path),
    )
    expect(posts.length).toBeGreaterThan(9)
    for (const { path } of posts) {
      const answer = await site.ask(path.replaceAll(/:\w+/g, 'x'), {
        method: 'POST',
        headers: { cookie: home.owner.cookie, 'sec-fetch-site': 'cross-site' },
      })
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect(await site.store.accounts.byId(home.account.id)).toBeDefined()
  })
})

describe('an invitation', () => {
  test('is shown once, in a page that nobody keeps', async () => {
    const { home, answer, link } = await invite()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(link).not.toBe('')
    const list = await body(site.get('/settings/people', home.owner.cookie))
    expect(list).toContain('Anybody with the link')
    expect(list).not.toContain(link)
  })

  test('makes a person who is signed in, once', async () => {
    const { home, link } = await invite({ role: 'viewer' })
    const page = await site.get(link)
    expect([page.status, page.headers.get('referrer-policy'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'same-origin',
      'noindex, nofollow',
    ])
    const joined = await site.send(link, '', newcomer())
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/settings/account?done=joined'])
    const cookie = cookieOf(joined.headers.get('set-cookie'))
    const shown = await body(site.get('/settings/account?done=joined', cookie))
    expect(shown).toContain('You joined the account.')
    expect(shown).toContain(home.account.name)
    for (const again of [await site.send(link, '', newcomer()), await site.get(link)]) {
      expect([again.status, (await again.text()).includes('This invitation does not work')]).toEqual([
        404,
        true,
      ])
    }
  })

  test('keeps what was typed but the password, and says what is wrong', async () => {
    const { link } = await invite()
    const wrong = await site.send(link, '', { ...newcomer('no address'), password: 'short-pw' })
    const text = await wrong.text()
    expect(wrong.status).toBe(422)
    expect(text).toContain('value="no address"')
    expect(text).not.toContain('short-pw')
    const weak = await site.send(link, '', { ...newcomer(), password: 'short-pw' })
    expect([weak.status, (await weak.text()).includes('at least 10 characters')]).toEqual([422, true])
    const taken = await madePerson(site.store)
    expect(await body(site.send(link, '', newcomer(taken.email)))).toContain('sign in and accept')
    expect((await site.get(link)).status).toBe(200)
  })

  test('lets in who is signed in, who then looks at the account', async () => {
    const { home, link } = await invite()
    const other = await site.home()
    expect(await body(site.get(link, other.owner.cookie))).toContain('Accept invitation')
    const accepted = await site.send(link, other.owner.cookie, { as: 'me' })
    expect(accepted.headers.get('location')).toBe('/settings/account?done=joined')
    expect(await body(site.get('/settings/account', other.owner.cookie))).toContain(home.account.name)
  })

  test('is not for somebody else, nor for who is in the account', async () => {
    const { home, link } = await invite({ email: 'bob@example.org' })
    const other = await site.home()
    for (const answer of [
      await site.get(link, other.owner.cookie),
      await site.send(link, other.owner.cookie, { as: 'me' }),
    ]) {
      expect([answer.status, (await answer.text()).includes('bob@example.org')]).toEqual([403, true])
    }
    const open = await invite()
    const twice = await site.send(open.link, open.home.viewer.cookie, { as: 'me' })
    expect([twice.status, (await twice.text()).includes('in this account already')]).toEqual([409, true])
    expect(await site.store.memberships.roleOf(home.account.id, other.owner.person.id)).toBeUndefined()
  })

  test('leads through the sign-in, also where the session ended meanwhile', async () => {
    const { link } = await invite()
    const signIn = `/sign-in?next=${encodeURIComponent(link)}`
    expect(await body(site.get(link))).toContain(`href="${signIn}"`)
    expect((await site.send(link, '', { as: 'me' })).headers.get('location')).toBe(signIn)
  })

  test('goes by mail and is then shown to nobody', async () => {
    const { home, answer } = await invite({ by: 'mail', email: 'carl@example.org' })
    expect(answer.headers.get('location')).toBe('/settings/people?done=sent')
    const { link = '' } = site.mails.at(-1) ?? {}
    const shown = await body(site.get('/settings/people?done=sent', home.owner.cookie))
    expect([
      shown.includes('The invitation was sent.'),
      shown.includes('sent by mail'),
      shown.includes(link),
    ]).toEqual([true, true, false])
    expect((await invite({ by: 'mail' })).answer.status).toBe(422)
  })

  test('ends when it is revoked, and says so when it has expired', async () => {
    const { home, link } = await invite()
    const [open] = await site.store.invitations.of(home.account.id)
    const path = `/settings/people/invitations/${open?.id}/revoke`
    expect(await body(site.get(path, home.admin.cookie))).toContain('Revoke this invitation?')
    const other = await site.home()
    expect((await site.send(path, other.owner.cookie)).status).toBe(404)
    expect((await site.send(path, home.viewer.cookie)).status).toBe(403)
    expect((await site.send(path, home.admin.cookie)).headers.get('location')).toBe(
      '/settings/people?done=revoked',
    )
    expect((await site.get(link)).status).toBe(404)
    const late = await invite()
    site.pass(7 * 86_400_000)
    const expired = await site.get(late.link)
    expect([expired.status, (await expired.text()).includes('has expired')]).toEqual([410, true])
    site.pass(-7 * 86_400_000)
  })

  test('its token is in no log, and leads nowhere else', async () => {
    const { link } = await invite()
    const token = link.slice(-43)
    const text = await body(site.get(link))
    const elsewhere = [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, to = '']) => to)
    expect(elsewhere.filter((to) => !to.startsWith('/') && !to.startsWith('#'))).toEqual([])
    await site.send(link, '', newcomer())
    const log = await site.store.audit.list({ limit: 500 })
    expect(JSON.stringify([log, site.log, site.faults])).not.toContain(token)
  })
})

describe('people', () => {
  test('get another role, and are removed', async () => {
    const home = await site.home()
    const own = `/settings/people/${home.viewer.person.id}`
    expect((await site.send(own, home.admin.cookie, { role: 'owner' })).status).toBe(422)
    expect((await site.send(own, home.admin.cookie, { role: 'boss' })).status).toBe(422)
    expect((await site.send(own, home.admin.cookie, { role: 'member' })).headers.get('location')).toBe(
      '/settings/people?done=role',
    )
    expect(await site.store.memberships.roleOf(home.account.id, home.viewer.person.id)).toBe('member')
    expect((await site.send(`${own}/remove`, home.admin.cookie)).status).toBe(303)
    expect((await site.get('/settings/people', home.viewer.cookie)).status).toBe(403)
    const owner = `/settings/people/${home.owner.person.id}`
    expect((await site.send(`${owner}/remove`, home.admin.cookie)).status).toBe(422)
    expect(await body(site.send(owner, home.owner.cookie, { role: 'admin' }))).toContain('only owner')
  })

  test('leave, and the only owner does not', async () => {
    const home = await site.home()
    expect((await site.send('/settings/account/leave', home.member.cookie)).headers.get('location')).toBe(
      '/accounts?done=left',
    )
    expect(await body(site.get('/accounts?done=left', home.member.cookie))).toContain(
      'You are in no account.',
    )
    expect((await site.send('/settings/account/leave', home.owner.cookie)).status).toBe(422)
  })

  test('find each other in an account of more people than a page names', async () => {
    const home = await site.home()
    for (let place = 10; place < 65; place += 1)
      await site.join(home.account, `p${place}-${home.account.id}@example.org`.toLowerCase())
    const list = (query: string) => body(site.get(`/settings/people${query}`, home.owner.cookie))
    const named = (page: string) =>
      [...page.matchAll(/Change<span class="unseen"> ([^<]+)</g)].map(([, who]) => who)
    const first = await list('')
    const more = /href="\/settings\/people(\?after=[^"]+)"/.exec(first)?.[1]
    const second = await list(more ?? '')
    expect([named(first).length, named(second).length]).toEqual([50, 9])
    expect(new Set([...named(first), ...named(second)]).size).toBe(59)
    expect([first.includes('To the first page'), second.includes('To the first page')]).toEqual([false, true])
    expect(second).not.toContain('More people')
    expect(second).not.toContain('This account has no owner.')
    expect(named(await list('?search=P37-'))).toEqual([`p37-${home.account.id}@example.org`.toLowerCase()])
    expect(await list('?search=nobody-here')).toContain('Nobody matches')

    const page = await body(site.get('/settings/account/transfer', home.owner.cookie))
    expect(page).toContain('name="email"')
    expect(page).not.toContain('<select name="person"')
    const send = (email: string) => site.send('/settings/account/transfer', home.owner.cookie, { email })
    const stranger = await madePerson(site.store)
    for (const wrong of ['', 'nobody', stranger.email, home.owner.person.email]) {
      const refused = await send(wrong)
      expect([refused.status, await body(refused)]).toEqual([
        422,
        expect.stringContaining('Enter the address of somebody else who is in the account.'),
      ])
    }
    expect((await send(home.viewer.person.email.toUpperCase())).status).toBe(303)
    expect(await site.store.memberships.roleOf(home.account.id, home.viewer.person.id)).toBe('owner')
  })

  test('hand the account over', async () => {
    const home = await site.home()
    const send = (person: string) => site.send('/settings/account/transfer', home.owner.cookie, { person })
    expect((await send('')).status).toBe(422)
    expect((await send(home.viewer.person.id)).status).toBe(303)
    expect(await site.store.memberships.roleOf(home.account.id, home.viewer.person.id)).toBe('owner')
    expect((await send(home.viewer.person.id)).status).toBe(403)
  })

  test('delete themselves', async () => {
    const home = await site.home()
    expect(await body(site.get('/me/delete', home.owner.cookie))).toContain('You are the only owner of:')
    const remove = (email: string) => site.send('/me/delete', home.viewer.cookie, { email })
    expect((await remove('other@example.org')).status).toBe(422)
    const gone = await remove(home.viewer.person.email)
    expect(gone.headers.get('location')).toBe('/me/deleted')
    expect(gone.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await site.get('/me/deleted')).status).toBe(200)
    expect((await site.get('/accounts', home.viewer.cookie)).status).toBe(303)
  })
})

describe('an account', () => {
  test('is renamed; a taken name stays in the form', async () => {
    const [home, other] = [await site.home(), await site.home()]
    const rename = (name: string) => site.send('/settings/account', home.admin.cookie, { name })
    const taken = await rename(other.account.name)
    expect([taken.status, (await taken.text()).includes(other.account.name)]).toEqual([422, true])
    expect((await rename('Another name')).headers.get('location')).toBe('/settings/account?done=renamed')
  })

  test('is exported as an archive', async () => {
    const home = await site.home()
    const answer = await site.send('/settings/account/export', home.owner.cookie)
    expect(answer.headers.get('content-type')).toBe('application/gzip')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="mailgauge-[0-9a-f]{8}-[\d-]+\.tar\.gz"$/,
    )
    const archive = Bun.gunzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(new TextDecoder().decode(archive)).toContain('README.txt')
    const again = await site.send('/settings/account/export', home.owner.cookie)
    expect((await site.send('/settings/account/export', home.admin.cookie)).status).toBe(503)
    await again.body?.cancel()
    expect((await site.send('/settings/account/export', home.admin.cookie)).status).toBe(200)
  })

  test('is deleted with its name typed', async () => {
    const home = await site.home()
    const remove = (name: string) => site.send('/settings/account/delete', home.owner.cookie, { name })
    expect((await remove('')).status).toBe(422)
    expect(await site.store.accounts.byId(home.account.id)).toBeDefined()
    expect((await remove(home.account.name)).headers.get('location')).toBe('/accounts?done=deleted')
    expect((await site.get('/settings/account', home.admin.cookie)).status).toBe(403)
  })

  test('is created by instance admins', async () => {
    const home = await site.home()
    expect(await body(site.get('/accounts', home.owner.cookie))).not.toContain('New account')
    expect((await site.send('/accounts', home.owner.cookie, { name: 'mine' })).status).toBe(422)
    const cookie = await site.signIn(await madePerson(site.store, { isInstanceAdmin: true }))
    expect(await body(site.get('/accounts', cookie))).toContain('New account')
    expect((await site.send('/accounts', cookie, { name: 'mine' })).headers.get('location')).toBe(
      '/settings/account?done=created',
    )
    expect((await site.send('/accounts', cookie, { name: 'mine' })).status).toBe(422)
    expect(await body(site.get('/settings/account?done=created', cookie))).toContain('you are its owner')
  })

  test('shows its plan and what an upgrade brings', async () => {
    const tight = await accountsSite({
      plan: plan({ name: 'free', api: false, monthlyTests: 0, fullReportsPerMonth: 0 }),
    })
    const home = await tight.home()
    const text = await body(tight.get('/settings/account', home.viewer.cookie))
    for (const says of [
      'free',
      'Not in this plan',
      '0 of 0, 0 left',
      'are used up',
      'nothing has to be sent again',
    ])
      expect(text).toContain(says)
    await tight.done()
  })

  test('that a command made says that it has no owner', async () => {
    const home = await site.home()
    await site.store.accounts.create({ ...home.account, id: 'made-by-command', name: 'by command' })
    const { person } = home.viewer
    await site.store.memberships.add(
      { accountId: 'made-by-command', personId: person.id, role: 'admin', createdAt: home.account.createdAt },
      { at: home.account.createdAt, actor: { kind: 'operator' }, action: 'member.joined' },
    )
    const cookie = await site.signIn(person, 'made-by-command')
    for (const path of ['/settings/account', '/settings/people'])
      expect(await body(site.get(path, cookie))).toContain('has no owner')
  })
})

test('names are shown as text, wherever they stand', async () => {
  const hostile = '<script>alert(1)</script>"\'><img src=x>'
  const { home, link } = await invite({ email: 'x"onfocus=alert(1)@example.org' }, hostile)
  await site.store.people.change(
    home.viewer.person.id,
    { name: hostile },
    {
      at: home.account.createdAt,
      actor: { kind: 'operator' },
      action: 'person.changed',
    },
  )
  const pages = [
    ...['/settings/people', '/settings/account', '/accounts'].map((path) => [path, home.owner.cookie]),
    ...['leave', 'transfer', 'delete', 'export'].map((path) => [
      `/settings/account/${path}`,
      home.owner.cookie,
    ]),
    ['/me/delete', home.owner.cookie],
    [`/settings/people/${home.viewer.person.id}`, home.owner.cookie],
    [`/settings/people/${home.viewer.person.id}/remove`, home.owner.cookie],
    [link || '/join/none', ''],
  ] as const
  for (const [path = '', cookie] of pages) {
    const text = await body(site.get(path, cookie))
    expect([path, /<script>alert|<img src=x/.test(text)]).toEqual([path, false])
  }
})
