import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'

let site: Dashboard
let accountId = ''
let admin: SignedInPerson
let root: SignedInPerson
beforeAll(async () => {
  site = await openDashboard()
  accountId = (await site.account()).id
  admin = await site.person({ name: 'Ada' }, [accountId, 'admin'])
  root = await site.person({ isInstanceAdmin: true })
})
afterAll(() => site.close())

const add = (target: string, changes: object = {}) =>
  site.store.audit.add({
    at: site.now(),
    accountId,
    actor: { kind: 'person', id: admin.person.id, name: 'Ada' },
    action: 'key.created',
    target,
    ...changes,
  })

describe('the audit log of an account', () => {
  test('shows what was done, newest first, page by page', async () => {
    for (let i = 0; i < 120; i += 1) await add(`entry ${i}.`)
    const seen: string[] = []
    for (let path = '/settings/audit'; path; ) {
      const html = await site.html(path, admin)
      seen.push(...[...html.matchAll(/entry (\d+)\./g)].map(([, n]) => n ?? ''))
      path = /href="(\/settings\/audit\?[^"]*before=\d+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => String(119 - i)))
  })

  test('is filtered by action, person and time', async () => {
    await add('made by the operator', { actor: { kind: 'operator' }, action: 'account.plan_changed' })
    await add('long ago', { at: new Date('2020-01-02T12:00:00Z') })
    const of = (query: string) => site.html(`/settings/audit?${query}`, admin)
    expect(await of('action=account.plan_changed')).toContain('made by the operator')
    expect(await of('action=account.plan_changed')).not.toContain('entry 119.')
    expect(await of('by=operator')).toContain('made by the operator')
    expect(await of(`by=${admin.person.id}`)).not.toContain('made by the operator')
    const then = await of('since=2020-01-02&until=2020-01-02')
    expect(then).toContain('long ago')
    expect(then).not.toContain('entry 119.')
    expect(await of('since=2019-01-01&until=2019-01-02')).toContain('No entries match')
  })

  test('shows nothing of another account', async () => {
    const other = await site.account()
    await site.store.audit.add({
      at: site.now(),
      accountId: other.id,
      actor: { kind: 'operator' },
      action: 'key.created',
      target: 'a stranger',
    })
    expect(await site.html('/settings/audit', admin)).not.toContain('a stranger')
    expect(await site.html('/admin/audit', root)).toContain('a stranger')
    expect(await site.html('/admin/audit', root)).toContain(other.name)
  })

  test('shows what strangers named in one line that turns nothing round', async () => {
    await add('\u202Eelpmaxe', {
      action: 'dmarc.report_taken',
      details: { reporter: `<b>\u2066${'w'.repeat(1024)}`, report_id: '1' },
    })
    const html = await site.html('/settings/audit?action=dmarc.report_taken', admin)
    expect(html).toContain('\\u{202e}elpmaxe')
    expect(html).toContain('reporter: &lt;b>\\u{2066}www')
    expect(html).not.toContain('w'.repeat(201))
    expect(html).not.toMatch(/[\u202e\u2066]/)
  })

  test('is exported whole as CSV and JSON lines, and the export is in it', async () => {
    const csv = await site.ask('/settings/audit/export?format=csv', admin)
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.csv"$/)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await csv.text()).match(/entry \d+\./g)).toHaveLength(120)
    const jsonl = await site.ask('/settings/audit/export?format=jsonl&action=key.created', admin)
    const lines = (await jsonl.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(
      lines.every(({ action, account_id }) => action === 'key.created' && account_id === accountId),
    ).toBe(true)
    expect((await site.audited(accountId))[0]).toMatchObject({
      action: 'audit.exported',
      target: 'jsonl',
      actor: { id: admin.person.id },
    })
  })

  test('a long export is read page by page, at the pace of whoever reads it', async () => {
    const own = (await site.account()).id
    const owner = await site.person({}, [own, 'owner'])
    const entry = (i: number) => ({
      at: new Date(site.now().getTime() + i),
      accountId: own,
      actor: { kind: 'operator' } as const,
      action: 'test.created' as const,
      target: `t${i}`,
    })
    for (let from = 0; from < 1700; from += 425)
      await Promise.all(Array.from({ length: 425 }, (_, i) => site.store.audit.add(entry(from + i))))
    const answer = await site.ask('/settings/audit/export?format=jsonl&action=test.created', owner)
    const targets = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).target)
    expect(targets).toEqual(Array.from({ length: 1700 }, (_, i) => `t${1699 - i}`))
    const given = await site.ask('/settings/audit/export?format=csv', owner)
    await given.body?.cancel()
  })

  test('what stands in it is shown as what it is', async () => {
    const name = '<img src=x onerror=alert(1)>'
    await add(name, {
      actor: { kind: 'person', id: 'per_aaaaaaaaaaaaaaaa', name },
      details: { name },
      client: name,
    })
    for (const path of ['/settings/audit', '/settings/audit?by=per_aaaaaaaaaaaaaaaa'])
      expect(await site.html(path, admin)).not.toContain('<img')
    expect(await site.html('/admin/audit', root)).not.toContain('<img')
  })

  test('an address is shown without the length that every single one has', async () => {
    await add('from an address', { client: '198.51.100.77/32' })
    const page = await site.html('/settings/audit', admin)
    expect(page).toContain('198.51.100.77')
    expect(page).not.toContain('198.51.100.77/32')
  })

  test('an entry is neither changed nor removed by any page', () => {
    expect(site.table.filter(({ path, method }) => path.includes('audit') && method === 'POST')).toEqual([])
  })
})

