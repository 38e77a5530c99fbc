import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { Headline } from '../../src/core/report.ts'
import { until } from '../support/until.ts'
import { PLAN, VIEWS } from '../web/message-views.ts'
import { MIXED } from '../web/reports.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

async function wholeReport(headline: Partial<Headline> = {}) {
  const site = siteUnderTest()
  const { base, plainHttp, stop } = listen(site)
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, {
    ...MIXED,
    headline: { ...MIXED.headline, ...headline },
    plan: PLAN,
  })
  site.fake.showView(token, id, {
    ...VIEWS,
    preview: '<!doctype html><p>in the frame</p><script>parent.document.title = "taken"</script>',
  })
  return { address: `${base}/t/${token}`, plain: `${plainHttp}/t/${token}`, stop }
}

describe.skipIf(!hasChromium)('a whole report in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('the preview is shown in its frame, and can do nothing', async () => {
    const { address, stop } = await wholeReport()
    const { page, close } = await openPage(browser)
    await page.goto(address)
    const frame = page.frameLocator('iframe')
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await frame.getByText('in the frame').waitFor()
    expect(await page.title()).toBe('6.7 · Your-secret-code-is-481516 · Mailgauge')
    await close()
    await stop()
  })

  test.each([undefined, false])(
    'the preview is as wide as a desk or a phone, or text alone; scripts: %p',
    async (scripts) => {
      const { address, stop } = await wholeReport()
      const { page, close } = await openPage(browser, {
        ...(scripts === false && { javaScriptEnabled: false }),
      })
      await page.goto(address)
      const width = async () => (await page.locator('iframe').boundingBox())?.width ?? 0
      expect(await width()).toBeGreaterThan(600)
      await page.getByLabel('Phone').check()
      expect(await width()).toBeLessThanOrEqual(375)
      await page.getByLabel('Plain text').check()
      expect(await page.locator('iframe').isVisible()).toBe(false)
      expect(await page.locator('.letter').isVisible()).toBe(true)
      await close()
      await stop()
    },
  )

  test('the link is copied whole, also over plain http', async () => {
    const { address, plain, stop } = await wholeReport()
    const { page, close } = await openPage(browser)
    await page.goto(plain)
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        document.body.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
      })
    })
    await page.getByRole('button', { name: 'Copy link to this report' }).click()
    const path = new URL(address).pathname
    await until(async () => (await page.locator('body').getAttribute('data-copied'))?.endsWith(path) ?? false)
    await close()
    await stop()
  })

  test('what is done first is in sight without scrolling', async () => {
    const { address, stop } = await wholeReport()
    const { page, close } = await openPage(browser)
    await page.goto(address)
    const heading = await page.getByRole('heading', { name: 'What to do first' }).boundingBox()
    const step = await page.locator('.step').first().boundingBox()
    expect(heading?.y).toBeLessThan(700)
    expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThan(800)
    await close()
    await stop()
  })

  test('a long subject makes the list of messages no wider than its column', async () => {
    const { address, stop } = await wholeReport({
      subject: 'A subject of a hundred words and more '.repeat(9),
    })
    const { page, close } = await openPage(browser)
    await page.goto(address)
    await page.locator('.message-subject').first().waitFor()
    const hidden = await page.locator('.aside').evaluate((aside) => aside.scrollWidth - aside.clientWidth)
    expect(hidden).toBe(0)
    await close()
    await stop()
  })

  test('tables are told as tables, and can be moved with the keyboard', async () => {
    const { address, stop } = await wholeReport()
    const { page, close } = await openPage(browser, { viewport: { width: 320, height: 640 } })
    await page.goto(address)
    await page.locator('.message-view').evaluateAll((all) => {
      for (const one of all as HTMLDetailsElement[]) one.open = true
    })
    await page.getByRole('columnheader', { name: 'Supported by' }).waitFor()
    await page.getByRole('rowheader', { name: 'display: grid' }).waitFor()
    const table = page.getByRole('region', { name: 'Support in mail clients' })
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await until(() => table.evaluate((element) => element.scrollLeft > 0))
    await close()
    await stop()
  })

  test('on paper the steps are unfolded, and there is nothing to click', async () => {
    const { address, stop } = await wholeReport()
    const { page, close } = await openPage(browser)
    await page.goto(address)
    const last = page.locator('.steps').getByText('End the record with -all.').first()
    expect(await last.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await last.waitFor({ state: 'visible' })
    for (const part of ['.aside', '.site-header', '.copy', 'iframe', '.message-view']) {
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false])
    }
    await close()
    await stop()
  })
})
