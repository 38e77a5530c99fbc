import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'

let site: Dashboard
let accountId = ''
let admin: SignedInPerson
beforeAll(async () => {
  site = await openDashboard()
  accountId = (await site.account()).id
  admin = await site.person({ name: 'Ada' }, [accountId, 'admin'])
})
afterAll(() => site.close())

const SECRET = /mg_[0-9A-Za-z]{39}/
const idIn = (html: string) => /name="id" value="(key_\w{16})"/.exec(html)?.[1] ?? ''
const form = (id: string, changes: Record<string, string | string[]> = {}) => ({
  id,
  name: 'ci of the shop',
  scope: ['tests:write', 'tests:read'],
  expiry: '90',
  ...changes,
})

async function create(who = admin, changes: Record<string, string | string[]> = {}) {
  const id = idIn(await site.html('/settings/keys/new', who))
  const answer = await site.post('/settings/keys/new', who, form(id, changes))
  const html = await answer.text()
  return { id, answer, html, secret: SECRET.exec(html)?.[0] ?? '' }
}

const bearer = (secret: string) => site.apiKeys.authenticate(`Bearer ${secret}`)

describe('creating a key by a page', () => {
  test('shows it once, with lines to copy, and remembers who created it', async () => {
    const { id, answer, html, secret } = await create()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await bearer(secret)).ok).toBe(true)
    expect(html.split(`Authorization: Bearer ${secret}`).length).toBeGreaterThan(1)
    expect(html).toContain('swaks')
    expect(html).toContain('mailgauge test gate')
    const list = await site.html('/settings/keys', admin)
    expect(list).toContain(`${secret.slice(0, 10)}…`)
    expect(list).toContain('by Ada')
    expect(list).toContain('in 90 days')
    expect(list).not.toContain(secret)
    expect((await site.store.apiKeys.byId(id))?.createdBy).toBe(admin.person.id)
    expect((await site.audited(accountId))[0]).toMatchObject({
      action: 'key.created',
      actor: { kind: 'person', id: admin.person.id, name: 'Ada' },
      target: `ci of the shop (${secret.slice(0, 10)}…)`,
      client: '192.0.2.1',
    })
  })

  test('a form that is sent twice makes one key, also at the same time', async () => {
    const id = idIn(await site.html('/settings/keys/new', admin))
    const before = (await site.apiKeys.list(accountId)).length
    const answers = await Promise.all([1, 2, 3].map(() => site.post('/settings/keys/new', admin, form(id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const again = await site.post('/settings/keys/new', admin, form(id))
    expect(again.status).toBe(409)
    expect(await again.text()).not.toMatch(SECRET)
    expect((await site.apiKeys.list(accountId)).length).toBe(before + 1)
  })

  test('says what to change, and keeps what was typed', async () => {
    const { answer, html } = await create(admin, { name: ' ', scope: [] })
    expect(answer.status).toBe(400)
    expect(html).toContain('Choose at least one scope')
    expect(html).toContain('Enter a name for the key.')
    expect(html).not.toMatch(SECRET)
  })

  test('a name is shown as what it is', async () => {
    const name = '<script>alert(1)</script>"\'&'
    const { id, html } = await create(admin, { name })
    for (const page of [
      html,
      await site.html('/settings/keys', admin),
      await site.html(`/settings/keys/${id}/rotate`, admin),
      await site.html(`/settings/keys/${id}/revoke`, admin),
      await site.html('/settings/audit', admin),
    ]) {
      expect(page).not.toContain('<script>alert')
      expect(page).toContain('&lt;script>alert(1)')
    }
  })

  test('an id that is none makes nothing', async () => {
    for (const id of ['', 'key_short', `per_${'a'.repeat(16)}`])
      expect((await site.post('/settings/keys/new', admin, form(id))).status).toBe(409)
  })
})

describe('rotating and revoking', () => {
  test('ask first, and the new secret is shown once', async () => {
    const { id, secret } = await create()
    const asked = await site.html(`/settings/keys/${id}/rotate`, admin)
    expect(asked).toContain('stops working at once')
    const was = /name="was" value="(mg_\w{7})"/.exec(asked)?.[1] ?? ''
    const answer = await site.post(`/settings/keys/${id}/rotate`, admin, { was })
    const html = await answer.text()
    const renewed = SECRET.exec(html)?.[0] ?? ''
    expect([(await bearer(secret)).ok, (await bearer(renewed)).ok]).toEqual([false, true])
    expect((await site.audited(accountId))[0]).toMatchObject({
      action: 'key.rotated',
      details: { before: `${was}…` },
    })

    const twice = await site.post(`/settings/keys/${id}/rotate`, admin, { was })
    expect(twice.status).toBe(409)
    expect((await bearer(renewed)).ok).toBe(true)
  })

  test('a rotation that is sent twice at once rotates once', async () => {
    const { id, secret } = await create()
    const was = secret.slice(0, 10)
    const answers = await Promise.all(
      [1, 2].map(() => site.post(`/settings/keys/${id}/rotate`, admin, { was })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a revoked key stays revoked', async () => {
    const { id, secret } = await create()
    expect(await site.html(`/settings/keys/${id}/revoke`, admin)).toContain('This cannot be undone')
    const answer = await site.post(`/settings/keys/${id}/revoke`, admin)
    expect(answer.headers.get('location')).toBe('/settings/keys')
    expect((await bearer(secret)).ok).toBe(false)
    expect((await site.ask(`/settings/keys/${id}/rotate`, admin)).status).toBe(409)
    expect((await site.post(`/settings/keys/${id}/rotate`, admin, { was: secret.slice(0, 10) })).status).toBe(
      409,
    )
    expect((await site.audited(accountId))[0]).toMatchObject({ action: 'key.revoked' })
    await site.post(`/settings/keys/${id}/revoke`, admin)
    expect(
      (await site.audited(accountId)).filter(({ action }) => action === 'key.revoked').length,
    ).toBeGreaterThan(0)
    expect(await site.html('/settings/keys', admin)).toContain('Revoked')
  })

  test('a key of another account is not found', async () => {
    const other = await site.key((await site.account()).id)
    const { id } = other.key
    for (const path of [
      `/settings/keys/${id}/rotate`,
      `/settings/keys/${id}/revoke`,
      '/settings/keys/none/rotate',
    ]) {
      expect((await site.ask(path, admin)).status).toBe(404)
      expect((await site.post(path, admin, { was: other.key.prefix })).status).toBe(404)
    }
    expect((await bearer(other.secret)).ok).toBe(true)
    expect(await site.html('/settings/keys', admin)).not.toContain(other.key.prefix)
  })
})

describe('on a plan without API', () => {
  test('keys are neither created nor rotated, naming the plan, and the list says that they stopped', async () => {
    const account = await site.account()
    const owner = await site.person({}, [account.id, 'owner'])
    const { key } = await site.key(account.id)
    const id = idIn(await site.html('/settings/keys/new', owner))
    await site.accounts.setPlan(account.name, 'free')
    const list = await site.html('/settings/keys', owner)
    expect(list).toContain('The plan “free” has no API access')
    expect(list).toContain('Stopped by the plan')
    expect(list).not.toContain('Rotate')
    for (const answer of [
      await site.ask('/settings/keys/new', owner),
      await site.post('/settings/keys/new', owner, form(id)),
      await site.ask(`/settings/keys/${key.id}/rotate`, owner),
      await site.post(`/settings/keys/${key.id}/rotate`, owner, { was: key.prefix }),
    ]) {
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('“free”')
    }
    expect((await site.post(`/settings/keys/${key.id}/revoke`, owner)).status).toBe(303)
  })
})

test('keys are as they were when whoever created them leaves the account', async () => {
  const account = await site.account()
  const one = await site.person({ name: 'Leaver' }, [account.id, 'admin'])
  const other = await site.person({}, [account.id, 'owner'])
  const { secret } = await create(one)
  const entry = { at: site.now(), actor: { kind: 'operator' }, action: 'member.removed' } as const
  await site.store.memberships.remove(account.id, one.person.id, entry)
  expect((await bearer(secret)).ok).toBe(true)
  expect(await site.html('/settings/keys', other)).toContain('by Leaver')
})
