import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { violations } from '../browser/axe.ts'
import { hasChromium, openPage, sharedBrowser } from '../browser/browser.ts'
import { type Running, serve, temporaryFolder } from '../support/binary.ts'
import { until } from '../support/until.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

/** The page as it is on a phone and in dark colours. */
async function look(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1100],
    ['dark', 1100],
    ['light', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width])
    if (!SHOTS) continue
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}-${width}.png`), fullPage: true })
  }
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  expect([name, await violations(page)]).toEqual([name, []])
}

describe.skipIf(!hasChromium)('two samples of the evaluation', () => {
  let browser: Browser
  let running: Running
  let base = ''
  const { folder, remove } = temporaryFolder()
  beforeAll(async () => {
    browser = await sharedBrowser()
    running = await serve(folder, [
      '--http.listen=127.0.0.1:0',
      '--smtp.listen=127.0.0.1:0',
      '--dns.servers=127.0.0.1:1',
      '--log.format=json',
    ])
    base = `http://localhost:${running.http.split(':').at(-1)}`
  })
  afterAll(async () => {
    await running?.kill()
    remove()
  })

  /** Sends a sample from the page, and waits for its report. */
  async function send(page: Page, sample: RegExp, number: number) {
    await page.getByRole('button', { name: sample }).first().click()
    await page.locator('.head, .notice:not([hidden]) a').first().waitFor({ timeout: 60_000 })
    if (number === 1) return
    await page
      .locator('.messages .outcome:not(.quiet)')
      .nth(number - 1)
      .waitFor()
    await page.goto(page.url())
  }

  test('are compared from the line on the second one’s report', async () => {
    const { page, close } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    await page.goto(base)
    await page.getByRole('button', { name: 'Create a test address' }).click()
    await send(page, /bad/i, 1)
    const address = page.url()
    await page.goto(`${address}/compare`)
    await page.getByText('One report so far').waitFor()
    await look(page, 'nothing-to-compare')
    await expectAccessible(page, 'nothing-to-compare')
    await page.goto(address)
    await send(page, /clean|good/i, 2)
    const line = page.locator('.since a').first()
    expect(await line.textContent()).toMatch(/^\+\d+\.\d since message 1, from another domain: .+ fixed/)
    await look(page, 'report-with-line')
    await line.click()
    await page.getByRole('heading', { level: 1, name: /^\+\d+\.\d since message 1$/ }).waitFor()
    for (const name of ['Checks', 'DNS records', 'Header fields', 'The messages']) {
      expect(await page.getByRole('heading', { level: 2, name, exact: true }).count()).toBe(1)
    }
    expect((await page.content()).length).toBeLessThan(60_000)
    await look(page, 'compared')
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
    await look(page, 'compared-unfolded')
    await expectAccessible(page, 'compared')
    await page.getByRole('link', { name: 'The other way round' }).click()
    await page.getByRole('heading', { level: 1, name: /^−\d+\.\d compared with message 2$/ }).waitFor()
    await close()
  }, 180_000)

  test('in an account are listed on its front page, the worst first, and compared with each other', async () => {
    const { page, close } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    const link = await until(() => /\/setup#t=[\w-]+/.exec(running.output())?.[0])
    await page.goto(base + link)
    for (const [name, text] of Object.entries({
      name: 'Ann Example',
      email: 'ann@example.org',
      password: 'correct horse battery',
      account: 'Example',
    })) {
      await page.locator(`main input[name=${name}]`).fill(text)
    }
    await page.getByRole('button', { name: 'Set up this site' }).click()
    await page.waitForURL('**/admin/setup')
    await page.goto(base)
    await page.getByRole('heading', { level: 1, name: 'Nothing is measured yet' }).waitFor()
    await look(page, 'today-new')
    await expectAccessible(page, 'today-new')
    for (const sample of [/bad/i, /clean/i]) {
      await page.goto(base)
      await page.getByRole('button', { name: 'New test' }).first().click()
      await send(page, sample, 1)
    }
    await page.getByRole('link', { name: 'Compare with another test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compare with which report?' }).waitFor()
    await look(page, 'compare-with-which')
    await expectAccessible(page, 'compare-with-which')
    await page.locator('.table a').first().click()
    await page.getByRole('heading', { level: 1, name: /compared with the first report$/ }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toStartWith('+')
    await look(page, 'compared-tests')
    await expectAccessible(page, 'compared-tests')
    await page.goto(base)
    await page.getByRole('heading', { level: 1, name: 'Something needs you' }).waitFor()
    expect(await page.locator('.today-list a').first().textContent()).toContain('YOU HAVE WON')
    await look(page, 'today')
    await expectAccessible(page, 'today')
    await close()
  }, 180_000)
})
