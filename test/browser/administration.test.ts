import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Dashboard, openDashboard, type SignedInPerson } from '../support/dashboard.ts'
import { hostileLines } from '../support/mail-log-lines.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from './browser.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']
const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8')

const SECRET = /mg_[0-9A-Za-z]{39}/

describe.skipIf(!hasChromium)('the pages of keys, the audit log and the instance', () => {
  let site: Dashboard
  let base = ''
  let stop = () => {}
  let root: SignedInPerson
  let person = ''
  let account = ''
  let key = ''
  let backup = ''

  beforeAll(async () => {
    site = await openDashboard({
      settings: [
        { name: 'site.base_url', value: '"https://mailgauge.example.org"', from: 'mailgauge.toml, line 3' },
        { name: 'relay.password', value: '"(set)"', from: 'MAILGAUGE_RELAY_PASSWORD' },
        { name: 'relay.host', from: 'no mail is sent' },
      ],
      lists: [
        { id: 'a', name: 'zen.example.org', kind: 'block', state: 'usable', testedAt: new Date() },
        { id: 'b', name: 'bl.example.net', kind: 'domain', state: 'failed', reason: 'it lists everybody' },
        { id: 'c', name: 'key.example.com', kind: 'block', state: 'unasked', reason: 'it needs a key' },
      ],
    })
    const server = listen(site)
    ;[base, stop] = [server.base, server.stop]
    account = (await site.account()).id
    root = await site.person({ name: 'Ada Lovelace', email: 'ada@example.org', isInstanceAdmin: true }, [
      account,
      'owner',
    ])
    person = (await site.person({ name: 'Bob', email: 'bob@example.org' }, [account, 'member'])).person.id
    const { key: one } = await site.key(account)
    key = one.id
    await site.apiKeys.revoke((await site.key(account)).key.id)
    const made = await site.administration.backups.make({ kind: 'manual' })
    if (made.kind === 'made') backup = made.backup.name
    const own = await site.test(account)
    const { token } = own
    await site.message(token)
    const [claim] = await site.store.messages.claim({ holder: 'local/1', leaseMs: 1000, limit: 1, places: 4 })
    if (claim) await site.store.messages.giveBack(claim, { afterMs: 60_000, lostTry: true })
    await site.message(token)
    await site.store.mailLog.add(
      hostileLines(site.now()).map((line) => ({
        ...line,
        ...(line.localPart && { localPart: own.localPart }),
      })),
      [{ at: site.now(), lines: 412 }],
      { account: 100, anonymous: 100, nobody: 100 },
    )
    site.errors.note('error', site.now(), 'A regular job failed; it is tried again', {
      job: 'retention',
      err: new Error('database or disk is full'),
    })
    site.errors.note('warn', site.now(), 'A scanner gave no verdict', {
      scanner: 'rspamd',
      reason: 'it was silent',
    })
  })
  afterAll(async () => {
    stop()
    await site.close()
  })

  const pages = () => [
    '/settings/keys',
    '/settings/keys/new',
    `/settings/keys/${key}/rotate`,
    `/settings/keys/${key}/revoke`,
    '/settings/audit',
    '/tests/mail-log',
    '/tests/mail-log?outcome=refused',
    '/tests/mail-log?address=nobody',
    '/admin/mail',
    '/settings/audit?action=key.created',
    '/settings/audit?action=account.deleted',
    '/admin',
    '/admin/accounts',
    `/admin/accounts/${account}/plan`,
    '/admin/people',
    `/admin/people/${person}`,
    `/admin/people/${person}/reset`,
    '/admin/settings',
    '/admin/errors',
    '/admin/storage',
    '/admin/backups',
    `/admin/backups/${backup}/download`,
    `/admin/backups/${backup}/delete`,
    '/admin/queue',
    '/admin/blocklists',
    '/admin/audit',
  ]

  async function signedIn(browser: Browser, who: SignedInPerson, options: BrowserContextOptions = {}) {
    const watched = await openPage(browser, options)
    const [name = '', value = ''] = who.cookie.split('=')
    await watched.page.context().addCookies([{ name, value, url: base }])
    return watched
  }

  const isNarrow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 800 } }],
  ] as [string, BrowserContextOptions][])('are accessible and fit: %s', async (name, options) => {
    const { page, complaints, close } = await signedIn(await sharedBrowser(), root, options)
    for (const path of pages()) {
      await page.goto(`${base}${path}`)
      for (const folded of await page.locator('main details').all())
        await folded.evaluate((one) => one.setAttribute('open', ''))
      expect([path, await isNarrow(page)]).toEqual([path, true])
      // The policy of the page keeps scripts out that are not its own; what is evaluated is not held to it.
      await page.evaluate(AXE)
      const found = await page.evaluate(async () => {
        const { violations } = await (
          window as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
        ).axe.run()
        return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])
      })
      expect([path, found]).toEqual([path, []])
      if (SHOTS) {
        mkdirSync(SHOTS, { recursive: true })
        await page.screenshot({
          path: join(SHOTS, `${path.replace(/\W+/g, '-')}-${name}.png`),
          fullPage: true,
        })
      }
    }
    expect(complaints).toEqual([])
    await close()
  })

  async function createKey(page: Page): Promise<string> {
    await page.goto(`${base}/settings/keys`)
    await page.click('text=Create a key')
    await page.fill('[name=name]', 'CI of the shop')
    await page.click('main button[type=submit]')
    return SECRET.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
  }

  test('a key is created and found no more: by the back button, by loading anew, in the history', async () => {
    const { page, complaints, close } = await signedIn(await sharedBrowser(), root)
    const secret = await createKey(page)
    expect((await site.apiKeys.authenticate(`Bearer ${secret}`)).ok).toBe(true)
    if (SHOTS) await page.screenshot({ path: join(SHOTS, 'key-made.png'), fullPage: true })
    const before = (await site.apiKeys.list(account)).length
    await page.click('text=I have copied the key')
    await page.goBack()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    expect(await page.content()).not.toContain(secret)
    expect(await createKey(page)).toMatch(SECRET)
    await page.reload()
    expect(page.url()).toBe(`${base}/settings/keys`)
    expect(await page.content()).not.toMatch(SECRET)
    expect((await site.apiKeys.list(account)).length).toBe(before + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('without JavaScript: create, rotate, revoke, and a form that is sent again does nothing', async () => {
    const browser = await launch(WITHOUT_SCRIPTS)
    const { page, complaints, close } = await signedIn(browser, root)
    const first = await createKey(page)
    const before = (await site.apiKeys.list(account)).length
    await page.reload()
    expect(await page.content()).not.toMatch(SECRET)
    expect(await page.textContent('h1')).toBe('This key was created before')
    expect((await site.apiKeys.list(account)).length).toBe(before)

    await page.goto(`${base}/settings/keys`)
    await page.click(`li:has-text("${first.slice(0, 10)}") >> text=Rotate`)
    await page.click('main button[type=submit]')
    const second = SECRET.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
    await page.reload()
    expect((await site.apiKeys.authenticate(`Bearer ${second}`)).ok).toBe(true)
    expect((await site.apiKeys.authenticate(`Bearer ${first}`)).ok).toBe(false)

    await page.goto(`${base}/settings/keys`)
    await page.click(`li:has-text("${second.slice(0, 10)}") >> text=Revoke`)
    await page.click('text=Revoke the key')
    expect((await site.apiKeys.authenticate(`Bearer ${second}`)).ok).toBe(false)
    expect(complaints).toEqual([])
    await close()
    await browser.close()
  })

  test('an administrator looks into an account and ends it', async () => {
    const { page, complaints, close } = await signedIn(await sharedBrowser(), root)
    const other = await site.account()
    await page.goto(`${base}/admin/accounts`)
    await page.click(`[aria-label="Look inside ${other.name}"]`)
    await page.click('main button[type=submit]')
    expect(await page.textContent('.visit-banner')).toContain(`You are looking inside ${other.name}`)
    if (SHOTS) await page.screenshot({ path: join(SHOTS, 'visit.png') })
    await page.click('text=End the visit')
    expect(await page.locator('.visit-banner').count()).toBe(0)
    expect((await site.audited(other.id))[0]?.action).toBe('instance.visited')
    expect(complaints).toEqual([])
    await close()
  })
})
