import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { until } from '../support/until.ts'
import { MIXED } from '../web/reports.ts'
import { evaluation, siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

describe.skipIf(!hasChromium)('forms and copying', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('the copy button copies the address and says so', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const { page, complaints, close } = await openPage(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${base}/t/${token}`)
    const button = page.getByRole('button', { name: 'Copy the test address' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('k3vq7m2xw4pb@mail.mailgauge.example')
    expect(await page.getByRole('status').textContent()).toBe('Copied.')
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  // Browsers send no Sec-Fetch-Site there, and give pages no clipboard.
  test('over plain http, forms and copying work as well', async () => {
    const site = siteUnderTest()
    const { plainHttp, stop } = listen(site)
    const { page, close } = await openPage(browser)
    await page.goto(plainHttp)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await page.getByRole('button', { name: 'Create a test address' }).click()
    await page.getByRole('heading', { name: 'Send your message to this address' }).waitFor()
    await page.getByRole('button', { name: 'Copy the test address' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Delete this test' }).click()
    await page.getByRole('button', { name: 'Delete it now' }).click()
    await page.getByRole('heading', { name: 'The test is deleted' }).waitFor()
    await close()
    await stop()
  })

  test('a sample is sent with one click, and again beside the report', async () => {
    const { sent, deps } = evaluation()
    const site = siteUnderTest({ evaluation: deps })
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const { page, complaints, close } = await openPage(browser)
    await page.goto(`${base}/t/${token}`)
    await page.getByRole('button', { name: 'Send a clean sample' }).click()
    await until(() => sent.length === 1)
    site.fake.finish(token, site.fake.receive(token), MIXED)
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    const shownAgain = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Send a bad sample' }).click()
    await until(() => sent.length === 2)
    await shownAgain
    expect(sent.map(([kind]) => kind)).toEqual(['clean', 'bad'])
    expect(complaints).toEqual([])
    await close()
    await stop()
  })
})
