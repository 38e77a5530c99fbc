import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { parseHtml } from '../../src/mail/html.ts'
import { previewMessage } from '../../src/mail/preview/preview.ts'
import { ATTACKS } from '../mail/preview/attacks.ts'
import { until } from '../support/until.ts'
import { hasChromium, launch } from './browser.ts'

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/
const ADDRESS = 'http://mail.test/'

/** Everything that a browser did with documents besides showing them; waited for until it is as much as expected. */
async function deeds(browser: Browser, documents: readonly string[], expected = 0): Promise<string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const done: string[] = []
  let body = ''
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === ADDRESS) return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
    done.push(`asked ${url}`)
    return route.abort()
  })
  page.on('dialog', async (dialog) => {
    done.push(`ran ${dialog.message()}`)
    await dialog.dismiss()
  })
  for (const shown of documents) {
    body = shown
    await page.goto(ADDRESS, { waitUntil: 'load' })
    await page.mouse.move(50, 50)
    const alive = await page.evaluate(() => document.links.length + document.forms.length + frames.length)
    if (alive > 0) done.push('there are links, forms or frames')
  }
  // What a page does by itself comes a moment after it was loaded.
  await until(() => done.length >= expected)
  await page.waitForTimeout(200)
  await context.close()
  return done
}

describe.skipIf(!hasChromium)('the preview in a browser without sandbox and policy', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  test('the attacks do something where they are let through', async () => {
    expect((await deeds(browser, [ATTACKS.slice(0, 20).join('\n')], 6)).length).toBeGreaterThan(5)
  })

  test('runs, asks and follows nothing', async () => {
    const previews = ATTACKS.map((attack) => {
      const html = parseHtml(`${attack}<p class="a">text</p>`)
      return previewMessage(new Uint8Array(), { attachments: [] }, html).document.replace(POLICY, '')
    })
    expect(await deeds(browser, previews)).toEqual([])
  }, 120_000)
})
