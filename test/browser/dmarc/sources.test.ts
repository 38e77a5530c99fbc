import { describe, expect, test } from 'bun:test'
import { SOURCE_PATHS, sourcesSite } from '../../web/dmarc/sources-site.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'
import { fitsPhones, isHarmless, isReadable } from './each-page.ts'

const pages = () => ({ site: sourcesSite(), paths: SOURCE_PATHS })

describe.skipIf(!hasChromium)('pages of sources', () => {
  test('fit 320 pixels', () => fitsPhones(pages()))

  test.each(['light', 'dark'] as const)('everybody can use and read them in %s colours', (scheme) =>
    isReadable(pages(), scheme),
  )

  test('what strangers wrote runs nothing and turns nothing round', () => isHarmless(pages()))

  test('a source is marked, named and unmarked by presses, and its records are walked through', async () => {
    const site = sourcesSite()
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(await sharedBrowser(), {})
    await page.context().addCookies([{ name: 'mailgauge', value: 'admin', url: base }])
    await page.goto(`${base}/domains/dom-example.org/dmarc/sources?days=90`)
    await page.getByRole('link', { name: 'host0.example.com', exact: true }).click()
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await page.waitForSelector('text=It is marked as yours.')
    await page.getByText('Name it', { exact: true }).click()
    await page.getByLabel('Name').fill('Old printer')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await page.waitForSelector('h1:has-text("Old printer")')
    expect(site.answered.kept).toMatchObject([
      { key: 'domain:host0.example.com', mark: 'mine', name: 'Old printer' },
    ])
    expect(page.url()).toContain('days=90')
    await page.getByRole('button', { name: 'Take that back' }).click()
    await page.waitForSelector('text=The mark was taken back.')
    await page.getByRole('link', { name: 'Older records' }).click()
    await page.waitForSelector('text=Newest records')
    await page.locator('.dmarc-found tbody a').first().click()
    await page.waitForSelector('h1:has-text("DMARC report")')
    expect(complaints).toEqual([])
    await close()
    await stop()
  })
})
