import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type UnsubscribingSite, unsubscribingSite } from '../../web/tests/unsubscribing-site.ts'
import { violations } from '../axe.ts'
import { hasChromium, launch, listen, openPage, sharedBrowser, WITHOUT_SCRIPTS } from '../browser.ts'

const LONG = `https://example.org/leave/${'4f'.repeat(150)}`

describe.skipIf(!hasChromium).each([
  ['with', false],
  ['without', true],
] as const)('one-click unsubscribing %s JavaScript', (_name, withoutScripts) => {
  let browser: Browser
  let site: UnsubscribingSite
  let served: ReturnType<typeof listen>
  beforeAll(async () => {
    browser = withoutScripts ? await launch(WITHOUT_SCRIPTS) : await sharedBrowser()
    site = await unsubscribingSite()
    served = listen(site)
  })
  afterAll(async () => {
    await served.stop()
    await site.close()
    if (withoutScripts) await browser.close()
  })

  test.each([
    [200, 'It works, as RFC 8058 asks.'],
    [405, 'It does not work.'],
  ])('is tried and told at 320 pixels, and read by everybody: %i', async (status, says) => {
    site.list.asked.length = 0
    site.list.answer = (response) => void response.writeHead(status).end()
    const ann = await site.somebody()
    const one = await site.newsletter(ann, {}, [
      { name: 'List-Unsubscribe', value: `<${LONG}>` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ])
    const { page, close, complaints } = await openPage(browser, { viewport: { width: 320, height: 700 } })
    const [name = '', value = ''] = ann.cookie.split('=')
    await page.context().addCookies([{ name, value, url: served.base }])
    const fits = async () => {
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(wide).toBeLessThanOrEqual(room ?? 0)
      if (!withoutScripts) expect(await violations(page)).toEqual([])
    }
    await page.goto(`${served.base}/t/${one.token}`)
    await fits()
    await page.getByRole('link', { name: 'Try it', exact: true }).click()
    await page.getByRole('heading', { name: 'Try one-click unsubscribing?' }).waitFor()
    await fits()
    expect(site.list.asked).toEqual([])
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    await page.getByText(says).waitFor()
    await fits()
    expect(site.list.asked).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })
})
