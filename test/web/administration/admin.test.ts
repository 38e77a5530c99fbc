import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { tokenHash } from '../../../src/services/people/token.ts'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { until } from '../../support/until.ts'

const HOUR_MS = 3_600_000

let site: Dashboard
let root: SignedInPerson
beforeAll(async () => {
  site = await openDashboard({
    settings: [
      { name: 'smtp.domain', value: '"in.example.com"', from: 'mailgauge.toml, line 3' },
      { name: 'relay.password', value: '"(set)"', from: 'MAILGAUGE_RELAY_PASSWORD' },
      { name: 'relay.host', from: 'no mail is sent' },
    ],
    lists: [
      { id: 'a', name: 'good.example', kind: 'block', state: 'usable', testedAt: new Date() },
      { id: 'b', name: 'bad.example', kind: 'domain', state: 'failed', reason: 'it lists everybody' },
    ],
  })
  root = await site.person({ name: 'Root', isInstanceAdmin: true })
  // The last one is never taken away.
  await site.person({ isInstanceAdmin: true })
})
afterAll(() => site.close())

describe('the accounts of the instance', () => {
  test('are listed with plan, people, tests and bytes, and found by name', async () => {
    const account = await site.account('slow')
    await site.person({}, [account.id, 'owner'])
    await site.test(account.id)
    site.pass(2 * 60_000)
    const html = await site.html(`/admin/accounts?search=${encodeURIComponent(account.name)}`, root)
    expect(html).toContain(account.name)
    expect(html).toContain('>slow<')
    expect(html).toContain('512 bytes')
    expect(await site.html('/admin/accounts?search=nobody+at+all', root)).toContain(
      'No account has a name like that',
    )
  })

  test('are created once a name, with a plan of the config', async () => {
    const made = await site.post('/admin/accounts', root, { name: 'Fresh', plan: 'free' })
    expect(made.status).toBe(303)
    expect(await site.accounts.byName('Fresh')).toMatchObject({ plan: 'free' })
    expect((await site.audited())[0]).toMatchObject({
      action: 'account.created',
      target: 'Fresh',
      actor: { kind: 'person', id: root.person.id },
    })
    expect(
      await (await site.post('/admin/accounts', root, { name: 'Fresh', plan: 'free' })).text(),
    ).toContain('Another account has this name')
    expect((await site.post('/admin/accounts', root, { name: 'Other', plan: 'none' })).status).toBe(400)
    expect((await site.post('/admin/accounts', root, { name: '', plan: 'free' })).status).toBe(400)
  })

  test('get another plan', async () => {
    const account = await site.account()
    const path = `/admin/accounts/${account.id}/plan`
    expect(await site.html(path, root)).toContain(`Plan of ${account.name}`)
    expect((await site.post(path, root, { plan: 'free' })).status).toBe(303)
    expect((await site.audited(account.id))[0]).toMatchObject({
      action: 'account.plan_changed',
      details: { from: 'self-hosted', to: 'free' },
      actor: { id: root.person.id },
    })
    expect((await site.post(path, root, { plan: 'nothing' })).status).toBe(400)
    expect((await site.post('/admin/accounts/none/plan', root, { plan: 'free' })).status).toBe(404)
  })

  test('go on behind the page, whatever their names', async () => {
    for (let i = 0; i < 60; i += 1) await site.accounts.create(`paged & <b>${String(i).padStart(2, '0')}</b>`)
    const seen: string[] = []
    for (let path = '/admin/accounts?search=paged'; path; ) {
      const html = await site.html(path, root)
      seen.push(
        ...[...html.matchAll(/<th scope="row"[^>]*>paged &amp; &lt;b>(\d\d)/g)].map(([, n]) => n ?? ''),
      )
      path = /href="(\/admin\/accounts\?[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0')))
  })
})

describe('a look inside an account', () => {
  test('asks, stands in that account’s log, is a viewer’s, shows on every page and ends', async () => {
    const account = await site.account()
    const me = await site.person({ name: 'Visitor', isInstanceAdmin: true })
    const path = `/admin/accounts/${account.id}/visit`
    expect(await site.html(path, me)).toContain('The audit log of the account records your visit')
    expect(await site.audited(account.id)).toHaveLength(1)
    expect((await site.post(path, me)).status).toBe(303)
    expect((await site.audited(account.id))[0]).toMatchObject({
      action: 'instance.visited',
      actor: { kind: 'person', name: 'Visitor' },
    })
    for (const page of ['/', '/docs', '/admin', '/settings/keys'])
      expect(await site.html(page, me)).toContain(`You are looking inside ${account.name}`)
    expect((await site.ask('/settings/keys', me)).status).toBe(403)
    expect((await site.ask('/settings/audit', me)).status).toBe(403)
    expect(await site.sessions.actorOf(me.cookie)).toMatchObject({ accountId: account.id, role: 'viewer' })

    expect((await site.post('/admin/visit/end', me)).headers.get('location')).toBe('/admin/accounts')
    expect(await site.html('/', me)).not.toContain('You are looking inside')
    expect(await site.sessions.actorOf(me.cookie)).toBeUndefined()
  })

  test('ends after an hour, and when the right is taken away', async () => {
    const account = await site.account()
    const me = await site.person({ isInstanceAdmin: true })
    const visit = () => site.post(`/admin/accounts/${account.id}/visit`, me)
    await visit()
    site.pass(HOUR_MS)
    expect(await site.sessions.actorOf(me.cookie)).toBeUndefined()
    await visit()
    expect(await site.sessions.actorOf(me.cookie)).toBeDefined()
    await site.post(`/admin/people/${me.person.id}/no-admin`, root)
    expect(await site.sessions.actorOf(me.cookie)).toBeUndefined()
    expect((await visit()).status).toBe(404)
  })

  test('is no way around a role of one’s own', async () => {
    const account = await site.account()
    const me = await site.person({ isInstanceAdmin: true }, [account.id, 'member'])
    const path = `/admin/accounts/${account.id}/visit`
    expect((await site.ask(path, me)).status).toBe(409)
    expect((await site.post(path, me)).status).toBe(409)
    expect(await site.sessions.actorOf(me.cookie)).toMatchObject({ role: 'member' })
  })

  test('goes back to an account of one’s own', async () => {
    const [own, other] = [await site.account(), await site.account()]
    const me = await site.person({ isInstanceAdmin: true }, [own.id, 'owner'])
    await site.post(`/admin/accounts/${other.id}/visit`, me)
    expect(await site.sessions.actorOf(me.cookie)).toMatchObject({ accountId: other.id, role: 'viewer' })
    await site.post('/admin/visit/end', me)
    expect(await site.sessions.actorOf(me.cookie)).toMatchObject({ accountId: own.id, role: 'owner' })
  })
})

describe('the people of the instance', () => {
  test('are found by the beginning of their address or name', async () => {
    const one = await site.person({ email: 'zoe@example.org', name: 'Zoe' })
    expect(await site.html('/admin/people?search=zoe', root)).toContain('zoe@example.org')
    expect(await site.html('/admin/people?search=nobody', root)).toContain('Nobody matches')
    expect(await site.html(`/admin/people/${one.person.id}`, root)).toContain('zoe@example.org')
    expect((await site.ask('/admin/people/none', root)).status).toBe(404)
  })

  test('become instance admins and are made none again, but not the last one', async () => {
    const { person, cookie } = await site.person()
    const to = (what: string) => `/admin/people/${person.id}/${what}`
    expect((await site.ask('/admin', { cookie })).status).toBe(404)
    expect(await site.html(to('admin'), root)).toContain('instance admin')
    expect((await site.post(to('admin'), root)).status).toBe(200)
    expect((await site.ask('/admin', { cookie })).status).toBe(200)
    expect((await site.post(to('no-admin'), root)).status).toBe(200)
    expect((await site.ask('/admin', { cookie })).status).toBe(404)
    const log = await site.audited()
    expect(log.slice(0, 2).map(({ action }) => action)).toEqual([
      'person.admin_revoked',
      'person.admin_granted',
    ])
  })

  test('are signed out everywhere', async () => {
    const { person, cookie } = await site.person()
    expect(await site.sessions.find(cookie)).toBeDefined()
    await site.post(`/admin/people/${person.id}/end-sessions`, root)
    expect(await site.sessions.find(cookie)).toBeUndefined()
    expect((await site.audited())[0]).toMatchObject({ action: 'session.revoked', personId: person.id })
  })

  test('are handed a link to set a password, once more each time', async () => {
    const { person } = await site.person()
    const path = `/admin/people/${person.id}/reset`
    const link = async () =>
      / http:\S+\/reset\/([\w-]{43})|>http:\/\/\S+?\/reset\/([\w-]{43})</.exec(
        await (await site.post(path, root)).text(),
      )
    const [first, second] = [await link(), await link()].map((found) =>
      tokenHash(found?.[1] ?? found?.[2] ?? ''),
    )
    expect(await site.store.oneTimeLinks.byHash(first ?? new Uint8Array())).toBeUndefined()
    expect(await site.store.oneTimeLinks.byHash(second ?? new Uint8Array())).toMatchObject({
      purpose: 'reset',
      personId: person.id,
    })
    expect((await site.audited())[0]).toMatchObject({
      action: 'password.reset_requested',
      personId: person.id,
      actor: { id: root.person.id },
    })
  })

  test('lose a second factor only where they have one', async () => {
    const { person } = await site.person()
    const path = `/admin/people/${person.id}/disable-2fa`
    expect((await site.post(path, root)).status).toBe(409)
    const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'totp.enabled' } as const
    await site.store.people.factors.enable(person.id, { secretId: 'sec_1', lastStep: 0 }, [], entry)
    expect((await site.post(path, root)).status).toBe(200)
    expect((await site.store.people.byId(person.id))?.credentials.totp).toBeUndefined()
    expect((await site.audited())[0]).toMatchObject({
      action: 'totp.disabled',
      actor: { id: root.person.id },
    })
  })
})

