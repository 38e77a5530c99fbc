import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { MonitorView } from '../../../src/services/monitors/told.ts'
import { domainView, VERIFIED } from '../../web/domains/fake-domains.ts'
import {
  BADGE,
  domainMonitor,
  HOSTILE,
  hoursAgo,
  type Kept,
  message,
  monitorView,
  reason,
  standing,
  TOKEN,
  version,
} from '../../web/monitors/fake-monitors.ts'
import { monitorSite } from '../../web/monitors/monitors-site.ts'
import { violations } from '../axe.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

const LONG = 'w'.repeat(100)
const score6 = standing({
  state: 'alerting',
  reasons: [
    reason(),
    reason({ condition: 'check_failed', about: 'dkim', says: 'The check DKIM failed.' }),
    reason({ condition: 'listed', about: 'z', says: '192.0.2.7 is listed by zen.spamhaus.org.' }),
    reason({
      condition: 'record_broken',
      about: 's',
      says: 'The DKIM key s1._domainkey.example.org is gone.',
    }),
  ],
  score: 6.1,
  last: { at: hoursAgo(3), token: TOKEN, messageId: 'msg_0' },
  lateAt: hoursAgo(-21),
  lookedAt: hoursAgo(1),
})

const VIEWS: MonitorView[] = [
  monitorView('Weekly newsletter', {
    badge: BADGE,
    windows: [
      { kind: 'weekly', days: [1, 4], at: '02:30', minutes: 120, zone: 'Europe/Berlin' },
      { kind: 'once', from: hoursAgo(-10), until: hoursAgo(-12) },
    ],
  }),
  monitorView('Invoices', { standing: score6 }),
  monitorView('Nightly job', {
    standing: standing({
      state: 'silent',
      reasons: [
        reason({ condition: 'nothing_received', says: 'No message has come since yesterday, 02:00 UTC.' }),
      ],
      score: 9.1,
      last: { at: hoursAgo(30), token: TOKEN, messageId: 'msg_0' },
      lateAt: hoursAgo(4),
    }),
  }),
  monitorView('New one', { standing: standing({ state: 'waiting' }) }),
  monitorView('Resting', { paused: { at: hoursAgo(2) } }),
  domainMonitor('Records of example.org'),
  monitorView(LONG, {
    name: HOSTILE.slice(0, 100),
    standing: standing({ state: 'alerting', reasons: [reason({ says: HOSTILE })], lookedAt: hoursAgo(1) }),
  }),
]
const idOf = (name: string) => monitorView(name).id

const KEPT: Record<string, Kept> = {
  [idOf('Weekly newsletter')]: {
    messages: Array.from({ length: 30 }, (_, n) => message(n)),
    alerts: [
      {
        at: hoursAgo(100),
        event: {
          type: 'monitor.recovered',
          subject: 'm',
          payload: {
            monitor: 'm',
            name: 'Weekly newsletter',
            kind: 'mail',
            since: hoursAgo(110).toISOString(),
            reasons: [{ ...reason(), since: hoursAgo(110).toISOString() }],
          },
        },
      },
      {
        at: hoursAgo(110),
        event: {
          type: 'monitor.alert',
          subject: 'm',
          payload: {
            monitor: 'm',
            name: 'Weekly newsletter',
            kind: 'mail',
            state: 'alerting',
            reasons: [{ ...reason(), since: hoursAgo(110).toISOString() }],
            token: TOKEN,
          },
        },
      },
    ],
    records: [
      version({ values: ['v=spf1 include:_spf.example.net -all'], firstSeenAt: hoursAgo(20) }),
      version({ current: false, lastSeenAt: hoursAgo(20) }),
      version({
        record: 'dkim',
        name: 's1._domainkey.example.org',
        values: [`v=DKIM1; p=${'A'.repeat(400)}`],
      }),
      version({ record: 'bimi', name: 'default._bimi.example.org', values: [] }),
    ],
  },
  [idOf('Invoices')]: {
    messages: [
      message(0, { receivedAt: hoursAgo(1), status: 'pending', score: undefined as never }),
      message(1, { receivedAt: hoursAgo(3), score: 6.1 }),
      message(2, { receivedAt: hoursAgo(9), status: 'failed', score: undefined as never }),
      message(3, { receivedAt: hoursAgo(15), score: 9.7 }),
    ],
  },
  [idOf(LONG)]: {
    messages: [message(0, { subject: HOSTILE })],
    records: [version({ name: HOSTILE, values: [HOSTILE] })],
  },
}

function sites() {
  const domains = [domainView('example.org', VERIFIED), domainView('two.example', VERIFIED)]
  const more = { accountTests: { find: async () => ({ items: [] }) } as never }
  return {
    some: monitorSite(VIEWS, { kept: KEPT, domains, more }),
    none: monitorSite([], { domains: [], more }),
  }
}

const weekly = `/monitors/${idOf('Weekly newsletter')}`
const PAGES: readonly (readonly ['some' | 'none', string, string])[] = [
  ['none', 'empty', '/monitors'],
  ['none', 'new', '/monitors/new'],
  ['none', 'new-domain-without-one', '/monitors/new?kind=domain'],
  ['none', 'front-new', '/'],
  ['some', 'list', '/monitors'],
  ['some', 'front', '/'],
  ['some', 'new-domain', '/monitors/new?kind=domain'],
  ...VIEWS.map(
    ({ id, name }) => ['some', name.slice(0, 20).replace(/\W+/g, '-'), `/monitors/${id}`] as const,
  ),
  ...['settings', 'windows', 'pause', 'badge', 'delete'].map(
    (at) => ['some', at, `${weekly}/${at}`] as const,
  ),
  ['some', 'badge-off', `/monitors/${idOf('Invoices')}/badge`],
  ['some', 'windows-none', `/monitors/${idOf('Invoices')}/windows`],
  ['some', 'domain', '/domains/dom-example.org'],
  ['some', 'domain-without', '/domains/dom-two.example'],
]

