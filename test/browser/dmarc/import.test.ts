import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dmarcSite } from '../../web/dmarc/dmarc-site.ts'
import { FULL } from '../../web/dmarc/samples.ts'
import { violations } from '../axe.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

const FILES = ['a.xml', 'bad.xml', `${'long-name-'.repeat(20)}.xml.gz`].map((name) => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from('<feedback/>'),
}))

describe.skipIf(!hasChromium)('what was imported by a form', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
  ] as const)('reads well, %s, %i wide', async (colorScheme, width) => {
    const { base, stop } = listen(dmarcSite({ 'dom-example.org': FULL }))
    const { page, close } = await openPage(await sharedBrowser(), {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.context().addCookies([{ name: 'mailgauge', value: 'admin', url: base }])
    await page.goto(`${base}/domains/dom-example.org/dmarc/import`)
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: join(SHOTS, `import-${colorScheme}-${width}.png`), fullPage: true })
    }
    await page.locator('input[type=file]').setInputFiles(FILES)
    await page.locator('main form button').click()
    await page.waitForSelector('text=What was imported')
    if (SHOTS)
      await page.screenshot({ path: join(SHOTS, `imported-${colorScheme}-${width}.png`), fullPage: true })
    expect(await page.locator('main').textContent()).toContain('3 reports: 2 stored, 1 rejected.')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await violations(page)).toEqual([])
    expect(await faintTexts(page)).toEqual([])
    await close()
    await stop()
  })
})
