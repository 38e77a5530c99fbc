import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { DnsLook, DrawnSpfRecord } from '../../../src/core/domain-health.ts'
import type { HealthView } from '../../../src/services/domains/health/health.ts'
import { check } from '../../support/builders.ts'
import {
  CHECKS,
  DRAWN,
  domainView,
  fakeDomains,
  HEALTH,
  HOSTILE,
  VERIFIED,
} from '../../web/domains/fake-domains.ts'
import { CHANGED, fakeRecords, HOSTILE_RECORDS, version } from '../../web/domains/fake-records.ts'
import { fakeSetUp, setUps } from '../../web/domains/fake-set-up.ts'
import { NOW } from '../../web/fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../../web/people.ts'
import { siteUnderTest } from '../../web/site-under-test.ts'
import { violations } from '../axe.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

const DAY = 86_400_000
const label = (letter: string) => letter.repeat(63)
/** As long as a domain can be. */
const LONG = `${label('a')}.${label('b')}.${label('c')}.example`

/** An SPF record ten includes deep. */
function nested(depth: number): DrawnSpfRecord {
  const text = `include:_spf${depth}.${label('x')}.example`
  const leadsTo = depth < 10 ? { leadsTo: nested(depth + 1) } : {}
  return {
    domain: 'deep.example',
    state: 'record',
    terms: [
      { text: 'ip6:2001:db8:1234:5678:9abc:def0:1234:5678', lookups: 0 },
      { text, lookup: depth, lookups: 11 - depth, ...leadsTo },
    ],
  }
}

const hostileLook: DnsLook = {
  at: NOW,
  checks: [
    check('spf', { status: 'failed', summary: HOSTILE, evidence: { [HOSTILE]: HOSTILE } }),
    check('dmarc', { status: 'error', summary: HOSTILE }),
  ],
  drawn: {
    ...DRAWN,
    spf: {
      lookups: 1,
      voids: 0,
      mostLookups: 10,
      mostVoids: 2,
      left: 0,
      root: { domain: 'x.example', state: 'record', terms: [{ text: HOSTILE, lookups: 1, lookup: 1 }] },
    },
    keys: [{ selector: HOSTILE, state: 'unusable', via: HOSTILE }],
    dmarc: { state: 'own', at: HOSTILE, record: HOSTILE, policy: 'none', reports: [HOSTILE] },
    mx: { state: 'hosts', hosts: [{ preference: 1, name: HOSTILE }] },
    tlsReports: { state: 'record', record: HOSTILE },
    bimi: { state: 'record', logo: HOSTILE },
  },
}

const fine: HealthView = {
  underWay: false,
  look: { at: new Date(NOW.getTime() - DAY / 3), checks: CHECKS.slice(2), drawn: DRAWN },
  changes: [],
  selectors: [],
}
const deep: HealthView = {
  ...fine,
  look: {
    at: NOW,
    checks: CHECKS,
    drawn: {
      ...DRAWN,
      spf: { root: nested(1), lookups: 10, voids: 0, mostLookups: 10, mostVoids: 2, left: 0 },
    },
  },
}
const gone = { at: NOW, state: 'absent', says: 'There is no TXT record at that name.' } as const

const VIEWS = [
  domainView('trouble.example', VERIFIED),
  domainView('fine.example', VERIFIED),
  domainView('fresh.example', VERIFIED),
  domainView('news.unproved.example'),
  domainView('absent.example', { checked: gone }),
  domainView('ending.example', { ...VERIFIED, checked: gone, endsAt: new Date(NOW.getTime() + 2 * DAY) }),
  domainView('deep.example', VERIFIED),
  domainView('news.below.example', VERIFIED),
  domainView('several.example', VERIFIED),
  domainView('hostile.example', { ...VERIFIED, checked: { ...gone, state: 'other', says: HOSTILE } }),
  domainView(LONG, { shown: LONG.replaceAll('a', 'ä') }),
]
const HEALTHS: Record<string, HealthView> = {
  'dom-trouble.example': HEALTH,
  'dom-fine.example': fine,
  'dom-ending.example': fine,
  'dom-deep.example': deep,
  'dom-fresh.example': { underWay: true, changes: [], selectors: [] },
  'dom-absent.example': { underWay: false, failedAt: NOW, changes: [], selectors: [] },
  'dom-hostile.example': {
    underWay: false,
    look: hostileLook,
    changes: [{ what: HOSTILE, before: HOSTILE, after: HOSTILE, at: NOW }],
    selectors: [{ selector: HOSTILE, lastSeen: NOW }],
  },
}