const asMember = (page: Page, base: string) =>
  page.context().addCookies([{ name: 'mailgauge', value: 'member', url: base }])

async function onEachPage(
  options: Parameters<typeof openPage>[1],
  look: (page: Page, name: string) => Promise<void>,
) {
  for (const [which, site] of Object.entries(sites())) {
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(await sharedBrowser(), options)
    await asMember(page, base)
    for (const [, name, path] of PAGES.filter(([its]) => its === which)) {
      const answer = await page.goto(base + path)
      expect([name, answer?.status()]).toEqual([name, 200])
      await page.evaluate('document.querySelectorAll("main details").forEach((one) => { one.open = true })')
      await look(page, name)
    }
    expect(complaints).toEqual([])
    await close()
    await stop()
  }
}

const shoot = async (page: Page, name: string, how: string) => {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}-${how}.png`), fullPage: true })
}

describe.skipIf(!hasChromium)('pages of monitors', () => {
  test('on 320 pixels nothing is wider than the page', async () => {
    await onEachPage({ viewport: { width: 320, height: 640 } }, async (page, name) => {
      await shoot(page, name, '320')
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
    })
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours everybody can use and read them',
    async (colorScheme) => {
      await onEachPage({ colorScheme, viewport: { width: 1100, height: 800 } }, async (page, name) => {
        await shoot(page, name, colorScheme)
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 1100])
        expect([name, await violations(page)]).toEqual([name, []])
        expect([name, await faintTexts(page)]).toEqual([name, []])
      })
    },
  )

  test.each([
    ['with JavaScript', []],
    ['without JavaScript', [WITHOUT_SCRIPTS]],
  ])('a monitor from its first form to its end, %s', async (_, flags) => {
    const site = monitorSite([])
    const { base, stop } = listen(site)
    const browser = flags.length === 0 ? await sharedBrowser() : await launch(...flags)
    const { page, complaints, close } = await openPage(browser)
    await asMember(page, base)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`${base}/monitors`)
    await page.getByRole('link', { name: 'New monitor' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Weekly newsletter')
    await page.getByLabel('A message is expected every', { exact: false }).first().fill('7')
    await page.getByLabel('Least score', { exact: false }).fill('9')
    await press('Create the monitor')
    await page.getByText('The monitor is created.').waitFor()
    await page.getByRole('link', { name: 'Pause' }).click()
    await page.getByLabel('Until somebody resumes it').check()
    await press('Pause the monitor')
    await page.getByText('The monitor is paused.').waitFor()
    await press('Resume')
    await page.getByRole('link', { name: 'Maintenance' }).click()
    await page.getByLabel('From').fill('2027-01-01T22:00')
    await page.getByLabel('Until').fill('2027-01-02T02:00')
    await press('Add the window')
    await page.getByText('The window is added.').waitFor()
    await press('Remove')
    await page.getByText('No maintenance is planned').waitFor()
    await page.goto(`${base}/monitors/mon_Weeklynewsletter/badge`)
    await press('Turn the badge on')
    await page.getByText('The badge is on.').waitFor()
    await page.goto(`${base}/monitors/mon_Weeklynewsletter`)
    await page.getByRole('link', { name: 'Delete the monitor' }).click()
    await press('Delete the monitor')
    await page.getByText('The monitor is deleted.').waitFor()
    expect(site.held.size).toBe(0)
    expect(complaints).toEqual([])
    await close()
    if (flags.length > 0) await browser.close()
    await stop()
  })

  test('the zone of whoever looks is filled in, and the address is copied', async () => {
    const { base, stop } = listen(sites().some)
    const { page, close } = await openPage(await sharedBrowser(), {
      permissions: ['clipboard-read', 'clipboard-write'],
      timezoneId: 'Asia/Tokyo',
    })
    await asMember(page, base)
    await page.goto(`${base}${weekly}/pause`)
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await page.goto(base + weekly)
    await page.getByRole('button', { name: 'Copy the address of the monitor' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('k3vq7m2xw4pa@mail.mailgauge.example')
    await close()
    await stop()
  })

  test('what strangers publish runs nothing and turns nothing round', async () => {
    const { base, stop } = listen(sites().some)
    const { page, complaints, close } = await openPage(await sharedBrowser())
    await asMember(page, base)
    await page.goto(`${base}/monitors/${idOf(LONG)}`)
    expect(await page.evaluate('document.querySelectorAll("main img, main script").length')).toBe(0)
    expect(await page.locator('main').textContent()).toContain('\\u{202e}reversed')
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test.each(['light', 'dark'] as const)(
    'the badge is drawn in %s colours within another page',
    async (colorScheme) => {
      const { base, stop } = listen(sites().some)
      const other = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: () =>
          new Response(`<img src="${base}/badge/${BADGE}.svg">`, {
            headers: { 'content-type': 'text/html' },
          }),
      })
      const { page, close } = await openPage(await sharedBrowser(), { colorScheme })
      await page.goto(`http://127.0.0.1:${other.port}/`)
      await page.waitForFunction('document.images[0]?.complete')
      expect(await page.evaluate('document.images[0].naturalHeight')).toBe(20)
      await shoot(page, 'badge-picture', colorScheme)
      await close()
      await other.stop(true)
      await stop()
    },
  )
})
