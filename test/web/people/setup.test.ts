import { afterEach, describe, expect, test } from 'bun:test'
import { cookieOf, EMAIL, PASSWORD, type PeopleSite, peopleSite, sendForm } from './people-site.ts'

const open: PeopleSite[] = []
afterEach(async () => {
  for (const site of open.splice(0)) await site.done()
})

async function newSite() {
  const site = await peopleSite()
  open.push(site)
  return site
}

const typed = { name: 'Ann', email: EMAIL, password: PASSWORD, account: 'Example' }
const setUp = (site: PeopleSite, fields: Record<string, string>) =>
  sendForm(site, '/setup', { ...typed, ...fields })

describe('the first run', () => {
  test('whoever has the code becomes administrator and owner, and is signed in', async () => {
    const site = await newSite()
    const code = (await site.people.setup.offer()) ?? ''
    expect(code).toMatch(/^st_[A-Za-z0-9_-]{43}$/)
    expect((await site.ask('/setup')).status).toBe(200)
    expect(await (await site.ask('/sign-in')).text()).toContain('This site is not set up yet')
    const answer = await setUp(site, { code: ` ${code}\n` })
    expect(answer.status).toBe(303)
    const me = await site.people.sessions.find(cookieOf(answer.headers.get('set-cookie')))
    expect(me?.person.isInstanceAdmin).toBe(true)
    expect(me?.account).toMatchObject({ name: 'Example', role: 'owner' })
    const [entry] = await site.store.audit.list({ action: 'instance.claimed', limit: 1 })
    expect(entry).toMatchObject({ target: EMAIL, accountId: me?.account?.id ?? '' })
  })

  test('afterwards there is nothing to take over, with or without the code', async () => {
    const site = await newSite()
    const code = (await site.people.setup.offer()) ?? ''
    await setUp(site, { code })
    expect((await site.ask('/setup')).status).toBe(404)
    expect((await setUp(site, { code, email: 'bob@example.org' })).status).toBe(404)
    expect(await site.people.setup.offer()).toBeUndefined()
    expect(await site.store.people.byEmail('bob@example.org')).toBeUndefined()
  })

  test('the account that exists already is taken over, one of several is not', async () => {
    const site = await newSite()
    const account = { id: 'acc_default', name: 'default', plan: 'self-hosted', createdAt: site.now() }
    await site.store.accounts.create(account)
    expect(await (await site.ask('/setup')).text()).toContain('the owner of the account “default”')
    const code = (await site.people.setup.offer()) ?? ''
    const { email, password } = typed
    const answer = await sendForm(site, '/setup', { email, password, code })
    const me = await site.people.sessions.find(cookieOf(answer.headers.get('set-cookie')))
    expect(me?.account).toMatchObject({ id: 'acc_default', role: 'owner' })

    const several = await newSite()
    for (const name of ['one', 'two'])
      await several.store.accounts.create({ ...account, id: `acc_${name}`, name })
    const offered = (await several.people.setup.offer()) ?? ''
    expect((await setUp(several, { code: offered, account: 'one' })).status).toBe(422)
    expect((await setUp(several, { code: offered })).status).toBe(303)
  })

  test('of many who have the code and come at once, one wins, and the others read what happened', async () => {
    const site = await newSite()
    const code = (await site.people.setup.offer()) ?? ''
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        setUp(site, { code, email: `person${at}@example.org`, account: `a${at}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.headers.get('set-cookie')).toBeNull()
    expect(await lost?.text()).toContain('It has an instance admin')
    expect(await site.store.accounts.list()).toHaveLength(1)
    expect((await site.store.people.list({ limit: 10 })).items).toHaveLength(1)
  })

  test('the code that was offered first works after later starts, until one of them was used', async () => {
    const site = await newSite()
    const first = (await site.people.setup.offer()) ?? ''
    const later = (await site.people.setup.offer()) ?? ''
    expect((await setUp(site, { code: first })).status).toBe(303)
    expect((await setUp(site, { code: later, email: 'bob@example.org' })).status).toBe(404)
  })

  test('of very many starts the last ten codes work', async () => {
    const site = await newSite()
    const codes: string[] = []
    for (let start = 0; start < 12; start += 1) {
      codes.push((await site.people.setup.offer()) ?? '')
      site.pass(1000)
    }
    for (const dead of codes.slice(0, 2)) expect((await setUp(site, { code: dead })).status).toBe(422)
    expect((await setUp(site, { code: codes[2] ?? '' })).status).toBe(303)
  })

  test('an old code and an invented one do not do', async () => {
    const site = await newSite()
    const code = (await site.people.setup.offer()) ?? ''
    for (const wrong of ['', 'st_', `st_${'A'.repeat(43)}`, code.slice(3), `${code}x`, code.toLowerCase()]) {
      const answer = await setUp(site, { code: wrong })
      expect([wrong, answer.status]).toEqual([wrong, 422])
      expect(await answer.text()).toContain('This is not the set-up code')
    }
    site.pass(24 * 3_600_000 + 1)
    expect((await setUp(site, { code })).status).toBe(422)
    expect(await site.people.setup.isClaimed()).toBe(false)
  })

  test('guessing the code is slowed down', async () => {
    const site = await newSite()
    await site.people.setup.offer()
    const statuses: number[] = []
    for (let i = 0; i < 40; i += 1)
      statuses.push((await setUp(site, { code: `st_${'B'.repeat(43)}` })).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
  })

  test('everything that is wrong is said at once, and what was typed is kept but for the password', async () => {
    const site = await newSite()
    const code = (await site.people.setup.offer()) ?? ''
    const html = await (
      await setUp(site, {
        code,
        email: 'not an address',
        password: 'short',
        account: ' ',
        name: '<b>Ann</b>',
      })
    ).text()
    expect(html.match(/class="problem"/g)).toHaveLength(3)
    expect(html).toContain('href="#field-email"')
    expect(html).toContain('value="not an address"')
    expect(html).toContain('value="&lt;b>Ann&lt;/b>"')
    expect(html).not.toContain('short')
    expect((await setUp(site, { code, password: EMAIL })).status).toBe(422)
    expect((await setUp(site, { code })).status).toBe(303)
  })
})
