import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DESTINATION_KINDS } from '../../../src/core/watching/destination-kind.ts'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { addDeliveries, delivery } from '../../support/destinations.ts'
import { attemptDue } from '../../web/alerts/sending.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']
const AXE = readFileSync(join(import.meta.dir, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

const SECRET = /whsec_[A-Za-z0-9+/=]{32,}/
const LONG = 'x'.repeat(400)

describe.skipIf(!hasChromium)('the pages of webhooks and channels', () => {
  let site: Dashboard
  let base = ''
  let stop = () => {}
  let root: SignedInPerson
  let empty: SignedInPerson
  const ids: Record<string, string> = {}
  let [shown, waiting] = ['', '']

  beforeAll(async () => {
    site = await openDashboard()
    const server = listen(site)
    ;[base, stop] = [server.base, server.stop]
    const account = (await site.account()).id
    const who = { name: 'Ada Lovelace', email: 'ada@example.org', isInstanceAdmin: true }
    root = await site.person({ ...who, confirmedAt: site.now() }, [account, 'owner'])
    empty = await site.person({ name: 'Bob' }, [(await site.account()).id, 'owner'])
    const actor = { kind: 'session', accountId: account, role: 'owner', personId: root.person.id } as const
    const add = async (name: string, target: Parameters<typeof site.destinations.create>[1]['target']) => {
      const made = await site.destinations.create(actor, {
        name,
        target,
        filter: {
          types: ['monitor.alert', 'monitor.recovered', 'dmarc.source_new', 'domain.record_changed'],
        },
      })
      if (!made.ok) throw new Error(made.refusal.kind)
      ids[name] = made.value.destination.id
      return made.value.destination.id
    }
    const hook = await add('The shop', { kind: 'webhook', url: 'https://hooks.example.org/in' })
    const slack = await add(`Slack ${LONG.slice(0, 90)}`, {
      kind: 'slack',
      url: 'https://hooks.slack.com/services/T0/B0/abc',
    })
    await add('On call', { kind: 'email', to: 'ada@example.org' })
    await site.destinations.setEnabled(actor, ids['On call'] ?? '', false)
    await addDeliveries(site.store, [
      delivery(hook, {
        type: 'monitor.alert',
        body: JSON.stringify({
          type: 'monitor.alert',
          timestamp: site.now().toISOString(),
          data: { name: LONG },
        }),
        createdAt: site.now(),
        dueAt: site.now(),
      }),
      delivery(slack, { type: 'dmarc.source_new', createdAt: site.now(), dueAt: site.now() }),
    ])
    await attemptDue(
      site,
      {
        outcome: 'refused',
        says: `The answer was 500: ${LONG}`,
        request: {
          method: 'POST',
          url: `https://hooks.example.org/…${LONG}`,
          headers: { 'webhook-id': 'msg_1', 'webhook-signature': LONG },
        },
        response: { status: 500, headers: { server: LONG }, body: `${LONG}\n<b>no</b>` },
      },
      { kind: 'again', at: new Date(site.now().getTime() + 300_000) },
    )
    await addDeliveries(site.store, [
      delivery(hook, { type: 'monitor.recovered', createdAt: site.now(), dueAt: site.now() }),
    ])
    await attemptDue(site)
    const { items } = await site.store.deliveries.list(hook, { limit: 10 })
    shown = items.find(({ type }) => type === 'monitor.alert')?.id ?? ''
    waiting = (await site.destinations.test(actor, hook)).ok ? 'test' : ''
    await site.destinations.create(
      { kind: 'instance_admin', personId: root.person.id },
      {
        name: 'Administrators',
        target: { kind: 'email', to: 'administrators' },
        filter: { types: ['instance.trouble', 'instance.recovered'] },
      },
    )
  })
  afterAll(async () => {
    stop()
    await site.close()
  })

  const one = (name: string, more = '') => `/settings/alerts/${ids[name]}${more}`

  const pages = () => [
    '/settings/alerts',
    '/settings/alerts/new',
    ...DESTINATION_KINDS.map((kind) => `/settings/alerts/new?kind=${kind}`),
    one('The shop'),
    one('The shop', '?state=given_up'),
    one('The shop', '?sent=3'),
    one('The shop', '/change'),
    one('The shop', '/rotate'),
    one('The shop', '/disable'),
    one('The shop', '/delete'),
    one('The shop', `/deliveries/${shown}`),
    one('On call'),
    '/admin/alerts',
    '/admin/alerts/new?kind=email',
  ]

  async function signedIn(browser: Browser, who: SignedInPerson, options: BrowserContextOptions = {}) {
    const watched = await openPage(browser, options)
    const [name = '', value = ''] = who.cookie.split('=')
    await watched.page.context().addCookies([{ name, value, url: base }])
    return watched
  }

  const widthOf = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

  async function shoot(page: Page, name: string) {
    if (!SHOTS) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
  }

  async function faults(page: Page) {
    // The policy of the page keeps scripts out that are not its own; what is evaluated is not held to it.
    await page.evaluate(AXE)
    return page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
      ).axe.run()
      return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])
    })
  }

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 800 } }],
  ] as [string, BrowserContextOptions][])('are accessible and fit: %s', async (name, options) => {
    expect(waiting).toBe('test')
    const { page, complaints, close } = await signedIn(await sharedBrowser(), root, options)
    for (const [at, path] of pages().entries()) {
      await page.goto(`${base}${path}`)
      for (const folded of await page.locator('main details').all())
        await folded.evaluate((fold) => fold.setAttribute('open', ''))
      expect([path, await widthOf(page)]).toEqual([path, true])
      expect([path, await faults(page)]).toEqual([path, []])
      await shoot(page, `${String(at).padStart(2, '0')}-${name}`)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('an account without any is invited to add one, and is led through it', async () => {
    const { page, complaints, close } = await signedIn(await sharedBrowser(), empty)
    await page.goto(`${base}/settings/keys`)
    await page.click('.area-nav >> text=Alerts')
    expect(await page.textContent('.empty')).toContain('No webhooks or channels yet')
    await shoot(page, 'empty')
    await page.click('text=Add a webhook or channel')
    await page.click('main a:text-is("Webhook")')
    await page.fill('[name=name]', 'Shop')
    await page.fill('[name=url]', 'ftp://nowhere')
    await page.click('main button[type=submit]')
    expect(await page.textContent('.error-summary')).toContain('http')
    expect(await page.inputValue('[name=name]')).toBe('Shop')
    await shoot(page, 'wrong')
    await page.goto(`${base}/settings/alerts/new?kind=webhook`)
    await page.fill('[name=name]', 'Shop')
    await page.fill('[name=url]', 'https://hooks.example.org/in')
    await page.click('main button[type=submit]')
    const secret = SECRET.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
    expect(secret).not.toBe('')
    await shoot(page, 'secret')
    await page.click('text=I have copied the secret')
    expect(await page.textContent('h1')).toBe('Shop')
    await page.goBack()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    expect(await page.content()).not.toMatch(SECRET)
    expect(complaints).toEqual([])
    await close()
  })

  test('a test event is watched until it has arrived', async () => {
    const { page, complaints, close } = await signedIn(await sharedBrowser(), root)
    await page.goto(`${base}${one('The shop')}`)
    await page.click('text=Send a test event')
    expect(await page.textContent('main')).toContain('Waiting')
    await attemptDue(site)
    await page.waitForSelector('.badge-good >> text=Delivered')
    expect(await page.textContent('main')).toContain('Attempt 1')
    await shoot(page, 'arrived')
    await page.click('text=Send as a new event')
    expect(await page.textContent('.notice')).toContain('1 delivery is sent again.')
    expect(complaints).toEqual([])
    await close()
  })

  test('without JavaScript: added, tried, sent again, rotated, turned off and on, deleted', async () => {
    const browser = await launch(WITHOUT_SCRIPTS)
    const { page, complaints, close } = await signedIn(browser, root)
    await page.goto(`${base}/settings/alerts/new?kind=webhook`)
    await page.fill('[name=name]', 'Plain')
    await page.fill('[name=url]', 'https://plain.example.org/in')
    await page.click('main button[type=submit]')
    const first = SECRET.exec((await page.textContent('main')) ?? '')?.[0]
    expect(first).toBeDefined()
    await page.reload()
    expect(await page.content()).not.toMatch(SECRET)

    await page.goto(`${base}/settings/alerts`)
    await page.click('main >> text=Plain')
    await page.click('text=Send a test event')
    await attemptDue(site)
    await page.click('main >> text=Plain')
    await page.check('main [name=delivery]')
    await page.click('text=Send the selected ones again')
    expect(await page.textContent('.notice')).toContain('1 delivery is sent again.')

    await page.click('text=Rotate the secret')
    await page.click('main button[type=submit]')
    expect(SECRET.exec((await page.textContent('main')) ?? '')?.[0]).not.toBe(first)
    await page.reload()
    expect(await page.textContent('h1')).toBe('The secret was rotated meanwhile')

    await page.goto(`${base}/settings/alerts`)
    await page.click('main >> text=Plain')
    await page.click('text=Turn off')
    await page.click('main button[type=submit]')
    expect(await page.textContent('.notice')).toContain('It is turned off.')
    await page.click('text=Turn it on')
    expect(await page.textContent('.notice')).toContain('It is turned on.')
    await page.click('main >> text=Delete')
    await page.click('text=Delete it')
    expect(await page.textContent('.notice')).toContain('The webhook or channel is deleted')
    expect(complaints).toEqual([])
    await close()
    await browser.close()
  })
})
