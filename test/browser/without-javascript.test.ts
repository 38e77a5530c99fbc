import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { granted } from '../../src/core/refusal.ts'
import { check } from '../support/builders.ts'
import { MIXED } from '../web/reports.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, launch, listen, openPage, WITHOUT_SCRIPTS } from './browser.ts'

describe.skipIf(!hasChromium)('without JavaScript', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(WITHOUT_SCRIPTS)
  })
  afterAll(() => browser.close())

  test('all the way from the start page to the report and its end', async () => {
    const site = siteUnderTest()
    const { base, stop } = listen(site)
    const { page, close } = await openPage(browser)
    await page.goto(base)
    await page.getByRole('button', { name: 'Create a test address' }).click()
    await page.getByRole('heading', { name: 'Send your message to this address' }).waitFor()
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    expect(
      await page.evaluate('document.querySelector("main noscript").getBoundingClientRect().height'),
    ).not.toBe(0)

    const token = page.url().slice(-26)
    const id = site.fake.receive(token)
    await page.reload()
    await page.getByRole('heading', { name: 'Your message is here' }).waitFor()
    site.fake.finish(token, id, MIXED)
    // Nobody reloads here: the page reloads by itself.
    await page.getByRole('heading', { name: '6.7 of 10' }).waitFor()
    await page.locator('.fine:has(#check-spf) > summary').click()
    await page.locator('#check-spf > summary').click()
    await page.getByText('v=spf1 include:_spf.mailer.example').waitFor({ state: 'visible' })
    await page.getByRole('link', { name: 'Delete this test' }).click()
    await page.getByRole('button', { name: 'Delete it now' }).click()
    await page.getByRole('heading', { name: 'The test is deleted' }).waitFor()
    await close()
    await stop()
  }, 300_000)

  test('a domain is checked by a form', async () => {
    const checks = [check('dns', { summary: 'It is there.' })]
    const subject = { kind: 'domain', name: 'example.org' } as const
    const site = siteUnderTest({ inspections: { inspect: async () => granted({ subject, checks }) } })
    const { base, stop } = listen(site)
    const { page, close } = await openPage(browser)
    await page.goto(base)
    await page.getByRole('link', { name: 'check a domain or an address' }).first().click()
    await page.getByLabel('Domain or IP address').fill('Example.org')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('heading', { name: 'example.org' }).waitFor()
    expect(page.url()).toEndWith('/check?name=Example.org')
    await page.getByText('It is there.').first().waitFor({ state: 'visible' })
    await close()
    await stop()
  }, 300_000)
})
