import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import type { Check } from '../../src/core/check.ts'
import { granted } from '../../src/core/refusal.ts'
import { bounce, failure } from '../support/bounces.ts'
import { check } from '../support/builders.ts'
import { PLAN, VIEWS } from '../web/message-views.ts'
import { BAD, MIXED, PERFECT, report } from '../web/reports.ts'
import { evaluation, fixedPages, siteUnderTest } from '../web/site-under-test.ts'
import { hasChromium, listen, openPage, sharedBrowser } from './browser.ts'
import { faintTexts } from './contrast.ts'

const LONG = 'x'.repeat(400)
const UNWIELDY = report([
  ...(['failed', 'error', 'passed', 'neutral'] as const).map((status, index) =>
    check(`${LONG}-${index}`, {
      status,
      score: status === 'failed' ? -1 : 0,
      summary: LONG,
      findings: [{ code: LONG, cost: 0, says: LONG, advice: `Publish: v=DKIM1; p=${LONG}`, reference: LONG }],
      evidence: { [LONG]: LONG },
    }),
  ),
])

const longFailure = failure({
  recipient: LONG,
  remote: LONG,
  reply: { code: 550, text: LONG },
  permanent: false,
})

/** Every state the site can show. */
/** The plan's records for programs, one of them wider than any page. */
function withRecordSets(one: Check): Check {
  const set = { type: 'TXT' as const, zone: 'shop.example' }
  if (one.name === 'dmarc')
    return {
      ...one,
      recordSets: [{ ...set, name: '_dmarc.shop.example', before: [], after: ['"v=DMARC1; p=none"'] }],
    }
  if (one.name !== 'spf') return one
  const before = ['"v=spf1 ~all"', `"${LONG}"`]
  return {
    ...one,
    recordSets: [{ ...set, name: 'shop.example', before, after: ['"v=spf1 -all"', `"${LONG}"`] }],
  }
}

async function everyPage() {
  const { deps } = evaluation()
  const subject = { kind: 'domain', name: `${LONG}.example.org` } as const
  const inspect = async () =>
    granted({ subject, checks: UNWIELDY.checks.map((one) => ({ ...one, score: 0 })) })
  const site = siteUnderTest({ evaluation: deps, inspections: { inspect } })
  const paths: Record<string, string> = {
    ...Object.fromEntries((await fixedPages()).map((path) => [path, path])),
    'check of a domain': `/check?name=${LONG}`,
    'no such page': '/nowhere',
  }
  paths['waiting'] = `/t/${await site.fake.create()}`
  const analysing = await site.fake.create()
  site.fake.receive(analysing)
  paths['analysing'] = `/t/${analysing}`
  const failed = await site.fake.create()
  site.fake.finish(failed, site.fake.receive(failed), `It holds only NUL bytes. ${LONG}`)
  paths['failed'] = `/t/${failed}`
  for (const [name, judged] of Object.entries({
    mixed: MIXED,
    bad: BAD,
    perfect: PERFECT,
    unwieldy: UNWIELDY,
  })) {
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), judged)
    paths[name] = `/t/${token}`
  }
  const shown = await site.fake.create()
  const whole = site.fake.receive(shown)
  site.fake.finish(shown, whole, { ...MIXED, plan: PLAN, checks: MIXED.checks.map(withRecordSets) })
  site.fake.showView(shown, whole, {
    ...VIEWS,
    headers: [...VIEWS.headers, { name: LONG, value: LONG }],
    transcript: [...VIEWS.transcript, { from: 'client', text: LONG, at: 1 }],
    bounce: bounce({ reportedBy: LONG, original: { subject: LONG }, failures: [failure(), longFailure] }),
    hops: [...VIEWS.hops, { from: LONG, by: LONG, address: LONG, protocol: LONG, privateAddress: true }],
    clientSupport: [...VIEWS.clientSupport, { name: LONG, full: 0, partly: 0, none: 1, without: [LONG] }],
  })
  paths['with exhibits'] = `/t/${shown}`
  paths['kind'] = `/t/${shown}/kind`
  const several = await site.fake.create()
  site.fake.finish(several, site.fake.receive(several, 1), BAD)
  site.fake.finish(several, site.fake.receive(several, 2), MIXED)
  site.fake.receive(several, 3)
  paths['several messages'] = `/t/${several}`
  paths['delete'] = `/t/${several}/delete`
  paths['compared'] = `/t/${several}/compare`
  const [newest, , oldest] = site.fake.messagesOf(several)
  paths['compared with one in analysis'] = `/t/${several}/compare?a=${oldest}&b=${newest}`
  paths['compared with itself'] = `/t/${several}/compare?a=${oldest}&b=${oldest}`
  paths['nothing to compare'] = `/t/${failed}/compare`
  const hostile = await site.fake.create()
  for (const [at, judged] of [UNWIELDY, report([check(`${LONG}-0`)])].entries()) {
    const id = site.fake.receive(hostile, at)
    site.fake.finish(hostile, id, judged)
    site.fake.showView(hostile, id, { ...VIEWS, headers: [{ name: LONG, value: `${at}${LONG}` }] })
  }
  paths['unwieldy ones compared'] = `/t/${hostile}/compare`
  return { site, paths }
}