const RECORDS = fakeRecords({
  'dom-trouble.example': CHANGED,
  'dom-fine.example': [version(['v=DMARC1; p=none'], 90, 0)],
  'dom-fresh.example': 'no look',
  'dom-news.unproved.example': 'no look',
  'dom-hostile.example': HOSTILE_RECORDS,
})
const SET_UPS = await setUps()

function sites() {
  const { sessions } = fakeSessions({ me: somebody({ role: 'admin' }) })
  const people = peopleWith(sessions)
  return {
    some: siteUnderTest({
      people,
      ...fakeDomains(VIEWS, HEALTHS),
      records: RECORDS,
      reportsSetUp: fakeSetUp(SET_UPS),
    }),
    none: siteUnderTest({ people, ...fakeDomains([]) }),
  }
}

const PAGES: readonly (readonly ['some' | 'none', string, string])[] = [
  ['none', 'empty', '/domains'],
  ['some', 'list', '/domains'],
  ...VIEWS.map(({ id, domain }) => ['some', domain === LONG ? 'long' : domain, `/domains/${id}`] as const),
  ...['trouble.example', 'fine.example', 'fresh.example', 'news.unproved.example', 'hostile.example'].map(
    (domain) => ['some', `records of ${domain}`, `/domains/dom-${domain}/records`] as const,
  ),
  ['some', 'delete', '/domains/dom-trouble.example/delete'],
]

async function onEachPage(
  options: Parameters<typeof openPage>[1],
  look: (page: Page, name: string) => Promise<void>,
) {
  for (const [which, site] of Object.entries(sites())) {
    const { base, stop } = listen(site)
    const { page, complaints, close } = await openPage(await sharedBrowser(), options)
    await page.context().addCookies([{ name: 'mailgauge', value: 'me', url: base }])
    for (const [, name, path] of PAGES.filter(([its]) => its === which)) {
      await page.goto(base + path)
      await page.evaluate('document.querySelectorAll("main details").forEach((one) => { one.open = true })')
      await look(page, name)
    }
    expect(complaints).toEqual([])
    await close()
    await stop()
  }
}

const shoot = async (page: Page, name: string, how: string) => {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}-${how}.png`), fullPage: true })
}

describe.skipIf(!hasChromium)('pages of domains', () => {
  test('on 320 pixels nothing is wider than the page', async () => {
    await onEachPage({ viewport: { width: 320, height: 640 } }, async (page, name) => {
      await shoot(page, name, '320')
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
    })
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours everybody can use and read them',
    async (colorScheme) => {
      await onEachPage({ colorScheme, viewport: { width: 1100, height: 800 } }, async (page, name) => {
        await shoot(page, name, colorScheme)
        expect([name, await violations(page)]).toEqual([name, []])
        expect([name, await faintTexts(page)]).toEqual([name, []])
      })
    },
  )

  test('what strangers publish runs nothing and turns nothing round', async () => {
    const { base, stop } = listen(sites().some)
    const { page, complaints, close } = await openPage(await sharedBrowser())
    await page.context().addCookies([{ name: 'mailgauge', value: 'me', url: base }])
    await page.goto(`${base}/domains/dom-hostile.example`)
    expect(await page.evaluate('document.querySelectorAll("main img, main script").length')).toBe(0)
    expect(await page.locator('.spf-tree').textContent()).toContain('\\u{202e}reversed')
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('a look that ends is shown by itself', async () => {
    const fake = fakeDomains(VIEWS, HEALTHS)
    const { sessions } = fakeSessions({ me: somebody({ role: 'admin' }) })
    const { base, stop } = listen(siteUnderTest({ people: peopleWith(sessions), ...fake }))
    const { page, complaints, close } = await openPage(await sharedBrowser())
    await page.context().addCookies([{ name: 'mailgauge', value: 'me', url: base }])
    await page.goto(`${base}/domains/dom-fine.example`)
    await page.getByRole('button', { name: 'Look at the DNS again' }).click()
    await page.getByText('The DNS is being looked at').waitFor()
    fake.kept.set('dom-fine.example', HEALTH)
    await page.getByRole('heading', { name: 'To fix' }).waitFor()
    expect(await page.getByText('The DNS is being looked at').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('the record is copied part by part', async () => {
    const { base, stop } = listen(sites().some)
    const { page, close } = await openPage(await sharedBrowser(), {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.context().addCookies([{ name: 'mailgauge', value: 'me', url: base }])
    await page.goto(`${base}/domains/dom-news.unproved.example`)
    await page.getByRole('button', { name: 'Copy the value of the record' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'mailgauge-verification=abcdefghijklmnop',
    )
    await close()
    await stop()
  })
})
