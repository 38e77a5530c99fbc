import { afterEach, describe, expect, test } from 'bun:test'
import { cookieOf, EMAIL, PASSWORD, type PeopleSite, peopleSite, sendForm } from './people-site.ts'

const open: PeopleSite[] = []
afterEach(async () => {
  for (const site of open.splice(0)) await site.done()
})

async function claimed(options: Parameters<typeof peopleSite>[0] = {}) {
  const site = await peopleSite(options)
  open.push(site)
  return { site, cookie: await site.claimed() }
}

const NEW = 'another long password'
const signIn = (site: PeopleSite, password: string) => sendForm(site, '/sign-in', { email: EMAIL, password })
const isSignedIn = async (site: PeopleSite, cookie: string) =>
  (await site.ask('/me', { headers: { cookie } })).status === 200

/** Asks for a link as a person does, and gives its path. */
async function linkFor(site: PeopleSite, email = EMAIL) {
  await sendForm(site, '/reset', { email })
  await site.settled()
  return new URL(site.mails.at(-1)?.link ?? 'http://none.invalid/').pathname
}

describe('a forgotten password', () => {
  test('is set anew by a link that works once, which ends all sessions and signs nobody in', async () => {
    const { site, cookie } = await claimed()
    const path = await linkFor(site)
    expect(site.mails.at(-1)).toMatchObject({ name: 'password-reset', to: { address: EMAIL } })
    expect(path).toMatch(/^\/reset\/[A-Za-z0-9_-]{43}$/)
    // Whatever fetches links out of mail to look at them uses none up.
    for (let i = 0; i < 3; i += 1) expect((await site.ask(path)).status).toBe(200)
    const set = await sendForm(site, path, { password: NEW })
    expect(set.headers.get('location')).toBe('/sign-in?done=reset')
    expect(set.headers.get('set-cookie')).toBeNull()
    expect(await isSignedIn(site, cookie)).toBe(false)
    expect((await signIn(site, PASSWORD)).status).toBe(422)
    expect((await signIn(site, NEW)).status).toBe(303)
    expect((await site.ask(path)).status).toBe(404)
    expect((await sendForm(site, path, { password: PASSWORD })).status).toBe(404)
  })

  test('a password that does not do is told, and the link still works', async () => {
    const { site } = await claimed()
    const path = await linkFor(site)
    expect((await sendForm(site, path, { password: 'short' })).status).toBe(422)
    expect((await sendForm(site, path, { password: NEW })).status).toBe(303)
  })

  test('a later link takes the place of an earlier one, and each is good for an hour', async () => {
    const { site } = await claimed()
    const first = await linkFor(site)
    const second = await linkFor(site)
    expect(second).not.toBe(first)
    expect((await sendForm(site, first, { password: NEW })).status).toBe(404)
    site.pass(3_600_001)
    expect((await sendForm(site, second, { password: NEW })).status).toBe(404)
  })

  test('of two who use it at once, one has it', async () => {
    const { site } = await claimed()
    const path = await linkFor(site)
    const answers = await Promise.all(
      ['first password', 'second password'].map((password) => sendForm(site, path, { password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404])
  })

  test('the answer is the same for people nobody knows, who get no mail', async () => {
    const { site } = await claimed()
    const known = await sendForm(site, '/reset', { email: ' ANN@example.org ' })
    const unknown = await sendForm(site, '/reset', { email: 'nobody@example.org' })
    const neither = await sendForm(site, '/reset', { email: 'no address' })
    const pages = await Promise.all([known, unknown, neither].map((answer) => answer.text()))
    expect(new Set(pages).size).toBe(1)
    await site.settled()
    expect(site.mails).toHaveLength(1)
  })

  test('nobody’s mailbox is filled', async () => {
    const { site } = await claimed()
    for (let i = 0; i < 30; i += 1) {
      site.from(`203.0.113.${i}/32`)
      await sendForm(site, '/reset', { email: EMAIL })
    }
    await site.settled()
    expect(site.mails.length).toBeLessThan(5)
  })

  test('without a relay the page says who can do it', async () => {
    const { site } = await claimed({ withoutMail: true })
    for (const answer of [await site.ask('/reset'), await sendForm(site, '/reset', { email: EMAIL })]) {
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('mailgauge admin reset-password')
    }
    expect((await site.ask(`/reset/${'A'.repeat(43)}`)).status).toBe(404)
  })
})

describe('signing up', () => {
  const typed = { name: 'Bob', email: 'bob@example.org', password: NEW, account: 'Example' }

  test('is closed unless the operator opened it', async () => {
    const { site } = await claimed()
    expect((await site.ask('/sign-up')).status).toBe(404)
    expect((await sendForm(site, '/sign-up', typed)).status).toBe(404)
    expect(await (await site.ask('/sign-in')).text()).not.toContain('/sign-up')
  })

  test('makes nothing before the address is confirmed with the password, then a person with an account', async () => {
    const { site } = await claimed({ open: true })
    expect((await sendForm(site, '/sign-up', typed)).status).toBe(200)
    await site.settled()
    expect(await site.store.people.byEmail('bob@example.org')).toBeUndefined()
    const path = new URL(site.mails.at(-1)?.link ?? '').pathname
    expect((await site.ask(path)).status).toBe(200)
    expect((await sendForm(site, path, { password: 'not what was chosen' })).status).toBe(422)
    const answer = await sendForm(site, path, { password: NEW })
    expect(answer.status).toBe(303)
    const bob = await site.people.sessions.find(cookieOf(answer.headers.get('set-cookie')))
    // The name of the account was taken.
    expect(bob?.account).toMatchObject({ name: 'Example 2', role: 'owner' })
    expect(bob?.person).toMatchObject({ email: 'bob@example.org', isInstanceAdmin: false })
    expect((await sendForm(site, path, { password: NEW })).status).toBe(404)
  })

  test('an address that somebody has gets a message that says so, and the page the same words', async () => {
    const { site } = await claimed({ open: true })
    const known = await (await sendForm(site, '/sign-up', { ...typed, email: EMAIL })).text()
    const unknown = await (await sendForm(site, '/sign-up', typed)).text()
    expect(known.replaceAll(EMAIL, '')).toBe(unknown.replaceAll('bob@example.org', ''))
    await site.settled()
    expect(site.mails.map(({ name }) => name).toSorted()).toEqual(['confirmation', 'has-account'])
  })
})

describe('my own page', () => {
  test('a new address holds once it is confirmed, and needs the password', async () => {
    const { site, cookie } = await claimed()
    const change = (fields: Record<string, string>) => sendForm(site, '/me/email', fields, { cookie })
    expect((await change({ email: 'new@example.org', emailPassword: 'wrong password' })).status).toBe(422)
    expect((await change({ email: 'new@example.org' })).status).toBe(422)
    expect((await change({ email: 'none', emailPassword: PASSWORD })).status).toBe(422)
    expect(
      (await change({ email: 'new@example.org', emailPassword: PASSWORD })).headers.get('location'),
    ).toBe('/me?done=asked')
    await site.settled()
    expect(await site.store.people.byEmail('new@example.org')).toBeUndefined()
    const mail = site.mails.at(-1)
    expect(mail?.to.address).toBe('new@example.org')
    const path = new URL(mail?.link ?? '').pathname
    expect((await sendForm(site, path, {})).status).toBe(303)
    expect((await sendForm(site, '/sign-in', { email: 'New@example.org', password: PASSWORD })).status).toBe(
      303,
    )
    expect((await signIn(site, PASSWORD)).status).toBe(422)
  })

  test('a change of address that was under way ends with a new password', async () => {
    for (const how of ['reset', 'by hand'] as const) {
      const { site, cookie } = await claimed()
      await sendForm(site, '/me/email', { email: 'thief@example.net', emailPassword: PASSWORD }, { cookie })
      await site.settled()
      const path = new URL(site.mails.at(-1)?.link ?? '').pathname
      const set =
        how === 'reset'
          ? await sendForm(site, await linkFor(site), { password: NEW })
          : await sendForm(site, '/me/password', { current: PASSWORD, password: NEW }, { cookie })
      expect(set.status).toBe(303)
      expect((await sendForm(site, path, {})).status).toBe(404)
      expect(await site.store.people.byEmail('thief@example.net')).toBeUndefined()
      expect((await signIn(site, NEW)).status).toBe(303)
    }
  })

  test('a sign-in that is under way does not outlive a new password', async () => {
    const { site } = await claimed()
    const path = await linkFor(site)
    const person = await site.store.people.byEmail(EMAIL)
    const setPassword = sendForm(site, path, { password: NEW })
    await Promise.all(Array.from({ length: 12 }, () => signIn(site, PASSWORD)))
    expect((await setPassword).status).toBe(303)
    expect(await site.people.sessions.of(person?.id ?? '')).toEqual([])
  })

  test('without a relay it holds at once, unless it is somebody else’s', async () => {
    const { site, cookie } = await claimed({ withoutMail: true })
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'person.created' } as const
    const bob = {
      id: 'per_bob',
      email: 'bob@example.org',
      name: '',
      isInstanceAdmin: false,
      createdAt: site.now(),
    }
    await site.store.people.create({ person: bob }, entry)
    const change = (email: string) =>
      sendForm(site, '/me/email', { email, emailPassword: PASSWORD }, { cookie })
    expect((await change('BOB@example.org')).status).toBe(422)
    expect((await change('new@example.org')).status).toBe(303)
    expect(await site.store.people.byEmail('new@example.org')).toBeDefined()
  })

  test('a new password ends other sessions, and this one goes on under a new id', async () => {
    const { site, cookie } = await claimed()
    const other = cookieOf((await signIn(site, PASSWORD)).headers.get('set-cookie'))
    const change = (fields: Record<string, string>) => sendForm(site, '/me/password', fields, { cookie })
    expect((await change({ current: 'wrong password', password: NEW })).status).toBe(422)
    expect((await change({ current: PASSWORD, password: 'short' })).status).toBe(422)
    const answer = await change({ current: PASSWORD, password: NEW })
    const own = cookieOf(answer.headers.get('set-cookie'))
    expect(await isSignedIn(site, own)).toBe(true)
    for (const gone of [cookie, other]) expect(await isSignedIn(site, gone)).toBe(false)
  })

  test('sessions are ended one by one or all but this one, never those of others', async () => {
    const { site, cookie } = await claimed()
    const others = await Promise.all([1, 2, 3].map(() => signIn(site, PASSWORD)))
    const cookies = others.map((answer) => cookieOf(answer.headers.get('set-cookie')))
    const first = (await site.people.sessions.find(cookies[0] ?? ''))?.session.id ?? ''
    await sendForm(site, '/me/sessions', { session: first }, { cookie })
    expect(await Promise.all(cookies.map((one) => isSignedIn(site, one)))).toEqual([false, true, true])
    await sendForm(site, '/me/sessions', { session: 'others' }, { cookie })
    expect(await Promise.all([cookie, ...cookies].map((one) => isSignedIn(site, one)))).toEqual([
      true,
      false,
      false,
      false,
    ])
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'person.created' } as const
    const bob = {
      id: 'per_bob',
      email: 'bob@example.org',
      name: '',
      isInstanceAdmin: false,
      createdAt: site.now(),
    }
    await site.store.people.create({ person: bob }, entry)
    const begun = await site.people.sessions.begin({
      person: bob,
      method: 'password',
      stage: 'whole',
      from: { client: '', agent: '' },
      cookie: null,
    })
    const his = await site.people.sessions.find(cookieOf(begun))
    await sendForm(site, '/me/sessions', { session: his?.session.id ?? '' }, { cookie })
    expect(await isSignedIn(site, cookieOf(begun))).toBe(true)
  })

  test('hostile names are shown as what they are', async () => {
    const { site, cookie } = await claimed()
    const hostile = '"><img src=x onerror=alert(1)>'
    await sendForm(site, '/me/name', { name: hostile }, { cookie })
    await sendForm(site, '/sign-in', { email: EMAIL, password: PASSWORD }, { 'user-agent': hostile })
    const html = await (await site.ask('/me', { headers: { cookie } })).text()
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)>')
  })
})