describe('what an administrator sees', () => {
  test('settings with their origin, and no secret', async () => {
    const html = await site.html('/admin/settings', root)
    for (const text of [
      'in.example.com',
      'mailgauge.toml, line 3',
      '(set)',
      'MAILGAUGE_RELAY_PASSWORD',
      'no mail is sent',
    ])
      expect(html).toContain(text)
  })

  test('recent errors, as what they are', async () => {
    expect(await site.html('/admin/errors', root)).toContain('No error and no warning')
    site.errors.note('error', site.now(), '<b>It broke</b>', { job: '<i>retention</i>' })
    const html = await site.html('/admin/errors', root)
    expect(html).toContain('&lt;b>It broke')
    expect(html).not.toContain('<b>It broke')
    expect(await site.html('/admin', root)).toContain('1 error')
  })

  test('the queue: what waits, and what was postponed and why', async () => {
    const account = await site.account()
    const { token } = await site.test(account.id)
    const id = await site.message(token)
    await site.message(token)
    const holder = { holder: 'local/1', leaseMs: 1000, limit: 1, places: 4 }
    const [claim] = await site.store.messages.claim(holder)
    if (!claim) throw new Error('nothing was claimed')
    await site.store.messages.giveBack(claim, { afterMs: 60_000, lostTry: true })
    const queue = await site.store.usage.queue()
    expect(queue).toMatchObject({
      waiting: 1,
      running: 0,
      postponed: 1,
      repeats: 0,
      delayed: [{ id, lostTries: 1 }],
    })
    const html = await site.html('/admin/queue', root)
    expect(html).toContain(id)
    expect(html).toContain('Postponed after a try')
  })

  test('storage, with what holds it', async () => {
    await site.anonymousTest()
    site.pass(2 * 60_000)
    const html = await site.html('/admin/storage', root)
    for (const text of [
      'In use',
      'Tests without an account',
      'store.max_bytes',
      'anonymous.max_bytes',
      '4.7 GB',
    ])
      expect(html).toContain(text)
  })

  test('blocklists with their self-tests', async () => {
    const html = await site.html('/admin/blocklists', root)
    for (const text of ['good.example', 'In use', 'bad.example', 'Out of use', 'it lists everybody'])
      expect(html).toContain(text)
  })
})