/** Texts of more than four lines, none as wide as 60 pixels. */
const SQUEEZED = `[...document.querySelectorAll('main *')].flatMap((one) => [...one.childNodes]).filter((node) => {
  if (node.nodeType !== 3 || node.data.trim() === '') return false
  const range = document.createRange()
  range.selectNodeContents(node)
  const lines = [...range.getClientRects()]
  return lines.length > 4 && lines.every(({ width }) => width < 60)
}).map(({ data }) => data)`

const openAll = (page: Page) =>
  page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')

describe.skipIf(!hasChromium)('every page is readable', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('on 320 pixels nothing is wider than the page', async () => {
    const { site, paths } = await everyPage()
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(browser, { viewport: { width: 320, height: 640 } })
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(base + path)
      await openAll(page)
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
    }
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('on 320 pixels no words are squeezed into a column of letters', async () => {
    const { site, paths } = await everyPage()
    const { base, stop } = listen(site)
    const { page, close } = await openPage(browser, { viewport: { width: 320, height: 640 } })
    for (const [name, path] of Object.entries(paths).filter(([name]) => name !== 'unwieldy')) {
      await page.goto(base + path)
      expect([name, await page.evaluate(SQUEEZED)]).toEqual([name, []])
    }
    await page.goto(base)
    const [whole, upload] = (await page.evaluate(
      '[".hero", ".upload > p"].map((part) => document.querySelector(part).getBoundingClientRect().right)',
    )) as [number, number]
    expect(upload).toBeLessThanOrEqual(whole)
    await close()
    await stop()
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours every text has a contrast of 4.5 to 1',
    async (colorScheme) => {
      const { site, paths } = await everyPage()
      const { base, stop } = listen(site)
      const { page, close } = await openPage(browser, { colorScheme })
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(base + path)
        await openAll(page)
        expect([name, await faintTexts(page)]).toEqual([name, []])
      }
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 26)' : 'rgb(246, 246, 243)')
      await close()
      await stop()
    },
    300_000,
  )

  test('the keyboard reaches everything in reading order, and where it is can be seen', async () => {
    const { site, paths } = await everyPage()
    const { base, stop } = listen(site)
    const { page, close } = await openPage(browser)
    await page.goto(base + paths['mixed'])
    const seen: string[] = []
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Tab')
      const [words, outlined] = (await page.evaluate(
        '[document.activeElement.innerText || document.activeElement.ariaLabel, getComputedStyle(document.activeElement).outlineStyle]',
      )) as [string, string]
      seen.push(words.replace(/\s+/g, ' ').trim())
      expect([words, outlined]).toEqual([words, 'solid'])
    }
    expect(seen.slice(0, 14)).toEqual([
      'Skip to the content',
      'Mailgauge',
      'New test',
      'Check a domain',
      'Bounce',
      'API',
      'Copy link',
      'DKIM',
      '1 check could not be determined (up to 3 points)',
      'Authentication −2.5 2 to fix, 2 fine',
      'Sending server −0.3 1 to fix, 1 open, 3 fine',
      'Message form ✓ 3 fine',
      'Content −0.5 1 to fix, 1 fine',
      'The text of the message.',
    ])
    expect(seen[14]).toStartWith('−1.5 points DKIM')
    await close()
    await stop()
  })

  test('headings step down one at a time, landmarks have names, ids are unique', async () => {
    const { site, paths } = await everyPage()
    const { base, stop } = listen(site)
    const { page, close } = await openPage(browser)
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(base + path)
      await openAll(page)
      const levels = (await page.evaluate(
        '[...document.querySelectorAll("h1,h2,h3,h4")].map((h) => Number(h.tagName[1]))',
      )) as number[]
      expect([name, levels.filter((level) => level === 1).length]).toEqual([name, 1])
      const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
      expect([name, jumps]).toEqual([name, []])
      const twice = await page.evaluate(
        '(() => { const ids = [...document.querySelectorAll("[id]")].map((e) => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i) })()',
      )
      expect([name, twice]).toEqual([name, []])
    }
    await close()
    await stop()
  })
})
