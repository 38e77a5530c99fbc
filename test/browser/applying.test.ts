import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { RecordSet } from '../../src/core/applying/record-set.ts'
import { zoneFile } from '../../src/core/applying/zone-file.ts'
import { PLAN } from '../web/message-views.ts'
import { MIXED } from '../web/reports.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

const SET: RecordSet = {
  name: '_dmarc.shop.example',
  type: 'TXT',
  before: ['"v=DMARC1"'],
  after: ['"v=DMARC1; p=none"'],
  zone: 'shop.example',
}

describe.skipIf(!hasChromium)('the records of a step for programs', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('are folded, and copied as they stand there', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const checks = MIXED.checks.map((one) => (one.name === 'dmarc' ? { ...one, recordSets: [SET] } : one))
    site.fake.finish(token, site.fake.receive(token), { ...MIXED, checks, plan: PLAN })
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${base}/t/${token}`)
    const button = page.getByRole('button', { name: 'Copy the lines for Zone file' })
    expect(await button.isVisible()).toBe(false)
    await page.getByText('As zone file, nsupdate or Terraform').click()
    await button.click()
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(zoneFile([SET]).trimEnd())
    expect(complaints).toEqual([])
    await close()
    await stop()
  })
})
