import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { catalogue } from '../../src/analysis/catalogue/catalogue.ts'
import { CASE_NAMES, corpusAnalysis } from '../golden/corpus-case.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

/** The most sheets of A4 that a report takes, by its score. */
const most = (score: number) => (score >= 8.5 ? 2 : 3)
const WORST = 10
const GOOD = ['newsletter', 'newsletter-modern-css', 'receipt', 'personal', 'header-faults', 'list']

describe.skipIf(!hasChromium)('a report on paper', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  async function printed(name: string) {
    const { report, messageView } = await corpusAnalysis(name)
    const site = siteUnderTest({ checks: catalogue() })
    const { base, stop } = listen(site)
    const token = await site.fake.create()
    const id = site.fake.receive(token)
    site.fake.finish(token, id, report)
    if (messageView) site.fake.showView(token, id, messageView)
    const { page, close } = await openPage(browser, { viewport: { width: 688, height: 1017 } })
    await page.goto(`${base}/t/${token}`)
    const pdf = await page.pdf({ format: 'A4' })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    await page.emulateMedia({ media: 'print' })
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.steps .record code, .entry h3, .verdict')]
        .filter((one) => !one.closest('.more-free') && !one.checkVisibility({ contentVisibilityAuto: true }))
        .map(({ textContent }) => textContent),
    )
    const links = await page.evaluate(
      () => getComputedStyle(document.querySelector('main a') ?? document.body, '::after').content,
    )
    await close()
    await stop()
    return { score: report.score, sheets, wide, hidden, links }
  }

  test('the worst of the corpus takes three sheets at most, and nothing is cut off', async () => {
    const scores = await Promise.all(
      CASE_NAMES.map(async (name) => [name, (await corpusAnalysis(name)).report.score] as const),
    )
    const worst = scores.toSorted((a, b) => a[1] - b[1]).slice(0, WORST)
    for (const [name] of worst) {
      const { score, sheets, wide, hidden, links } = await printed(name)
      expect({ name, sheets: sheets <= most(score), isPrinted: sheets > 0 }).toEqual({
        name,
        sheets: true,
        isPrinted: true,
      })
      expect({ name, wide, hidden, links }).toEqual({ name, wide: 0, hidden: [], links: 'none' })
    }
  })

  test('a good one takes two at most', async () => {
    for (const name of GOOD) {
      const { score, sheets } = await printed(name)
      expect([name, sheets <= most(score)]).toEqual([name, true])
    }
  })
})