describe('who may open which page', () => {
  const ROLES = ['viewer', 'member', 'admin', 'owner'] as const

  test('every route of /settings/keys, /settings/audit and /admin, by every role and by strangers', async () => {
    const account = await site.account()
    const { key } = await site.key(account.id)
    const subject = await site.person()
    const outsider = await site.person({}, [(await site.account()).id, 'owner'])
    const people = {
      nobody: undefined,
      halfway: await site.person({ stage: 'factor', isInstanceAdmin: true }, [account.id, 'owner']),
      outsider,
      operator: await site.person({ isInstanceAdmin: true }),
      ...Object.fromEntries(
        await Promise.all(
          ROLES.map(async (role) => [role, await site.person({}, [account.id, role])] as const),
        ),
      ),
    }
    // Pages of one webhook are tried by test/web/alerts, with webhooks that are there.
    const own = site.table.filter(
      ({ path }) =>
        /^\/(?:settings\/(?:keys|audit)|admin)(?:\/|$)/.test(path) && !path.includes(':destination'),
    )
    expect(own.length).toBeGreaterThan(30)
    for (const { method, path, needs } of own) {
      const backup = await aBackup()
      const at = path
        .replace(':key', key.id)
        .replace(':account', account.id)
        .replace(':person', subject.person.id)
        .replace(':backup', backup)
      for (const [name, who] of Object.entries(people)) {
        const answer = method === 'GET' ? await site.ask(at, who) : await site.post(at, who)
        const opened = ![303, 403, 404].includes(answer.status) || leads(answer)
        const expected = mayOpen(name, needs, path)
        expect([method, path, name, opened]).toEqual([method, path, name, expected])
        if (!expected && needs.startsWith('instance.') && !['nobody', 'halfway'].includes(name))
          expect([path, name, answer.status]).toEqual([path, name, 404])
        await answer.body?.cancel()
      }
    }
  })

  /** The name of one that is there. */
  async function aBackup(): Promise<string> {
    const { backups } = site.administration
    await backups.make({ kind: 'manual' })
    return until(async () => (await backups.list())[0]?.name)
  }

  /** A form that did its work leads on to a page of its own area. */
  const leads = (answer: Response) =>
    answer.status === 303 && /^\/(?:admin|settings)|^\/$/.test(answer.headers.get('location') ?? '')

  function mayOpen(name: string, needs: string, path: string): boolean {
    if (needs.startsWith('instance.')) return name === 'operator'
    // A key of another account is not found.
    if (name === 'outsider') return !path.includes(':key')
    return name === 'admin' || name === 'owner'
  }
})