describe('what keys and the operator change', () => {
  test('is in the log of the account: keys, plans, tests', async () => {
    const account = await site.account()
    const { key } = await site.key(account.id)
    const { token } = await site.test(account.id)
    await site.accounts.setPlan(account.name, 'metered')
    await site.mailTests.delete(
      { kind: 'session', accountId: account.id, role: 'member', personId: admin.person.id },
      token,
    )
    await site.apiKeys.rotate(key.id)
    await site.apiKeys.revoke(key.id)
    const log = await site.audited(account.id)
    expect(log.map(({ action }) => action)).toEqual([
      'key.revoked',
      'key.rotated',
      'test.deleted',
      'account.plan_changed',
      'test.created',
      'key.created',
      'key.created',
      'account.created',
    ])
    expect(log.find(({ action }) => action === 'test.deleted')?.actor).toEqual({
      kind: 'person',
      id: admin.person.id,
      name: 'Ada',
    })
    expect(log.find(({ action }) => action === 'test.created')).toMatchObject({
      actor: { kind: 'key' },
      target: expect.stringMatching(/^\w{12}@in\.example\.com$/),
    })
    expect(JSON.stringify(log)).not.toContain(token)
  })

  test('what was refused, or repeated, is not', async () => {
    const account = await site.account('small')
    await site.test(account.id)
    expect(await site.test(account.id).catch(String)).toContain('allowance_exhausted')
    const log = await site.audited(account.id)
    expect(log.filter(({ action }) => action === 'test.created')).toHaveLength(1)
  })

  test('a repeated request with the same Idempotency-Key is one entry', async () => {
    const account = await site.account()
    const { secret } = await site.key(account.id)
    const ask = () =>
      site.http.handle(
        new Request('http://mailgauge.test/v1/tests', {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'once' },
        }),
        '127.0.0.1',
      )
    expect([(await ask()).status, (await ask()).status]).toEqual([201, 201])
    const log = await site.audited(account.id)
    expect(log.filter(({ action }) => action === 'test.created')).toHaveLength(1)
  })

  test('tests without an account are in nobody’s log', async () => {
    const before = (await site.audited()).length
    const { token } = await site.anonymousTest()
    await site.mailTests.delete({ kind: 'token', token }, token)
    expect((await site.audited()).length).toBe(before)
  })
})
