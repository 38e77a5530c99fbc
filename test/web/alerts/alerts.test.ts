import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { DESTINATION_KINDS } from '../../../src/core/watching/destination-kind.ts'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { attemptDue } from './sending.ts'

const SECRET = /whsec_[A-Za-z0-9+/=]{32,}/
const HOOK = 'https://hooks.example.org/in?token=s3cr3t-of-theirs'

let site: Dashboard
let accountId = ''
let admin: SignedInPerson
let root: SignedInPerson
beforeAll(async () => {
  site = await openDashboard()
  root = await site.person({ name: 'Root', isInstanceAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  accountId = (await site.account()).id
  admin = await site.person({ name: 'Ada', confirmedAt: site.now() }, [accountId, 'admin'])
})

type Form = Record<string, string | string[]>

/** The form of a webhook, as a browser sends it. */
const hook = (changes: Form = {}): Form => ({
  name: 'Shop',
  url: HOOK,
  type: ['monitor.alert', 'monitor.recovered'],
  ...changes,
})

async function made(form = hook(), kind = 'webhook', who = admin, base = '/settings/alerts') {
  const answer = await site.post(`${base}/new?kind=${kind}`, who, form)
  const html = await answer.text()
  const destinations = await site.destinations.list(actorOf(base))
  const [one] = destinations.ok ? destinations.value : []
  return { answer, html, id: one?.id ?? '', one }
}

const actorOf = (base: string) =>
  base === '/settings/alerts'
    ? ({ kind: 'session', accountId, role: 'owner', personId: admin.person.id } as const)
    : ({ kind: 'instance_admin', personId: root.person.id } as const)

const page = (id: string, more = '') => `/settings/alerts/${id}${more}`

describe('adding a webhook', () => {
  test('shows its signing secret once, and where it leads as far as its host', async () => {
    const empty = await site.html('/settings/alerts', admin)
    expect(empty).toContain('No webhooks or channels yet')
    const { answer, html, id, one } = await made()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const secret = SECRET.exec(html)?.[0] ?? ''
    expect(secret).not.toBe('')
    expect(html).toContain(`data-once="${page(id)}"`)
    expect(one).toMatchObject({
      kind: 'webhook',
      name: 'Shop',
      shown: 'https://hooks.example.org',
      filter: { types: ['monitor.alert', 'monitor.recovered'] },
    })
    for (const path of ['/settings/alerts', page(id), page(id, '/change'), page(id, '/rotate')]) {
      const shown = await site.html(path, admin)
      expect(shown).toContain('Shop')
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain('s3cr3t')
    }
    const [entry] = await site.audited(accountId)
    expect(entry).toMatchObject({ action: 'destination.created', target: 'Shop', actor: { name: 'Ada' } })
    expect(JSON.stringify(entry)).not.toContain('s3cr3t')
  })

  test('every kind has a form, and each leads back to the list of kinds', async () => {
    const kinds = await site.html('/settings/alerts/new', admin)
    for (const kind of DESTINATION_KINDS) {
      expect(kinds).toContain(`/settings/alerts/new?kind=${kind}`)
      const form = await site.html(`/settings/alerts/new?kind=${kind}`, admin)
      expect(form).toContain('name="name"')
      expect(form).toContain('value="monitor.alert"')
    }
    expect(await site.html('/settings/alerts/new?kind=fax', admin)).toBe(kinds)
  })

  test('what people are told is chosen, for programs everything', async () => {
    const ticked = async (kind: string) =>
      [
        ...(await site.html(`/settings/alerts/new?kind=${kind}`, admin)).matchAll(
          /<input[^>]*value="([\w.]+)"[^>]*checked/g,
        ),
      ].map(([, type]) => type)
    expect(await ticked('webhook')).toContain('test.scored')
    expect(await ticked('slack')).not.toContain('test.scored')
    expect(await ticked('slack')).toContain('monitor.alert')
  })

  test('says everything that is wrong at once, and keeps what was typed', async () => {
    const { answer, html } = await made({ name: '', url: '', type: [] })
    expect(answer.status).toBe(422)
    expect(html).toContain('Enter a name by which you recognise it.')
    expect(html).toContain('Enter the address that events are sent to.')
    expect(html).toContain('Choose at least one event.')
    const again = await made(hook({ name: '', url: 'https://kept.example.org/' }))
    expect(again.html).toContain('value="https://kept.example.org/"')
  })

  test.each([
    ['ftp://hooks.example.org/', 'http'],
    ['https://ann:pw@hooks.example.org/', 'no password'],
    ['hooks.example.org', 'URL'],
    ['https://hooks.example.org/#x', '#'],
  ])('what the service does not take is said: %s', async (url, says) => {
    const { answer, html } = await made(hook({ url }))
    expect({ status: answer.status, said: html.includes('error-summary') }).toEqual({
      status: 422,
      said: true,
    })
    expect(html).toContain(says)
  })

  test('a form that is sent twice makes one', async () => {
    await made()
    const again = await made()
    expect(again.answer.status).toBe(422)
    expect(again.html).toContain('Shop')
    expect(again.html).not.toMatch(SECRET)
    const list = await site.destinations.list(actorOf('/settings/alerts'))
    expect(list.ok && list.value).toHaveLength(1)
  })

  test('events that are none of the account are not taken, whatever is sent', async () => {
    const { one } = await made(hook({ type: ['monitor.alert', 'instance.trouble', 'x'] }))
    expect(one?.filter.types).toEqual(['monitor.alert'])
  })

  test('a name is shown as what it is', async () => {
    const name = '<script>alert(1)</script>"\'&'
    const { html, id } = await made(hook({ name }))
    for (const shown of [html, await site.html(page(id), admin), await site.html('/settings/alerts', admin)])
      expect(shown).not.toContain('<script>alert')
  })
})

describe('channels', () => {
  test('an e-mail address has to be of a person of the account', async () => {
    const { answer, html } = await made(
      { name: 'Mail', to: 'stranger@example.org', type: 'monitor.alert' },
      'email',
    )
    expect(answer.status).toBe(422)
    expect(html).toContain('people of the account')
    expect(html).toContain('value="stranger@example.org"')
    const { answer: taken, one } = await made(
      { name: 'Mail', to: admin.person.email, type: 'monitor.alert' },
      'email',
    )
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `${page(one?.id ?? '')}?added`])
    expect(one?.shown).toBe(admin.person.email)
  })

  test('an access token of ntfy is never shown again, not even beside what is wrong', async () => {
    const form = {
      name: '',
      url: 'https://ntfy.example.org/topic',
      token: 'tk_s3cr3t',
      type: 'monitor.alert',
    }
    const { answer, html } = await made(form, 'ntfy')
    expect(answer.status).toBe(422)
    expect(html).not.toContain('tk_s3cr3t')
    expect((await made({ ...form, name: 'Phone' }, 'ntfy')).answer.status).toBe(303)
  })

  test('a template takes header fields, one a line, and a body with placeholders', async () => {
    const form = {
      name: 'Gotify',
      url: 'https://gotify.example.org/message',
      method: 'PUT',
      headers: 'X-Gotify-Key: s3cr3t\nX-Other: a: b',
      body: '{"title":"{{title}}","message":"{{text}}"}',
      type: 'monitor.alert',
    }
    const wrong = await made({ ...form, headers: 'no field', body: '' }, 'template')
    expect(wrong.html).toContain('Write each header field as')
    expect((await made({ ...form, name: '' }, 'template')).html).not.toContain('s3cr3t')
    const { answer, id, one } = await made(form, 'template')
    expect({ status: answer.status, html: answer.headers.get('location') }).toMatchObject({ status: 303 })
    expect(one?.shown).toBe('https://gotify.example.org')
    expect(await site.html(page(id), admin)).not.toContain('s3cr3t')
  })
})

