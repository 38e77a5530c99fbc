import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { holderOf } from '../../src/services/access/actor.ts'
import { until } from '../support/until.ts'
import { BAD, MIXED } from '../web/reports.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

/** Opens a page of a test, and waits until the stream of its changes is open. */
async function openWithStream(page: Page, url: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith('/events'))
  await page.goto(url)
  await stream
}

describe.skipIf(!hasChromium)('a test page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('from the start page to the report, without a reload', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(browser)
    await page.goto(base)
    await page.getByRole('button', { name: 'Create a test address' }).click()
    await page.getByRole('heading', { name: 'Send your message to this address' }).waitFor()
    const token = page.url().slice(-26)
    await page.evaluate('window.stayed = true')

    const id = site.fake.receive(token)
    await page.getByRole('heading', { name: 'Your message is here' }).waitFor()
    site.fake.finish(token, id, MIXED)
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    expect(await page.title()).toBe('6.7 · Your-secret-code-is-481516 · Mailgauge')
    expect(await page.getByRole('status').textContent()).toBe('6.7 of 10')
    expect(await page.evaluate('window.stayed')).toBe(true)
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('a report is not pulled away: a line says that there is a newer one', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), BAD)
    const { page, complaints, close } = await openPage(browser)
    await openWithStream(page, `${base}/t/${token}`)
    await page.getByRole('heading', { name: '0 of 10' }).waitFor()

    const second = site.fake.receive(token)
    await page.locator('[data-notice]', { hasText: 'is being analysed' }).waitFor()
    await page.locator('.messages', { hasText: 'in analysis' }).waitFor()
    site.fake.finish(token, second, MIXED)
    await page.getByRole('link', { name: 'Show it' }).waitFor()
    await page.locator('.messages', { hasText: '6.7' }).waitFor()
    expect(await page.locator('.messages [aria-current]').textContent()).toEndWith('0')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('0 of 10')
    await page.getByRole('link', { name: 'Show it' }).click()
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('a second analysis of the same message is told of, even with the same score', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const id = site.fake.receive(token)
    site.fake.finish(token, id, MIXED)
    const { page, close } = await openPage(browser)
    await openWithStream(page, `${base}/t/${token}`)
    expect(await page.locator('[data-notice]').isHidden()).toBe(true)
    site.fake.finish(token, id, { ...MIXED, undetermined: { checks: 0, points: 0 } })
    await page.getByRole('link', { name: 'Show it' }).waitFor()
    await close()
    await stop()
  })

  test('a page whose test is deleted elsewhere says so', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const { page, close } = await openPage(browser)
    await openWithStream(page, `${base}/t/${token}`)
    await site.fake.mailTests.delete(holderOf(token), token)
    await page.getByRole('heading', { name: 'There is no such test' }).waitFor()
    await close()
    await stop()
  })

  test('a message that came between page and stream is not missed', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const { page, close } = await openPage(browser)
    await page.route('**/events', async (route) => {
      if (
        !(await site.fake.mailTests
          .read(holderOf(token), token)
          .then((read) => read.ok && read.value.messages.length))
      ) {
        site.fake.finish(token, site.fake.receive(token), MIXED)
      }
      await route.continue()
    })
    await page.goto(`${base}/t/${token}`)
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    await close()
    await stop()
  })

  test('an answer that is overtaken by a newer one does not stay', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const { page, close } = await openPage(browser)
    await openWithStream(page, `${base}/t/${token}`)
    let asked = 0
    await page.route(`**/t/${token}`, async (route) => {
      asked += 1
      if (asked > 1) return route.continue()
      const early = await route.fetch()
      site.fake.finish(token, id, MIXED)
      // Long enough for a second answer to come first, where one is asked for beside.
      await Bun.sleep(500)
      await route.fulfill({ response: early })
    })
    const id = site.fake.receive(token)
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    await until(() => asked >= 2)
    await Bun.sleep(500)
    expect(await page.getByRole('heading', { name: '6.7 of 10' }).count()).toBe(1)
    await close()
    await stop()
  })

  test('an address with a check in it opens that check', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), MIXED)
    const { page, close } = await openPage(browser)
    await page.goto(`${base}/t/${token}#check-spf`)
    await page.getByText('v=spf1 include:_spf.mailer.example').waitFor({ state: 'visible' })
    expect(await page.locator('details.fine:has(#check-spf)').getAttribute('open')).not.toBeNull()
    await close()
    await stop()
  })
})
