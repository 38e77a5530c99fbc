import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { busyMonth, fakeComplaints, hostileMonth } from '../../web/complaints/fake-complaints.ts'
import { dmarcSite, HOSTILE } from '../../web/dmarc/dmarc-site.ts'
import { FULL, HOSTILE_HELD } from '../../web/dmarc/samples.ts'
import { NOW } from '../../web/fake-mail-tests.ts'
import { tlsReport, tlsSummary } from '../../web/tls/fake-tls.ts'
import { violations } from '../axe.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

const site = () =>
  dmarcSite(
    {
      'dom-example.org': FULL,
      'dom-example.net': HOSTILE_HELD,
      'dom-unproved.example': {},
    },
    {
      'dom-example.org': { summary: tlsSummary(), reports: [tlsReport('dmr_1'), tlsReport('dmr_2')] },
      'dom-example.net': {
        summary: tlsSummary(HOSTILE_TLS),
        reports: [tlsReport('dmr_1', { reporter: HOSTILE })],
      },
      'dom-unproved.example': {},
    },
    { complaints: COMPLAINTS },
  )

const { complaints: COMPLAINTS } = fakeComplaints({
  'dom-example.org': busyMonth(NOW),
  'dom-example.net': hostileMonth(NOW, HOSTILE),
  'dom-unproved.example': { verified: false },
})

const HOSTILE_TLS = {
  policies: [{ type: HOSTILE, reports: 1, successes: 1, failures: 1 }],
  failed: [{ type: HOSTILE, host: HOSTILE, sessions: 1, lastDay: 20_000 }],
}

const [full, hostile] = ['/domains/dom-example.org/dmarc', '/domains/dom-example.net/dmarc']
const tlsOf = (domain: string) => `/domains/dom-${domain}/tls`
const PAGES: Readonly<Record<string, string>> = {
  overview: full,
  'overview-year': `${full}?days=366`,
  'overview-wrong': `${full}?from=x`,
  sources: `${full}/sources`,
  'sources-of-reporters': `${full}/sources?group_by=reporter`,
  reports: `${full}/reports`,
  'reports-of-one': `${full}/reports?reporter=google.com&result=fail`,
  report: `${full}/reports/dmr_3`,
  'report-rows': `${full}/reports/dmr_0?after=15`,
  'report-whole': `${full}/reports/dmr_0`,
  files: `${full}/files`,
  'files-conflicts': `${full}/files?outcome=conflict`,
  'files-none': `${full}/files?outcome=conflict&after=rm_1.2`,
  file: `${full}/files/rm_1.1`,
  conflict: `${full}/files/rm_1.2`,
  take: `${full}/files/rm_1.2/take`,
  taken: `${full}/files/rm_1.1?taken`,
  import: `${full}/import`,
  tls: tlsOf('example.org'),
  'tls-reports': `${tlsOf('example.org')}/reports`,
  'tls-report': `${tlsOf('example.org')}/reports/dmr_1`,
  'tls-none': tlsOf('unproved.example'),
  'tls-hostile': tlsOf('example.net'),
  'tls-hostile-report': `${tlsOf('example.net')}/reports/dmr_1`,
  complaints: '/domains/dom-example.org/complaints',
  'complaints-year': '/domains/dom-example.org/complaints?days=366',
  'complaints-none': '/domains/dom-unproved.example/complaints',
  'complaints-hostile': '/domains/dom-example.net/complaints',
  nothing: '/domains/dom-unproved.example/dmarc',
  'nothing-came': '/domains/dom-unproved.example/dmarc/files',
  'no-sources': '/domains/dom-unproved.example/dmarc/sources',
  'hostile-overview': hostile,
  'hostile-sources': `${hostile}/sources`,
  'hostile-reports': `${hostile}/reports`,
  'hostile-report': `${hostile}/reports/dmr_0`,
  'hostile-files': `${hostile}/files`,
  'hostile-file': `${hostile}/files/rm_1.1`,
  'hostile-conflict': `${hostile}/files/rm_1.2`,
  'hostile-take': `${hostile}/files/rm_1.2/take`,
}

async function onEachPage(
  options: Parameters<typeof openPage>[1],
  look: (page: Page, name: string) => Promise<void>,
) {
  const { base, stop } = listen(site())
  const { page, complaints, close } = await openPage(await sharedBrowser(), options)
  await page.context().addCookies([{ name: 'mailgauge', value: 'admin', url: base }])
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(base + path)
    await look(page, name)
  }
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([])
  await close()
  await stop()
}

const openAll = (page: Page) =>
  page.evaluate('document.querySelectorAll("main details").forEach((one) => { one.open = true })')

const shoot = async (page: Page, name: string, how: string) => {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}-${how}.png`), fullPage: true })
}

const LEVELS = '[...document.querySelectorAll("h1,h2,h3,h4")].map((one) => Number(one.tagName[1]))'
const IDS = '[...document.querySelectorAll("[id]")].map((one) => one.id)'

describe.skipIf(!hasChromium)('pages of DMARC reports', () => {
  test('on 320 pixels nothing is wider than the page', async () => {
    await onEachPage({ viewport: { width: 320, height: 640 } }, async (page, name) => {
      await shoot(page, name, '320')
      await openAll(page)
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
    })
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours everybody can use and read them',
    async (colorScheme) => {
      await onEachPage({ colorScheme, viewport: { width: 1100, height: 800 } }, async (page, name) => {
        await shoot(page, name, colorScheme)
        await openAll(page)
        expect([name, await violations(page)]).toEqual([name, []])
        expect([name, await faintTexts(page)]).toEqual([name, []])
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 1100])
        const levels = (await page.evaluate(LEVELS)) as number[]
        expect([name, levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)]).toEqual([name, []])
        const ids = (await page.evaluate(IDS)) as string[]
        expect([name, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([name, []])
      })
    },
  )

  test('what strangers wrote runs nothing and turns nothing round', async () => {
    await onEachPage({}, async (page, name) => {
      expect([
        name,
        await page.evaluate('document.querySelectorAll("main img, main script").length'),
      ]).toEqual([name, 0])
      const text = (await page.textContent('html')) ?? ''
      expect([name, /[\u202a-\u202e\u2066-\u2069]/.test(text)]).toEqual([name, false])
    })
  })
})