describe('what is done with one', () => {
  test('a test event is a delivery like any other, with what was sent and what came back', async () => {
    const { id } = await made()
    const sent = await site.post(page(id, '/test'), admin)
    const where = sent.headers.get('location') ?? ''
    expect(where).toStartWith(page(id, '/deliveries/dlv_'))
    const waiting = await site.html(where, admin)
    expect(waiting).toContain('Waiting')
    expect(waiting).toContain('data-again')
    await attemptDue(
      site,
      {
        outcome: 'refused',
        says: 'The answer was 500.',
        request: { method: 'POST', url: 'https://hooks.example.org/…', headers: { 'webhook-id': 'msg_1' } },
        response: { status: 500, headers: { server: 'theirs' }, body: '<b>\u202eno</b>' },
      },
      { kind: 'given_up' },
    )
    const done = await site.html(where, admin)
    expect(done).toContain('Given up')
    expect(done).toContain('HTTP 500')
    expect(done).toContain('&lt;b>\\u{202e}no&lt;/b>')
    expect(done).toContain('server: theirs')
    expect(done).not.toContain('data-again="')
    const list = await site.html(page(id), admin)
    expect(list).toContain('Test event')
    expect(list).toContain('Given up')
    expect((await site.audited(accountId))[0]?.action).toBe('destination.tested')
  })

  test('what is over is sent again as it was, or as a new event', async () => {
    const { id } = await made()
    await site.post(page(id, '/test'), admin)
    await attemptDue(site)
    const first = await site.store.deliveries.list(id, { limit: 10 })
    const [delivery] = first.items
    const again = await site.post(page(id, '/again'), admin, { delivery: delivery?.id ?? '', as: 'same' })
    expect(again.headers.get('location')).toBe(`${page(id)}?sent=1`)
    expect(await site.html(`${page(id)}?sent=1`, admin)).toContain('1 delivery is sent again.')
    expect((await site.store.deliveries.list(id, { limit: 10 })).items[0]).toMatchObject({
      id: delivery?.id,
      messageId: delivery?.messageId,
      state: 'due',
    })
    await attemptDue(site)
    await site.post(page(id, '/again'), admin, { delivery: delivery?.id ?? '', as: 'new' })
    const { items } = await site.store.deliveries.list(id, { limit: 10 })
    expect(items).toHaveLength(2)
    expect(new Set(items.map(({ messageId }) => messageId)).size).toBe(2)
    const none = await site.post(page(id, '/again'), admin, { as: 'same' })
    expect(none.headers.get('location')).toBe(`${page(id)}?sent=0`)
  })

  test('days are sent again, both included; what is no day is said', async () => {
    const { id } = await made()
    await site.post(page(id, '/test'), admin)
    await attemptDue(site)
    const day = site.now().toISOString().slice(0, 10)
    const failed = await site.post(page(id, '/again'), admin, { since: day, until: day, which: 'failed' })
    expect(failed.headers.get('location')).toBe(`${page(id)}?sent=0`)
    const sent = await site.post(page(id, '/again'), admin, { since: day, until: day, which: 'all' })
    expect(sent.headers.get('location')).toBe(`${page(id)}?sent=1`)
    for (const [since, until, says] of [
      ['', day, 'Enter the first day.'],
      [day, '2026-02-31', 'Enter the last day.'],
      [day, '2020-01-01', 'before the first one'],
    ] as const) {
      const wrong = await site.post(page(id, '/again'), admin, { since, until })
      expect(wrong.status).toBe(422)
      expect(await wrong.text()).toContain(says)
    }
  })

  test('deliveries are listed by state, and older ones behind them', async () => {
    const { id } = await made()
    for (let at = 0; at < 3; at += 1) await site.post(page(id, '/test'), admin)
    while ((await attemptDue(site, {}, { kind: 'delivered' })) > 0);
    expect(await site.html(page(id, '?state=given_up'), admin)).toContain('No such delivery')
    const delivered = await site.html(page(id, '?state=delivered'), admin)
    expect(delivered.match(/dlv_\w{16}"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(await site.html(page(id, '?state=x&after=nothing'), admin)).toContain('No such delivery')
  })

  test('the secret is rotated once, whatever is sent twice', async () => {
    const { id, html } = await made()
    const first = SECRET.exec(html)?.[0]
    const asked = await site.html(page(id, '/rotate'), admin)
    expect(asked).toContain('name="was" value="not lately"')
    const rotated = await (await site.post(page(id, '/rotate'), admin, { was: 'not lately' })).text()
    const second = SECRET.exec(rotated)?.[0]
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
    const again = await site.post(page(id, '/rotate'), admin, { was: 'not lately' })
    expect(again.status).toBe(409)
    expect(await again.text()).not.toMatch(SECRET)
    expect(await site.html(page(id), admin)).toContain('Earlier secret')
  })

  test('it is turned off after a question, and on again; nothing is sent meanwhile', async () => {
    const { id } = await made()
    expect(await site.html(page(id, '/disable'), admin)).toContain('Turn off “Shop”?')
    await site.post(page(id, '/disable'), admin)
    const off = await site.html(page(id), admin)
    expect(off).toContain('Turned off')
    expect(off).not.toContain('Send a test event')
    const refused = await site.post(page(id, '/test'), admin)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Turn it on first.')
    const on = await site.post(page(id, '/enable'), admin)
    expect(on.headers.get('location')).toBe(`${page(id)}?on`)
    expect(await site.html(`${page(id)}?on`, admin)).toContain('It is turned on.')
  })

  test('what turned itself off says why, and since when it fails', async () => {
    const { id } = await made()
    await site.post(page(id, '/test'), admin)
    await attemptDue(
      site,
      { outcome: 'refused', says: 'The answer was 410.' },
      {
        kind: 'disable',
        reason: 'gone',
        said: {
          at: site.now(),
          actor: { kind: 'operator' },
          action: 'destination.disabled',
          accountId,
          target: 'Shop',
        },
      },
    )
    const html = await site.html(page(id), admin)
    expect(html).toContain('Off by itself')
    expect(html).toContain('410 Gone')
    expect(html).toContain('Turn it on')
  })

  test('it is changed: an empty address keeps the one there is', async () => {
    const { id } = await made()
    const form = await site.html(page(id, '/change'), admin)
    expect(form).toContain('value="Shop"')
    expect(form).not.toContain('s3cr3t')
    const changed = await site.post(
      page(id, '/change'),
      admin,
      hook({ name: 'Till', url: '', type: 'monitor.alert' }),
    )
    expect(changed.headers.get('location')).toBe(`${page(id)}?changed`)
    const read = await site.destinations.read(actorOf('/settings/alerts'), id)
    expect(read.ok && read.value).toMatchObject({
      name: 'Till',
      shown: 'https://hooks.example.org',
      filter: { types: ['monitor.alert'] },
    })
    await site.post(page(id, '/change'), admin, hook({ name: 'Till', url: 'https://other.example.org/x' }))
    const moved = await site.destinations.read(actorOf('/settings/alerts'), id)
    expect(moved.ok && moved.value.shown).toBe('https://other.example.org')
    const wrong = await site.post(page(id, '/change'), admin, hook({ name: '', type: [] }))
    expect(wrong.status).toBe(422)
  })

  test('it is deleted after a question, with its deliveries', async () => {
    const { id } = await made()
    await site.post(page(id, '/test'), admin)
    expect(await site.html(page(id, '/delete'), admin)).toContain('This cannot be undone.')
    const gone = await site.post(page(id, '/delete'), admin)
    expect(gone.headers.get('location')).toBe('/settings/alerts?deleted')
    expect((await site.ask(page(id), admin)).status).toBe(404)
    expect(await site.html('/settings/alerts?deleted', admin)).toContain('The webhook or channel is deleted')
  })
})

describe('who may', () => {
  test('a member looks and changes nothing; a viewer sees none of it', async () => {
    const { id } = await made()
    await site.post(page(id, '/test'), admin)
    const member = await site.person({ name: 'Mel' }, [accountId, 'member'])
    const viewer = await site.person({ name: 'Vic' }, [accountId, 'viewer'])
    const html = await site.html(page(id), member)
    expect(html).toContain('Shop')
    for (const words of [
      'Send a test event',
      'Rotate',
      'Turn off',
      'Delete',
      'type="checkbox"',
      'Send again',
    ])
      expect([words, html.includes(words)]).toEqual([words, false])
    expect(await site.html('/settings/alerts', member)).not.toContain('Add a webhook')
    for (const what of ['test', 'rotate', 'disable', 'delete', 'change', 'again'])
      expect((await site.post(page(id, `/${what}`), member)).status).toBe(403)
    expect((await site.ask('/settings/alerts', viewer)).status).toBe(403)
    expect(await site.html('/settings/people', viewer)).not.toContain('/settings/alerts')
  })

  test('those of another account, and of the instance, are as unknown as any other', async () => {
    const { id } = await made()
    const other = (await site.account()).id
    const stranger = await site.person({ name: 'Eve' }, [other, 'owner'])
    for (const path of ['', '/change', '/rotate', '/disable', '/delete'])
      expect([path, (await site.ask(page(id, path), stranger)).status]).toEqual([path, 404])
    for (const what of ['test', 'rotate', 'disable', 'delete', 'change', 'enable'])
      expect([what, (await site.post(page(id, `/${what}`), stranger, hook())).status]).toEqual([what, 404])
    const own = await site.post('/admin/alerts/new?kind=webhook', root, hook({ type: 'instance.trouble' }))
    expect(own.status).toBe(200)
    const list = await site.destinations.list(actorOf('/admin/alerts'))
    const instance = list.ok ? list.value[0]?.id : ''
    expect((await site.ask(page(instance ?? ''), admin)).status).toBe(404)
    expect((await site.ask(`/admin/alerts/${id}`, root)).status).toBe(404)
    expect((await site.ask(`/admin/alerts/${instance}`, root)).status).toBe(200)
    expect((await site.ask('/admin/alerts', admin)).status).toBe(404)
  })

  test('the instance tells of itself alone, and its administrators by default', async () => {
    const form = await site.html('/admin/alerts/new?kind=email', root)
    expect(form).toContain('value="instance.trouble"')
    expect(form).not.toContain('monitor.alert')
    const added = await site.post('/admin/alerts/new?kind=email', root, {
      name: 'Admins',
      to: '',
      type: 'instance.trouble',
    })
    expect(added.status).toBe(303)
    expect(await site.html('/admin/alerts', root)).toContain('the administrators of this service')
  })
})
