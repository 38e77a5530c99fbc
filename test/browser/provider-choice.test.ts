import { describe, expect, test } from 'bun:test'
import { analyzers } from '../../src/analysis/registry.ts'
import type { ProviderColumns } from '../../src/services/provider-columns/provider-columns.ts'
import { columnName } from '../../src/services/provider-columns/usual.ts'
import { corpusAnalysis } from '../golden/corpus-case.ts'
import { fakeSessions, peopleWith, somebody } from '../web/people.ts'
import { siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'

/** A whole report of a host on which nothing is set up, of an account whose columns are kept in memory. */
async function wholeReport() {
  let kept: string[] | undefined
  const providerColumns: ProviderColumns = {
    of: async ({ kind }) => (kind === 'session' ? kept : undefined),
    keep: async (_, chosen) => {
      kept = chosen?.map(columnName)
      return 'kept'
    },
  }
  const site = siteUnderTest({
    checks: analyzers.map(({ name, group, title, asks, weight }) => ({ name, group, title, asks, weight })),
    providerColumns,
    people: peopleWith(fakeSessions({ member: somebody({ role: 'member' }) }).sessions),
  })
  const { base, stop } = listen(site)
  const token = await site.fake.create()
  site.fake.change(token, { source: 'dashboard', accountId: 'acc_1', creatorId: 'per_1' })
  const id = site.fake.receive(token)
  const { report, messageView } = await corpusAnalysis('nothing-set-up')
  if (!messageView) throw new Error('the case has no view of its message')
  site.fake.finish(token, id, report)
  site.fake.showView(token, id, messageView)
  return { base, address: `${base}/t/${token}`, stop, kept: () => kept }
}

describe.skipIf(!hasChromium)('the mailbox providers of a report in a browser', () => {
  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('are chosen by the address, and for the account: %s', async (_, javaScriptEnabled) => {
    const { base, address, stop, kept } = await wholeReport()
    const viewport = { width: 320, height: 800 }
    const { page, complaints, close } = await openPage(await sharedBrowser(), { javaScriptEnabled, viewport })
    await page.context().addCookies([{ name: 'mailgauge', value: 'member', url: base }])
    const heads = () => page.locator('.matrix').first().locator('thead th').allTextContents()
    const box = (name: string) => page.getByRole('checkbox', { name })
    await page.goto(address)
    expect(await heads()).toEqual([
      'Asks about',
      'Gmail',
      'Yahoo',
      'Outlook.com',
      'iCloud Mail',
      'GMX, WEB.DE, mail.com',
    ])
    await page.locator('.provider-choice > summary').click()
    await box('Yahoo').uncheck()
    await box('Orange').check()
    await page.getByRole('button', { name: 'Show these', exact: true }).click()
    await page.waitForURL(/\?providers=gmail&providers=outlook.*providers=orange#group-providers$/)
    expect((await heads()).at(-1)).toBe('Orange, Wanadoo')
    expect(await page.getByText('secondary source', { exact: true }).first().isVisible()).toBe(true)
    expect(kept()).toBeUndefined()
    await page.locator('.provider-choice > summary').click()
    await page.getByRole('button', { name: 'Show these in all reports' }).click()
    await page.waitForURL(`${address}#group-providers`)
    expect(kept()).toEqual(['gmail', 'outlook', 'apple', 'gmx', 'orange'])
    expect((await heads()).at(-1)).toBe('Orange, Wanadoo')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(complaints).toEqual([])
    await close()
    await stop()
  })
})
