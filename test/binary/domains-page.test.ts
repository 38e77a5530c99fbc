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
const DEMO = 'mailgauge-sample.example'

/** The page as it is on a screen and on a phone. */
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
  await page.setViewportSize({ width: 1100, height: 800 })
  expect([name, await violations(page)]).toEqual([name, []])
}

describe.skipIf(!hasChromium)('the demo domain of the evaluation', () => {
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

  const press = (page: Page, name: string) =>
    page.locator('main').getByRole('button', { name, exact: true }).click()

  async function signedIn(page: Page) {
    const link = await until(() => /\/setup#t=[\w-]+/.exec(running.output())?.[0])
    await page.goto(`${base}${link}`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('E-mail address').fill('ann@example.org')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByLabel('Name of the account').fill('Example')
    await press(page, 'Set up this site')
    await page.locator('.menu > summary', { hasText: 'Ann' }).waitFor()
  }

  test('is added, verified and looked at, and its keys are known from a test', async () => {
    const { page, complaints, close } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    await signedIn(page)
    await page.goto(`${base}/domains`)
    await page.getByText('No domains yet').waitFor()
    await look(page, 'domains-empty')
    await page.getByLabel('Domains').fill(`${DEMO}\nnot a domain`)
    await press(page, 'Add')
    await page.getByText('There is a problem').waitFor()
    await look(page, 'domains-problem')
    await page.getByRole('link', { name: DEMO }).click()

    await page.getByRole('heading', { name: 'Prove that it is yours' }).waitFor()
    await look(page, 'domain-to-verify')
    await press(page, 'Verify')
    await page.getByText('The domain is verified.').waitFor()

    // The mail of the samples is signed by the demo domain's key.
    await page.goto(`${base}/tests`)
    await page.getByRole('button', { name: 'New test' }).first().click()
    await page
      .getByRole('button', { name: /well|clean|good/i })
      .first()
      .click()
    await page.locator('.head').first().waitFor()

    await page.goto(`${base}/domains`)
    await page.getByRole('link', { name: DEMO }).click()
    await press(page, 'Look at the DNS again')
    await page.getByRole('heading', { name: 'What is published' }).waitFor()
    await page.locator('code', { hasText: 'v=DMARC1; p=reject' }).first().waitFor()
    expect(await page.getByText('ip4:127.0.0.1').count()).toBeGreaterThan(0)
    expect(await page.getByText('Receivers refuse mail that fails (p=reject).').count()).toBe(1)
    await page.getByRole('rowheader', { name: 'sample' }).waitFor()
    await look(page, 'domain-health')
    await page.goto(`${base}/domains`)
    await look(page, 'domains-list')

    await page.getByRole('link', { name: DEMO }).click()
    await page.getByRole('link', { name: 'Delete the domain' }).click()
    await page.getByText('Lost:').waitFor()
    await look(page, 'domain-delete')
    await press(page, 'Delete the domain')
    await page.getByText('The domain is deleted.').waitFor()
    await page.getByText('No domains yet').waitFor()
    expect(complaints.filter((said) => !said.includes('status of 4'))).toEqual([])
    await close()
  }, 300_000)
})
