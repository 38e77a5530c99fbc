import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { check } from '../../support/builders.ts'
import { realTestsSite } from '../../web/tests/real-site.ts'
import { violations } from '../axe.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser.ts'

const CHECKS = [check('spf', { status: 'failed', score: -1, quotes: { line: 'The quoted words' } })]
const reported = (subject: string, more = {}) => ({
  score: 8.2,
  checks: CHECKS,
  headline: { from: 'Shop <news@shop.example>', date: '', subject },
  ...more,
})

/** What strangers write where people of an account read it. */
const HOSTILE = [
  '<script>document.title = "taken"</script>',
  '"><img src=x onerror="document.title = `taken`">',
  'javascript:document.title="taken"',
  '\u202Egnp.exe',
  'x'.repeat(500),
]

describe.skipIf(!hasChromium).each([
  ['with', false],
  ['without', true],
] as const)('tests of an account %s JavaScript', (_name, withoutScripts) => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof realTestsSite>>
  let served: ReturnType<typeof listen>
  let folder: string
  beforeAll(async () => {
    browser = withoutScripts ? await launch(WITHOUT_SCRIPTS) : await sharedBrowser()
    site = await realTestsSite()
    served = listen(site)
    folder = mkdtempSync(join(tmpdir(), 'mailgauge-upload-'))
  })
  afterAll(async () => {
    await served.stop()
    await site.close()
    rmSync(folder, { recursive: true })
    if (withoutScripts) await browser.close()
  })

  /** A browser in which somebody is signed in; a private window where there is no cookie. */
  async function browsing(cookie = '', options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, options)
    const [name = '', value = ''] = cookie.split('=')
    if (cookie) await opened.page.context().addCookies([{ name, value, url: served.base }])
    opened.page.setDefaultTimeout(30_000)
    return { ...opened, go: (path: string) => opened.page.goto(`${served.base}${path}`) }
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const tokenOf = (page: Page) => new URL(page.url()).pathname.slice('/t/'.length)

  test('one is created, its report seen live, shared, read in a private window, and no longer shared', async () => {
    const ann = await browsing((await site.somebody()).cookie)
    await ann.go('/tests')
    await ann.page.getByText('No tests yet').waitFor()
    await press(ann.page, 'New test')
    await ann.page.getByRole('heading', { name: 'Send your message to this address' }).waitFor()
    const token = tokenOf(ann.page)
    const id = await site.message(token)
    site.announcer.announce({ token, change: 'received' })
    // Nobody reloads here: the page is told, or reloads by itself.
    await ann.page.getByRole('heading', { name: 'Your message is here' }).waitFor()
    await site.analysed(id, token, reported('Autumn offers'))
    await ann.page.getByRole('heading', { name: '8.2 of 10' }).waitFor()
    expect(await ann.page.locator('main').textContent()).toContain('The quoted words')

    const stranger = await browsing()
    await stranger.go(`/t/${token}`)
    await stranger.page.getByRole('heading', { name: 'There is no such test' }).waitFor()
    await press(ann.page, 'Share')
    await ann.page.getByText('Whoever has this address can read the report.').waitFor()
    const shared = await ann.page.locator('.sharing code').textContent()
    await stranger.go(new URL(shared ?? '').pathname)
    await stranger.page.getByRole('heading', { name: '8.2 of 10' }).waitFor()
    expect(await stranger.page.locator('main').textContent()).not.toContain('The quoted words')
    expect(await stranger.page.getByRole('link', { name: 'Delete this test' }).count()).toBe(0)

    await press(ann.page, 'Stop sharing')
    await ann.page.getByRole('button', { name: 'Share', exact: true }).waitFor()
    await stranger.go(`/t/${token}`)
    await stranger.page.getByRole('heading', { name: 'There is no such test' }).waitFor()
    expect([...ann.complaints, ...stranger.complaints]).toEqual([])
    await ann.close()
    await stranger.close()
  })

  test('a message file is checked, and the test deleted', async () => {
    const path = join(folder, '"><script>alert(1)</script>.eml'.replaceAll('/', '∕'))
    writeFileSync(path, 'From: Shop <news@shop.example>\r\nSubject: From a file\r\n\r\nHello\r\n')
    const ann = await browsing((await site.somebody()).cookie)
    await ann.go('/tests/new')
    await ann.page.getByLabel('Message file', { exact: true }).setInputFiles(path)
    await press(ann.page, 'Check the file')
    await ann.page.getByRole('heading', { name: 'Your message is here' }).waitFor()
    const token = tokenOf(ann.page)
    const [message] = await site.store.messages.ofTest(token)
    await site.analysed(message?.id ?? '', token, reported('From a file'))
    await ann.page.getByRole('heading', { name: '8.2 of 10' }).waitFor()
    await ann.page.getByRole('link', { name: 'Delete', exact: true }).click()
    await press(ann.page, 'Delete it now')
    await ann.page.getByText('The test was deleted').waitFor()
    await ann.page.getByText('No tests yet').waitFor()
    expect(ann.complaints).toEqual([])
    await ann.close()
  })

  test('tests are looked for by words and by filters, and a view is kept in its address', async () => {
    const who = await site.somebody()
    const ann = await browsing(who.cookie)
    for (const [subject, score] of [
      ['Autumn offers', 9],
      ['Invoice 17', 3],
    ] as const) {
      const made = await site.accountTests.create(actorOf(who))
      if (made.ok) await site.message(made.value.token, reported(subject, { score }))
    }
    const rows = () => ann.page.locator('tbody tr').count()
    await ann.go('/tests')
    expect(await rows()).toBe(2)
    await ann.page.getByLabel('Search').fill('invo')
    await press(ann.page, 'Search')
    await ann.page.waitForURL('**/tests?q=invo')
    expect(await rows()).toBe(1)
    await ann.page.getByText('Filters', { exact: true }).click()
    await ann.page.getByLabel('Score from').fill('5')
    await press(ann.page, 'Apply')
    await ann.page.waitForURL('**/tests?q=invo&min=5')
    await ann.page.getByText('No tests match').waitFor()
    await ann.page.getByRole('link', { name: 'Clear all filters' }).first().click()
    await ann.page.waitForURL('**/tests')
    await ann.go('/tests?min=5')
    expect(await ann.page.getByLabel('Score from').inputValue()).toBe('5')
    expect(await rows()).toBe(1)
    expect(ann.complaints).toEqual([])
    await ann.close()
  })

  test('what strangers write does nothing, wherever it is shown', async () => {
    const who = await site.somebody()
    const ann = await browsing(who.cookie)
    for (const words of HOSTILE) {
      const made = await site.accountTests.create(actorOf(who))
      if (!made.ok) throw new Error(made.refusal.kind)
      const { token } = made.value
      const headline = { from: `${words} <news@shop.example>`, date: words, subject: words }
      const quotes = { [words.slice(0, 40)]: words }
      await site.message(token, {
        ...reported(words),
        headline,
        checks: [check('spf', { summary: words, evidence: { host: words }, quotes })],
      })
      await ann.go(`/t/${token}`)
      expect(await ann.page.title()).not.toBe('taken')
      await ann.go(`/t/${token}/delete`)
    }
    await ann.go(`/tests?q=${encodeURIComponent(HOSTILE.join(' '))}&domain=${encodeURIComponent('"><b>')}`)
    expect(await ann.page.locator('main b, main img').count()).toBe(0)
    await ann.go('/tests')
    expect(await ann.page.locator('tbody tr').count()).toBe(HOSTILE.length)
    expect(await ann.page.title()).toBe('Tests · Mailgauge')
    await ann.page.setViewportSize({ width: 320, height: 640 })
    expect(await ann.page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(ann.complaints).toEqual([])
    await ann.close()
  })

  // Axe is a script.
  test.skipIf(withoutScripts)('the pages are clean for axe, wide and narrow', async () => {
    const who = await site.somebody()
    const made = await site.accountTests.create(actorOf(who))
    const token = made.ok ? made.value.token : ''
    await site.message(token, reported('Autumn offers'))
    await site.accountTests.share(actorOf(who), token, true)
    await site.accountTests.create(actorOf(who))
    const ann = await browsing(who.cookie)
    for (const [width, colorScheme] of [
      [1100, 'light'],
      [1100, 'dark'],
      [320, 'light'],
    ] as const) {
      await ann.page.setViewportSize({ width, height: 800 })
      await ann.page.emulateMedia({ colorScheme })
      for (const path of ['/tests', '/tests?q=nothing&min=x', '/tests/new', `/t/${token}`]) {
        await ann.go(path)
        await ann.page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
        expect([path, width, await violations(ann.page)]).toEqual([path, width, []])
        expect([path, await ann.page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
      }
    }
    await ann.close()
  })
})

function actorOf(who: Awaited<ReturnType<Awaited<ReturnType<typeof realTestsSite>>['somebody']>>) {
  return { kind: 'session', accountId: who.account.id, role: 'owner', personId: who.person.id } as const
}

describe.skipIf(!hasChromium)('by keyboard', () => {
  test('n begins a test and / goes to the search, where no field has the focus', async () => {
    const site = await realTestsSite()
    const served = listen(site)
    const who = await site.somebody()
    await site.accountTests.create(actorOf(who))
    const { page, close } = await openPage(await sharedBrowser())
    const [name = '', value = ''] = who.cookie.split('=')
    await page.context().addCookies([{ name, value, url: served.base }])
    await page.goto(`${served.base}/tests`)
    await page.keyboard.press('/')
    await page.keyboard.type('n/')
    expect(await page.getByLabel('Search').inputValue()).toBe('n/')
    expect(page.url()).toEndWith('/tests')
    await page.getByRole('heading', { name: 'Tests' }).click()
    await page.keyboard.press('Control+n')
    await page.keyboard.press('n')
    await page.waitForURL('**/tests/new')
    // The browser gives the focus once the page is there.
    await page.locator('main button:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Send your message to this address' }).waitFor()
    await close()
    await served.stop()
    await site.close()
  })
})
